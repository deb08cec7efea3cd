import Essentials
public import FlagsRepository
public import ItemList
import Messages
public import Observed
public import PagedList
import Screen
import StyleGuide

/// A list whose items have marks, and what its header counts.
public struct FlaggedList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The list.
  public let list: PagedList<Item>
  let marks: FlagsRepository<Item.ID>
  /// What tells what is new.
  public let visit: Visit
  /// What its header counts.
  public let counts = Observed(ListCounts())
  private let path: any KeyPath<Item, ItemMark> & Sendable

  /// - `mark`: what an item is marked with.
  public init(
    _ list: PagedList<Item>, marks: FlagsRepository<Item.ID>, visit: Visit = .none,
    mark: any KeyPath<Item, ItemMark> & Sendable
  ) {
    self.list = list
    self.marks = marks
    self.visit = visit
    path = mark
  }

  func mark(_ item: Item) -> ItemMark { item[keyPath: path] }

  /// The counts and the order of a query, as a header says them: "12 unread · 3 new · by title"; nil for nothing.
  /// - Parameter isComplete: whether there is nothing behind what was counted.
  public func detail(of query: ListQuery, isComplete: Bool) -> String? {
    let isOnlyUnread = query.filters.contains(.unread)
    var parts: [String] = []
    if let unread = counts.value.unread[query.scope], unread > 0 || isOnlyUnread || !isComplete {
      parts.append("\(grouped(unread))\(isComplete ? "" : "+") unread\(isOnlyUnread ? " only" : "")")
    }
    if query.scope == .list, counts.value.new > 0 { parts.append("\(grouped(counts.value.new)) new") }
    if let name = query.order.name { parts.append(name) }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}

/// The next item behind the selected one that was not read, or else the first in the list; it is selected then. Where
/// there is none, the selection stays.
/// - `neighbour`: moves the selection by so many rows and returns what is selected then, nil where the list ends.
public func nextUnread<Item: Sendable>(
  _ neighbour: @Sendable (_ step: Int) async -> Item?, mark: @Sendable (Item) -> ItemMark
) async throws -> Item? {
  var steps = 0
  func forward() async throws -> Item? {
    steps = 0
    while let item = await neighbour(1) {
      try Task.checkCancellation()
      steps += 1
      if !mark(item).isRead { return item }
    }
    return nil
  }
  if let item = try await forward() { return item }
  let behind = steps
  if let first = await neighbour(-farAway) {
    if !mark(first).isRead { return first }
    if let item = try await forward() { return item }
  }
  if behind > 0 { _ = await neighbour(-behind) }
  return nil
}

/// More rows than any list has.
private let farAway = 1 << 40

extension FlagCommands {
  /// Does a command with the selected item, where there is one, and says so.
  public func perform<Item>(
    _ command: FlagCommand, with item: Item?, in list: FlaggedList<Item>
  ) async -> CommandOutcome<ID> where Item.ID == ID {
    switch command {
    case .bookmark:
      guard let item else { return CommandOutcome(nil) }
      return CommandOutcome(await setBookmarked(!list.mark(item).isBookmarked, item.id))
    case .read:
      guard let item else { return CommandOutcome(nil) }
      return CommandOutcome(await setRead(!list.mark(item).isRead, item.id))
    case .undo: return CommandOutcome(await takeBack())
    case .allRead(let query):
      // Whoever marks all of a list of what is unread wants none of it to stay.
      return CommandOutcome(await markAllRead(in: list.list.reader, query), isSettled: true)
    }
  }

  /// Does a command with the item of a page, and says so.
  public func perform(_ command: FlagCommand, with id: ID, _ mark: ItemMark) async -> String? {
    switch command {
    case .bookmark: await setBookmarked(!mark.isBookmarked, id)
    case .read: await setRead(!mark.isRead, id)
    case .undo: await takeBack()
    case .allRead: nil
    }
  }
}
