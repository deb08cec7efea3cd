public import CachedResource
public import Essentials
public import FlagsStore

/// The items of a detail screen: how to load one, and which one comes next.
public struct ItemDetailSource<Heading: DetailHeading, Value: Equatable & Sendable>: Sendable
where Heading.ID: Sendable {
  /// Loads an item, and yields a value each time more of it has arrived. The last value is complete, as far as
  /// possible.
  public var load: @Sendable (_ heading: Heading) -> AsyncThrowingStream<Loaded<Value>, any Error>
  /// Returns the cached copy of an item, without a request.
  public var cached: @Sendable (_ heading: Heading) async -> Loaded<Value>?
  /// Returns the heading of a loaded item.
  public var heading: @Sendable (_ value: Value) -> Heading
  /// Returns whether a part of the item failed to load and may load later.
  public var isPartial: @Sendable (_ value: Value) -> Bool = { _ in false }
  /// Returns the value to show once a newer one arrived. It may take from the old value what the new one does not have
  /// yet.
  public var merged: @Sendable (_ new: Value, _ old: Value) -> Value = { new, _ in new }
  /// Returns the item `step` positions further on; nil at an end of the list. If it throws, the screen stays on its
  /// item and shows the error in the status bar.
  public var neighbour: @Sendable (_ heading: Heading, _ step: Int) async throws -> Heading?
  /// Returns the heading of the item with a number, whether or not such an item exists; nil if items have no numbers.
  public var numbered: (@Sendable (_ number: Int) -> Heading)?
  /// Returns the flags of an item: the current ones, then each change.
  public var flags: @Sendable (_ heading: Heading) -> AsyncStream<ItemFlags> = { _ in AsyncStream { $0.finish() } }
  /// Called once for every item that is opened, as soon as it shows a text.
  public var opened: @Sendable (_ heading: Heading) -> Void = { _ in }
  /// Returns the position at which the item was last read; nil if none is saved. It is called once, before the item is
  /// shown.
  public var position: @Sendable (_ heading: Heading) async -> DetailPosition? = { _ in nil }
  /// Called when another line of the item is at the top of the window. It must not block.
  public var positionChanged: @Sendable (_ heading: Heading, _ position: DetailPosition) -> Void = { _, _ in }
  /// Returns the work of the space key at the end of an item; nil if the key does nothing there.
  public var atEnd: (@Sendable (_ heading: Heading) -> ItemDetailWork<Heading>)?
  /// Opens a link of the text, and returns the notice; nil to open all links in the browser.
  public var follow: (@Sendable (_ address: URL, _ value: Value?) async -> String)?
  /// Returns the address of an item that failures name; nil for that of its server.
  public var address: @Sendable (_ heading: Heading) -> URL? = { _ in nil }
  /// Returns the notice after the key for reloading, for an item of which the server has no later version; nil for none.
  public var reloadNotice: @Sendable (_ heading: Heading) -> String? = { _ in nil }
  /// Returns the sentence for an item that the server does not have; nil for the usual sentence about a failure.
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

/// The work of a command on a detail screen.
public enum ItemDetailWork<Heading: DetailHeading>: Sendable where Heading.ID: Sendable {
  /// Does something, and returns the notice to show.
  case run(@Sendable () async -> String?)
  /// Shows another item, once all earlier turns are done. `saying` is the notice during the search for it, `otherwise`
  /// the notice if there is none.
  case turn(saying: String? = nil, otherwise: String? = nil, @Sendable () async throws -> Heading?)
}
