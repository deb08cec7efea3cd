public import Essentials
public import FlagsStore
public import Observed
import TextSearch

extension ListReader {
  /// Returns a reader of an array. The list is complete, as if a server had just sent it.
  /// - Parameters:
  ///   - items: all items.
  ///   - text: returns the text for searches, which is also the title.
  ///   - fullText: returns the full text.
  ///   - date: returns the date when an item was written, if it is known.
  ///   - flags: the store of the items' flags.
  ///   - kind: the kind of the items in `flags`.
  ///   - idText: converts an identity to text.
  ///   - id: converts the text of an identity back.
  public static func inMemory<Content>(
    _ items: [Content], text: @escaping @Sendable (Content) -> String = { "\($0.id)" },
    fullText: @escaping @Sendable (Content) -> String = { _ in "" },
    date: @escaping @Sendable (Content) -> Date? = { _ in nil }, flags: FlagsStore = .stub,
    kind: ItemKind = ItemKind(""), idText: @escaping @Sendable (Content.ID) -> String = { "\($0)" },
    id: @escaping @Sendable (_ text: String) -> Content.ID? = { _ in nil }
  ) -> Self where Item == Listed<Content> {
    let rows = Dictionary(items.enumerated().map { (idText($1.id), $0) }) { first, _ in first }
    @Sendable func find(_ query: ListQuery, including other: Content.ID?) async throws -> FoundRows<Item> {
      let changes = try await flags.changed(kind, nil, .max)
      let flagged = Dictionary(uniqueKeysWithValues: changes.changes.map { ($0.id, $0) })
      let all: [Element<Content>] =
        switch query.scope {
        case .list: items.indices.map { Element(items[$0], row: $0, flagged[idText(items[$0].id)]) }
        case .bookmarked:
          changes.changes.compactMap { change in
            if let row = rows[change.id] { return Element(items[row], row: row, change) }
            return id(change.id).map { Element(nil, id: $0, row: nil, change) }
          }
          .filter { $0.listed.flags.bookmarkedAt != nil }
          .sorted { (left: Element, right: Element) in
            let dates = [left, right].map { $0.listed.flags.bookmarkedAt ?? .distantPast }
            return dates[0] == dates[1] ? idText(left.listed.id) < idText(right.listed.id) : dates[0] > dates[1]
          }
        }
      func isUnread(_ element: Element<Content>) -> Bool {
        guard element.listed.flags.isRead else { return true }
        guard let since = query.unreadSince, since.isBefore(changes.version) else { return false }
        return element.readRevision ?? 0 > since.revision
      }
      let words = TextSearch.Query(query.text)
      let condition = ListCondition.all(query.conditions)
      func holdsWords(_ element: Element<Content>) -> Bool {
        guard let item = element.listed.item else { return query.text.isEmpty }
        return words.matches(query.isInTexts ? text(item) + "\n" + fullText(item) : text(item))
      }
      func isMet(_ element: Element<Content>) -> Bool {
        let item = element.listed.item
        return holdsWords(element)
          && condition.isMet(
            by: ListFacts(
              title: item.map(text) ?? "", isUnread: isUnread(element), date: item.flatMap(date),
              part: element.listed.part))
      }
      var rows = FoundRows<Item>(fetchedAt: .distantPast, flags: changes.version)
      let found = all.filter { element in
        if isMet(element) { return true }
        if element.listed.id == other { rows.isOtherLeftOut = true }
        return element.listed.id == other
      }
      let sorted: [Element<Content>] =
        switch query.order {
        case .listed: found
        case .newest:
          found.sorted {
            $0.listed.item.flatMap(date) ?? .distantPast > $1.listed.item.flatMap(date) ?? .distantPast
          }
        case .title:
          found.sorted { left, right in
            guard let left = left.listed.item else { return false }
            guard let right = right.listed.item else { return true }
            return TextSearch.folded(text(left)).utf8.lexicographicallyPrecedes(TextSearch.folded(text(right)).utf8)
          }
        case .unreadFirst: found.filter(isUnread) + found.filter { !isUnread($0) }
        }
      rows.rows = sorted.map { ($0.row.map { RowKey(Int64($0)) }, $0.listed) }
      return rows
    }
    return found(
      flags: { ids in
        let flags = try await flags.flags(kind, ids.map(idText))
        return Dictionary(ids.compactMap { id in flags[idText(id)].map { (id, $0) } }) { first, _ in first }
      }, changes: flags.changes, by: find)
  }
}

/// The rows that a query finds in memory.
public struct FoundRows<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The rows in the order of the query. The row key is the index among all rows; nil for an item that is not saved.
  public var rows: [(key: RowKey?, item: Item)] = []
  /// Whether the rows hold another item, which the query leaves out.
  public var isOtherLeftOut = false
  /// The date of the newest rows; nil if there never were any.
  public var fetchedAt: Date?
  /// The version of the flags.
  public var flags: FlagsVersion
  /// The number of the newest arrival; nil if arrivals have no numbers.
  public var arrival: Int64?

  public init(fetchedAt: Date?, flags: FlagsVersion) {
    self.fetchedAt = fetchedAt
    self.flags = flags
  }
}

extension ListReader {
  /// Returns a reader of a complete list whose rows are found anew at each read.
  /// - Parameters:
  ///   - flags: returns the flags of some items.
  ///   - changes: signals that the rows may have changed.
  ///   - find: returns the rows of a query, together with another item if that is not nil.
  public static func found(
    flags: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: ItemFlags], changes: ChangeSignal,
    by find: @escaping @Sendable (_ query: ListQuery, _ other: Item.ID?) async throws -> FoundRows<Item>
  ) -> Self {
    Self(
      window: { query, anchor, before, after in
        let (other, row): (Item.ID?, Int) =
          switch anchor {
          case .row(let row): (nil, row)
          case .item(let id, let row): (id, row)
          }
        var found = try await find(query, other)
        let index = found.rows.firstIndex { $0.item.id == other }
        if found.isOtherLeftOut, let index { found.rows.remove(at: index) }
        let (anchor, rows) = windowRows(around: index ?? row, before, after, count: found.rows.count)
        return ListWindow(
          found.rows[rows].map { $0.item }, first: rows.lowerBound, anchor: anchor, count: found.rows.count,
          isComplete: true, fetchedAt: found.fetchedAt, flags: found.flags, arrival: found.arrival)
      },
      count: { try await find($0, nil).rows.count },
      items: { rowKeys in
        let all = try await find(ListQuery(), nil).rows
        return rowKeys.compactMap { all.indices.contains(Int($0.number)) ? all[Int($0.number)].item : nil }
      },
      flags: flags,
      search: { query in .once { try await find(query, nil).rows.compactMap { $0.key } } },
      ids: { query in .once { try await find(query, nil).rows.map { $0.item.id } } }, changes: changes)
  }
}

extension ListReader {
  /// Returns a reader of an array of items that have no flags.
  /// - Parameters:
  ///   - text: returns the text for searches, which is also the title.
  ///   - date: returns the date when an item was written, if it is known.
  public static func unflagged(
    _ items: [Item], text: @escaping @Sendable (Item) -> String = { "\($0.id)" },
    date: @escaping @Sendable (Item) -> Date? = { _ in nil }
  ) -> Self {
    ListReader<Listed<Item>>.inMemory(items, text: text, date: date).map { $0.compactMap { $0.item } }
  }
}

/// An element of an array, with its flags.
private struct Element<Content: Identifiable & Sendable>: Sendable where Content.ID: Sendable {
  var listed: Listed<Content>
  /// The index of the item in the array; nil if it is not there.
  var row: Int?
  /// The revision of the flags at which the item was read.
  var readRevision: Int64?

  init(_ item: Content, row: Int, _ change: FlagChanges.Change?) {
    self.init(item, id: item.id, row: row, change)
  }

  init(_ item: Content?, id: Content.ID, row: Int?, _ change: FlagChanges.Change?) {
    listed = Listed(id: id, item: item, flags: change?.flags ?? ItemFlags())
    self.row = row
    readRevision = change?.readRevision
  }
}

/// Returns the row of an anchor and the rows of the window around it, clamped to the list.
/// - Parameter wanted: the row number wanted for the anchor.
public func windowRows(
  around wanted: Int, _ before: Int, _ after: Int, count: Int
) -> (anchor: Int, rows: Range<Int>) {
  let row = max(0, min(wanted, count - 1))
  let first = row - min(max(0, before), row)
  return (row, first..<min(count, row + 1 + min(max(0, after), count)))
}
