public import ArrangedFeed
import Essentials
public import Feed
public import ItemMarks
public import Observed
import StyleGuide

/// A list whose items have marks, arranged as the reader wants it.
public struct MarkedFeed<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The list as it is arranged.
  public let feed: Feed<Item>
  /// How it is arranged.
  public let arrangement: Observed<Arrangement>
  /// How many items were not read; nil while that is not known.
  public let unread = Observed<Int?>(nil)
  /// All of it, as the server lists it.
  let whole: Feed<Item>
  let marks: ItemMarks<Item.ID>
  let visit: Visit
  let news = News<Item.ID>()
  private let path: any WritableKeyPath<Item, ItemMark> & Sendable

  /// - `visit`: what tells what is new.
  /// - `mark`: what an item is marked with.
  public init(
    _ feed: Feed<Item>, marks: ItemMarks<Item.ID>, arrangement: Observed<Arrangement> = Observed(Arrangement()),
    visit: Visit = .none, mark: any WritableKeyPath<Item, ItemMark> & Sendable
  ) {
    (whole, self.marks, self.arrangement, self.visit, path) = (feed, marks, arrangement, visit, mark)
    let arranged = feed.arranged(
      by: arrangement, read: { ids in Set(try await marks.marks(ids).filter(\.value.isRead).keys) },
      readChanges: marks.changes)
    guard visit.last != nil else {
      self.feed = arranged
      return
    }
    self.feed = arranged.marked(
      by: { [news] in news.marks($0) }, changes: news.changes,
      { item, isNew in
        guard isNew == true, !item[keyPath: mark].isRead else { return item }
        var item = item
        item[keyPath: mark].isNew = true
        return item
      })
  }

  func mark(_ item: Item) -> ItemMark { item[keyPath: path] }

  /// What a header says: "12 unread · 3 new · by title"; nil for nothing.
  /// - Parameter isComplete: whether there is nothing behind what was counted.
  public func detail(isComplete: Bool) -> String? {
    let wanted = arrangement.value
    var parts: [String] = []
    if let unread = unread.value, unread > 0 || wanted.isOnlyUnread || !isComplete {
      parts.append("\(grouped(unread))\(isComplete ? "" : "+") unread\(wanted.isOnlyUnread ? " only" : "")")
    }
    if let new = news.detail { parts.append(new) }
    if let name = wanted.order.name { parts.append(name) }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// What is said where nothing is shown because all was read.
  public var allRead: String? {
    arrangement.value.isOnlyUnread ? "Everything here is read. Press u to show all." : nil
  }
}

extension Arrangement.Order {
  /// How a list in this order is called; nil for the server's.
  var name: String? {
    switch self {
    case .listed: nil
    case .newest: "newest first"
    case .title: "by title"
    case .unreadFirst: "unread first"
    }
  }

  /// The one that `s` leads to.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
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

extension Marking {
  /// Does a command with the selected item, where there is one, and says so.
  public func perform<Item>(_ command: MarkCommand, with item: Item?, in list: MarkedFeed<Item>) async -> String?
  where Item.ID == ID {
    switch command {
    case .bookmark: return if let item { await setBookmarked(!list.mark(item).isBookmarked, item.id) } else { nil }
    case .read: return if let item { await setRead(!list.mark(item).isRead, item.id) } else { nil }
    case .undo: return await takeBack()
    case .allRead(let query, let inTexts):
      let notice = await markAllRead(in: query == nil ? list.whole : list.feed, holding: query, inTexts: inTexts)
      // Whoever marks all of a list of what is unread wants none of it to stay.
      await list.feed.settle()
      return notice
    case .onlyUnread:
      let isOnlyUnread = list.arrangement.update {
        $0.isOnlyUnread.toggle()
        return $0.isOnlyUnread
      }
      return isOnlyUnread ? "Only unread. Press u to show all." : nil
    case .sort:
      let order = list.arrangement.update {
        $0.order = $0.order.next
        return $0.order
      }
      return "Sorted: \(order.name ?? "as the server lists them")."
    }
  }

  /// Does a command with the item of a page, and says so.
  public func perform(_ command: MarkCommand, with id: ID, _ mark: ItemMark) async -> String? {
    switch command {
    case .bookmark: await setBookmarked(!mark.isBookmarked, id)
    case .read: await setRead(!mark.isRead, id)
    case .undo: await takeBack()
    case .allRead, .onlyUnread, .sort: nil
    }
  }
}
