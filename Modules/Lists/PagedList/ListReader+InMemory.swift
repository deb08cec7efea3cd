public import Essentials
public import FlagsStore
import Observed
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

    /// - Parameter other: An item that is returned even if the text and the conditions leave it out.
    @Sendable func elements(
      _ query: ListQuery, including other: Content.ID? = nil
    ) async throws -> (all: [Element<Content>], version: FlagsVersion) {
      let changes = try await flags.changed(kind, nil, .max)
      let flagged = Dictionary(uniqueKeysWithValues: changes.changes.map { ($0.id, $0) })
      let all: [Element<Content>] =
        switch query.scope {
        case .list: items.indices.map { Element(items[$0], row: $0, flagged[idText(items[$0].id)]) }
        case .bookmarked:
          changes.changes.compactMap { change in
            if let row = rows[change.id] { return Element(items[row], row: row, change) }
            return id(change.id).map { Element(nil, id: $0, row: items.count, change) }
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
      let found = all.filter { element in
        let item = element.listed.item
        if element.listed.id == other { return true }
        return holdsWords(element)
          && condition.isMet(
            by: ListFacts(
              title: item.map(text) ?? "", isUnread: isUnread(element), date: item.flatMap(date),
              part: element.listed.part))
      }
      let sorted: [Element<Content>] =
        switch query.order {
        case .listed: found
        case .newest:
          found.stablySorted {
            $0.listed.item.flatMap(date) ?? .distantPast > $1.listed.item.flatMap(date) ?? .distantPast
          }
        case .title:
          found.stablySorted { left, right in
            guard let left = left.listed.item else { return false }
            guard let right = right.listed.item else { return true }
            return TextSearch.folded(text(left)).utf8.lexicographicallyPrecedes(TextSearch.folded(text(right)).utf8)
          }
        case .unreadFirst: found.filter(isUnread) + found.filter { !isUnread($0) }
        }
      return (sorted, changes.version)
    }
    return Self(
      window: { query, anchor, before, after in
        let (all, version) = try await elements(query)
        let wanted: Int =
          switch anchor {
          case .row(let row): row
          case .item(let id, let row):
            try await elements(query, including: id).all.firstIndex { $0.listed.id == id } ?? row
          }
        let (row, rows) = windowRows(around: wanted, before, after, count: all.count)
        return ListWindow(
          all[rows].map { $0.listed }, first: rows.lowerBound, anchor: row, count: all.count, isComplete: true,
          fetchedAt: .distantPast, flags: version)
      },
      count: { query in try await elements(query).all.count },
      items: { rowKeys in
        let all = try await elements(ListQuery()).all
        return rowKeys.compactMap { all.indices.contains(Int($0.number)) ? all[Int($0.number)].listed : nil }
      },
      flags: { ids in
        let flags = try await flags.flags(kind, ids.map(idText))
        return Dictionary(ids.compactMap { id in flags[idText(id)].map { (id, $0) } }) { first, _ in first }
      },
      search: { query in
        .once { try await elements(query).all.filter { $0.row < items.count }.map { RowKey(Int64($0.row)) } }
      }, ids: { query in .once { try await elements(query).all.map { $0.listed.id } } }, changes: flags.changes)
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
  /// The index of the item in the array; the array's count if it is not there.
  var row: Int
  /// The revision of the flags at which the item was read.
  var readRevision: Int64?

  init(_ item: Content, row: Int, _ change: FlagChanges.Change?) {
    self.init(item, id: item.id, row: row, change)
  }

  init(_ item: Content?, id: Content.ID, row: Int, _ change: FlagChanges.Change?) {
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

extension Array {
  /// Returns the elements in an order; equal elements keep their order.
  fileprivate func stablySorted(by precedes: (Element, Element) -> Bool) -> Self {
    enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map { $0.element }
  }
}
