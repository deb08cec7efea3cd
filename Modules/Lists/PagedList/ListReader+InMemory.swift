public import Essentials
public import FlagsStore
public import Observed
import TextSearch

extension ListReader {
  /// Returns a reader of an array. The list is complete, as if a server had just sent it.
  /// - Parameters:
  ///   - items: All items.
  ///   - text: Returns the text for searches, which is also the title.
  ///   - fullText: Returns the full text.
  ///   - date: Returns the date when an item was written, if it is known.
  ///   - flags: The store of the items' flags.
  ///   - kind: The kind of the items in `flags`.
  ///   - idText: Converts an identity to text.
  ///   - id: Converts the text of an identity back.
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
      let changed = Dictionary(uniqueKeysWithValues: changes.changes.map { ($0.id, $0) })
      func row(_ item: Content?, _ id: Content.ID, at row: Int?) -> FoundRows<Item>.Row {
        let flags = changed[idText(id)]?.flags ?? ItemFlags()
        return (row.map { RowKey(Int64($0)) }, Listed(id: id, item: item, flags: flags))
      }
      func bookmarked(_ change: FlagChanges.Change) -> FoundRows<Item>.Row? {
        if change.flags.bookmarkedAt == nil { return nil }
        if let index = rows[change.id] { return row(items[index], items[index].id, at: index) }
        return id(change.id).map { row(nil, $0, at: nil) }
      }
      func isUnread(_ item: Item) -> Bool {
        guard item.flags.isRead else { return true }
        guard let since = query.unreadSince, since.isBefore(changes.version) else { return false }
        return changed[idText(item.id)]?.readRevision ?? 0 > since.revision
      }
      let all: [FoundRows<Item>.Row] =
        switch query.scope {
        case .list: items.enumerated().map { row($1, $1.id, at: $0) }
        case .bookmarked:
          changes.changes.compactMap(bookmarked).sorted { left, right in
            let dates = [left, right].map { $0.item.flags.bookmarkedAt ?? .distantPast }
            return dates[0] == dates[1] ? idText(left.item.id) < idText(right.item.id) : dates[0] > dates[1]
          }
        }
      var found = FoundRows<Item>(fetchedAt: .distantPast, flags: changes.version)
      found.find(
        query, in: all, including: other,
        // Items that are not saved have no title.
        rank: { query.order == .title && $0.item == nil ? 1 : 0 },
        facts: { item in
          ListFacts(
            title: item.item.map(text) ?? "", text: item.item.map(fullText) ?? "", isUnread: isUnread(item),
            date: item.item.flatMap(date), part: item.part)
        })
      return found
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
  /// A row. The key is the same in each search; nil for an item that is not saved.
  public typealias Row = (key: RowKey?, item: Item)

  /// The rows in the order of the query.
  public internal(set) var rows: [Row] = []
  /// Whether the rows hold another item, which the query leaves out.
  private(set) var isOtherLeftOut = false
  /// The date of the newest rows; nil if there never were any.
  let fetchedAt: Date?
  /// The version of the flags.
  let flags: FlagsVersion
  /// The number of the newest arrival; nil if arrivals have no numbers.
  public var arrival: Int64?
  /// Whether all items that the server lists are saved.
  public var isComplete = true

  public init(fetchedAt: Date?, flags: FlagsVersion = .none) {
    self.fetchedAt = fetchedAt
    self.flags = flags
  }

  /// Finds the rows of a query.
  /// - Parameters:
  ///   - query: The query.
  ///   - all: All rows, in the list's own order.
  ///   - other: An item that is found even if the query leaves it out.
  ///   - rank: Returns a number by which the orders by date and by title sort first.
  ///   - facts: Returns the properties of an item.
  public mutating func find(
    _ query: ListQuery, in all: [Row], including other: Item.ID?, rank: (Item) -> Int = { _ in 0 },
    facts: (Item) -> ListFacts
  ) {
    let words = TextSearch.Query(query.text)
    let condition = ListCondition.all(query.conditions)
    let known = all.map { facts($0.item) }
    let ranks = all.map { rank($0.item) }
    func isMet(_ facts: ListFacts) -> Bool {
      words.matches(query.isInTexts ? facts.title + "\n" + facts.text : facts.title) && condition.isMet(by: facts)
    }
    let met = all.indices.filter { all[$0].item.id == other || isMet(known[$0]) }
    isOtherLeftOut = met.contains { all[$0].item.id == other && !isMet(known[$0]) }
    let order: [Int]
    switch query.order {
    case .listed: order = met
    case .newest:
      let dates = known.map { $0.date ?? .distantPast }
      order = met.sorted { (ranks[$0], dates[$1]) < (ranks[$1], dates[$0]) }
    case .title:
      let titles = known.map { TextSearch.folded($0.title) }
      order = met.sorted { left, right in
        ranks[left] == ranks[right]
          ? titles[left].utf8.lexicographicallyPrecedes(titles[right].utf8) : ranks[left] < ranks[right]
      }
    case .unreadFirst: order = met.filter { known[$0].isUnread } + met.filter { !known[$0].isUnread }
    }
    rows = order.map { all[$0] }
  }
}

extension ListReader {
  /// Returns a reader of a list whose rows are found anew at each read.
  /// - Parameters:
  ///   - flags: Returns the flags of some items.
  ///   - changes: Signals that the rows may have changed.
  ///   - find: Returns the rows of a query, together with another item if that is not nil.
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
          isComplete: found.isComplete, fetchedAt: found.fetchedAt, flags: found.flags, arrival: found.arrival)
      },
      count: { try await find($0, nil).rows.count },
      items: { rowKeys in
        let wanted = Set(rowKeys)
        var found: [RowKey: Item] = [:]
        for row in try await find(ListQuery(), nil).rows {
          if let key = row.key, wanted.contains(key) { found[key] = row.item }
        }
        return rowKeys.compactMap { found[$0] }
      },
      flags: flags,
      search: { query, start in
        .once {
          let rowKeys = try await find(query, nil).rows.compactMap { $0.key }
          return Array(rowKeys.drop { start != nil && $0 != start })
        }
      },
      ids: { query in .once { try await find(query, nil).rows.map { $0.item.id } } }, changes: changes)
  }
}

extension ListReader {
  /// Returns a reader of an array of items that have no flags.
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - text: Returns the text for searches, which is also the title.
  ///   - date: Returns the date when an item was written, if it is known.
  public static func unflagged(
    _ items: [Item], text: @escaping @Sendable (Item) -> String = { "\($0.id)" },
    date: @escaping @Sendable (Item) -> Date? = { _ in nil }
  ) -> Self {
    ListReader<Listed<Item>>.inMemory(items, text: text, date: date).map { $0.compactMap { $0.item } }
  }
}

/// Returns the row of an anchor and the rows of the window around it, clamped to the list.
/// - Parameters:
///   - wanted: The row number wanted for the anchor.
///   - before: The number of rows wanted before the anchor.
///   - after: The number of rows wanted after it.
///   - count: The number of rows of the list.
public func windowRows(
  around wanted: Int, _ before: Int, _ after: Int, count: Int
) -> (anchor: Int, rows: Range<Int>) {
  let row = max(0, min(wanted, count - 1))
  let first = row - min(max(0, before), row)
  return (row, first..<min(count, row + 1 + min(max(0, after), count)))
}
