public import CachedResource
public import FlagsRepository

/// Where a page's items come from, and how they follow each other.
public struct ItemDetailSource<Heading: PageHeading, Value: Equatable & Sendable>: Sendable where Heading.ID: Sendable {
  /// An item, each time more of it is known; the last is all that can be.
  public var load: @Sendable (_ heading: Heading) -> AsyncThrowingStream<Loaded<Value>, any Error>
  /// What is kept of an item, without asking the server.
  public var cached: @Sendable (_ heading: Heading) async -> Loaded<Value>?
  /// What is known of the item now.
  public var heading: @Sendable (_ value: Value) -> Heading
  /// Whether a part of an item that is there could not be had, and may be had later.
  public var isPartial: @Sendable (_ value: Value) -> Bool = { _ in false }
  /// What is shown once a new value of the same item is there: what the new one does not know yet may stay as it was.
  public var merged: @Sendable (_ new: Value, _ old: Value) -> Value = { new, _ in new }
  /// The item that many places further on; nil where there is none. Where it throws, the page stays, and why is
  /// said below it.
  public var neighbour: @Sendable (_ heading: Heading, _ step: Int) async throws -> Heading?
  /// The item of a number, whether or not there is one; nil where items have no numbers.
  public var numbered: (@Sendable (_ number: Int) -> Heading)?
  /// What an item is marked with: now, and after every change of that.
  public var mark: @Sendable (_ heading: Heading) -> AsyncStream<ItemMark> = { _ in AsyncStream { $0.finish() } }
  /// Told once of every item that is shown, as soon as there is something to be read.
  public var opened: @Sendable (_ heading: Heading) -> Void = { _ in }
  /// The line that was at the top of the window when the item was last read; nil where that is not known. Asked for once,
  /// before anything of the item is shown.
  public var position: @Sendable (_ heading: Heading) async -> Int? = { _ in nil }
  /// Told which line of the item is at the top of the window whenever that changes. It must not wait.
  public var positionChanged: @Sendable (_ heading: Heading, _ line: Int) -> Void = { _, _ in }
  /// What space does at the end of the item; nil for nothing.
  public var atEnd: (@Sendable (_ heading: Heading) -> ItemDetailWork<Heading>)?
  /// What is said where the server has no such item; nil for what is said of any failure.
  public var missing: (@Sendable (_ heading: Heading) -> String)?

  public init(
    load: @escaping @Sendable (_ heading: Heading) -> AsyncThrowingStream<Loaded<Value>, any Error>,
    cached: @escaping @Sendable (_ heading: Heading) async -> Loaded<Value>?,
    heading: @escaping @Sendable (_ value: Value) -> Heading,
    neighbour: @escaping @Sendable (_ heading: Heading, _ step: Int) async throws -> Heading?
  ) {
    self.load = load
    self.cached = cached
    self.heading = heading
    self.neighbour = neighbour
  }
}

/// What comes of a command on a page.
public enum ItemDetailWork<Heading: PageHeading>: Sendable where Heading.ID: Sendable {
  /// Something is done, and what is to be said of it.
  case run(@Sendable () async -> String?)
  /// Another item is shown, after all turns before this one; `saying` is said until it is found, `otherwise` where there
  /// is none.
  case turn(saying: String? = nil, otherwise: String? = nil, @Sendable () async throws -> Heading?)
}
