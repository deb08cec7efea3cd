/// The position in a list where a page ends and the next begins. Only the service that made it can interpret it.
public struct Cursor: Hashable, Sendable {
  /// The position in the form that the service uses.
  public let text: String

  public init(_ text: String) { self.text = text }
}

/// A page of a list and the cursor of the next one.
public struct Page<Item: Sendable>: Sendable {
  /// The items, in the order of the list.
  public var items: [Item]
  /// The cursor of the next page; nil on the last.
  public var next: Cursor?
  /// The guessed cursors of the following pages; nil if they cannot be guessed.
  public var ahead: CursorSeries?
  /// The reason why the list ends here although the server links to another page.
  public var linkFailure: LinkFailure?
  /// The number of elements of the server's answer that could not be read; they are not among the items.
  public var unreadable: Int
  /// The error because of which some items are placeholders and may load later; nil if all were loaded.
  public var itemFailure: (any Error)?
  /// The items in place of `items`, where the page shows the newest part of a list that only grows.
  public var window: PageWindow<Item>?
  /// A notice about the page, shown once.
  public var notice: PageNotice?

  public init(
    _ items: [Item], next: Cursor? = nil, ahead: CursorSeries? = nil, linkFailure: LinkFailure? = nil,
    unreadable: Int = 0, itemFailure: (any Error)? = nil
  ) {
    self.items = items
    self.next = next
    self.ahead = ahead
    self.linkFailure = linkFailure
    self.unreadable = unreadable
    self.itemFailure = itemFailure
  }
}

extension Page: Equatable where Item: Equatable {
  /// Compares pages. Errors have no equality, so item failures are compared by their descriptions.
  public static func == (first: Self, second: Self) -> Bool {
    first.items == second.items && first.next == second.next && first.ahead == second.ahead
      && first.linkFailure == second.linkFailure && first.unreadable == second.unreadable
      && first.itemFailure.map { "\($0)" } == second.itemFailure.map { "\($0)" }
  }
}

/// The reason why a list ends although its server links to more.
public enum LinkFailure: Error, Hashable, Sendable {
  /// The link leads to another host or scheme and is not followed.
  case leadsElsewhere(to: String)
  /// The links lead to an earlier page, or on and on.
  case leadsInCircles
  /// Ten pages in a row have no new item.
  case nothingNew
}

/// A notice, shown once, about a page that could be read.
public enum PageNotice: Error, Hashable, Sendable {
  /// This many items came with other identifiers than before, and were recognised.
  case recognised(Int)
  /// The document ends too early; the items before its end are there.
  case cut
  /// The page at the address also links to these feeds, which are not read.
  case otherFeeds([String])
}

/// The items of a page that shows the newest part of a list, as the document of a feed does. The list is in the order of
/// dates, and items that leave the page stay in it.
///
/// A document may be long, so its items are passed on in portions while they are saved.
public struct PageWindow<Item: Sendable>: Sendable {
  /// Passes all items, in portions of some hundred, in the order of the page.
  public var portions: @Sendable (_ body: ([Item]) throws -> Void) throws -> Void
  /// Whether all items are in memory already. Their rows are made before the change that saves them begins.
  public var isInMemory: Bool
  /// Returns the item to save in place of a saved one that differs on the page; nil to leave the saved one unchanged.
  public var merged: @Sendable (_ saved: Item, _ new: Item) -> Item?

  public init(
    portions: @escaping @Sendable (_ body: ([Item]) throws -> Void) throws -> Void, isInMemory: Bool = false,
    merged: @escaping @Sendable (_ saved: Item, _ new: Item) -> Item? = { $1 }
  ) {
    self.portions = portions
    self.isInMemory = isInMemory
    self.merged = merged
  }
}

/// Cursors that differ in one number only, with a constant step.
public struct CursorSeries: Hashable, Sendable {
  private let prefix: String
  private let suffix: String
  private let first: Int
  private let step: Int
  /// The number of cursors.
  public let count: Int

  /// - Parameters:
  ///   - prefix: The text before the number.
  ///   - first: The number of the first cursor.
  ///   - suffix: The text behind the number.
  ///   - step: The difference from one number to the next; negative if they decrease.
  ///   - last: The limit of the numbers.
  public init(prefix: String, first: Int, suffix: String, step: Int, last: Int) {
    self.prefix = prefix
    self.suffix = suffix
    self.first = first
    self.step = step
    // A server may name any number, so prevent overflows.
    let last = max(0, min(last, 1 << 40))
    let isPossible = (0...1 << 40).contains(first) && (step > 0 ? last >= first : step < 0 && last <= first)
    count = isPossible ? (last - first) / step + 1 : 0
  }

  /// The distance between consecutive numbers. If they count items, it is the number of items on a page.
  public var stride: Int { abs(step) }

  /// Returns the cursor at an index, from zero; nil behind the last.
  public func cursor(at index: Int) -> Cursor? {
    (0..<count).contains(index) ? Cursor("\(prefix)\(first + index * step)\(suffix)") : nil
  }
}
