public import Essentials
public import FlagsRepository
public import FlagsStore
public import ItemList
import Messages
public import Observed
public import PagedList
public import Rendering
import Screen
import StyleGuide

/// A list whose items have flags, and the counts in its header.
public struct FlaggedList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The list.
  public let list: PagedList<Item>
  let repository: FlagsRepository<Item.ID>
  /// The last visit, which decides which items are new.
  public let visit: Visit
  /// The counts in the header.
  public let counts = Observed(ListCounts())
  private let path: any KeyPath<Item, ItemFlags> & Sendable

  /// - Parameters:
  ///   - list: The list, whose items have flags.
  ///   - repository: Changes the flags.
  ///   - visit: The last visit, since which items count as new.
  ///   - flags: The property of an item that holds its flags.
  public init(
    _ list: PagedList<Item>, repository: FlagsRepository<Item.ID>, visit: Visit = .none,
    flags: any KeyPath<Item, ItemFlags> & Sendable
  ) {
    self.list = list
    self.repository = repository
    self.visit = visit
    path = flags
  }

  func flags(of item: Item) -> ItemFlags { item[keyPath: path] }

  /// Returns the counts and the order of a query for the header: "12 unread · 3 new · by title"; nil if there is
  /// nothing to say.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - isComplete: Whether the whole list is cached, so that the counts are final.
  public func detail(of query: ListQuery, isComplete: Bool) -> String? {
    let unread = counts.value.unread[query.scope].flatMap { count in
      count > 0 || !isComplete ? "\(grouped(count))\(isComplete ? "" : "+") unread" : nil
    }
    let isNew = query.scope == .list && counts.value.new > 0
    return query.words(unread: unread, isNew ? "\(grouped(counts.value.new)) new" : nil)
  }

  /// Returns the number of rows of a query from an item to the next unread one, or to the first one if there is none
  /// after it; 0 if nothing else is unread, and nil if that is not known from what is saved.
  public func rowsToUnread(from id: Item.ID, of query: ListQuery) async -> Int? {
    try? await unread(after: id, of: query)?.rows
  }

  /// Returns the next unread item of a query after an item, or the first one if there is none after it; nil if nothing
  /// else is unread, or if that is not known from what is saved.
  public func nextUnread(after id: Item.ID, of query: ListQuery) async -> Item.ID? {
    try? await unread(after: id, of: query)?.id
  }

  private func unread(after id: Item.ID, of query: ListQuery) async throws -> (id: Item.ID?, rows: Int)? {
    guard query.text.isEmpty else { return nil }
    let here = try await list.reader.window(query, .item(id, orRow: 0), 0, 0).anchor
    for anchor in [ListAnchor.item(id, orRow: 0), .row(0)] {
      let (next, isComplete) = try await unread(from: anchor, besides: id, of: query)
      if let next {
        let row = try await list.reader.window(query, .item(next, orRow: here), 0, 0).anchor
        if row > here || anchor == .row(0) { return (next, row - here) }
      }
      if !isComplete { return nil }
    }
    return (nil, 0)
  }

  private func unread(
    from anchor: ListAnchor<Item.ID>, besides id: Item.ID, of query: ListQuery
  ) async throws -> (Item.ID?, isComplete: Bool) {
    var query = query
    query.filters.insert(.unread)
    var anchor = anchor
    while true {
      // Items that were read since the list was opened may still be among them.
      let window = try await list.reader.window(query, anchor, 0, 100)
      let next = window.items.first { $0.id != id && !flags(of: $0).isRead }
      let end = window.first + window.items.count
      if next != nil || window.items.isEmpty || end >= window.count { return (next?.id, window.isComplete) }
      anchor = .row(end)
    }
  }
}

/// Selects and returns the next unread item after the selected one, else the first unread one in the list. If nothing
/// is unread, returns nil and leaves the selection as it is.
///
/// - Parameters:
///   - neighbour: Moves the selection by some rows and returns the newly selected item; nil at an end of the list.
///   - rowsToUnread: Returns the number of rows to the wanted item; 0 if there is none, and nil if it has to be looked for
///     row by row.
///   - isUnread: Returns whether an item is unread.
public func nextUnread<Item: Sendable>(
  _ neighbour: @Sendable (_ step: Int) async -> Item?, rowsToUnread: @Sendable () async -> Int? = { nil },
  isUnread: @Sendable (Item) async -> Bool
) async throws -> Item? {
  if let step = await rowsToUnread() {
    if step == 0 { return nil }
    if let item = await neighbour(step), await isUnread(item) { return item }
  }
  var steps = 0
  func forward() async throws -> Item? {
    steps = 0
    while let item = await neighbour(1) {
      try Task.checkCancellation()
      steps += 1
      if await isUnread(item) { return item }
    }
    return nil
  }
  if let item = try await forward() { return item }
  let behind = steps
  if let first = await neighbour(-farAway) {
    if await isUnread(first) { return first }
    if let item = try await forward() { return item }
  }
  if behind > 0 { _ = await neighbour(-behind) }
  return nil
}

/// More rows than any list has.
private let farAway = 1 << 40

extension FlagCommands {
  /// Runs a command on the selected item, if there is one, and returns the outcome.
  public func perform<Item>(
    _ command: FlagCommand, with item: Item?, in list: FlaggedList<Item>
  ) async -> CommandOutcome<ID> where Item.ID == ID {
    if case .allRead(let query) = command {
      return CommandOutcome(await markAllRead(in: list.list.reader, query))
    }
    if command == .undo { return CommandOutcome(await undoLast()) }
    guard let item else { return CommandOutcome(nil) }
    return CommandOutcome(await perform(command, with: item.id, list.flags(of: item)))
  }

  /// Runs a command on the item of a detail screen, and returns the notice.
  public func perform(_ command: FlagCommand, with id: ID, _ flags: ItemFlags) async -> String? {
    switch command {
    case .bookmark: await setBookmarked(!flags.isBookmarked, id)
    case .read: await setRead(!flags.isRead, id)
    case .undo: await undoLast()
    case .allRead: nil
    }
  }
}

/// The last visit of a list. Items that came since then are new.
public struct Visit: Sendable {
  /// The date when the last visit ended; nil if none is recorded, and then nothing is new.
  public var last: Date?
  /// Called when the list appears, and when it disappears.
  public var record: @Sendable () -> Void

  public init(last: Date?, record: @escaping @Sendable () -> Void) {
    self.last = last
    self.record = record
  }

  /// No visit recorded, and none to record.
  public static let none = Self(last: nil) {}
}

extension RowStyle {
  /// Returns the column of flags, equally wide for every item: `●` for unread, `+` for unread and new, `★` for
  /// bookmarked.
  ///
  /// - Parameters:
  ///   - flags: The flags of an item.
  ///   - lastVisit: The date since which items are new; nil if no item is new.
  public func column(of flags: ItemFlags, lastVisit: Date?) -> [Span] {
    [
      Span(flags.isRead ? " " : flags.isNew(since: lastVisit) ? "+" : "●", unread),
      Span(flags.isBookmarked ? "★ " : "  ", base),
    ]
  }
}
