/// That something changes, for those who want to look at it again then. It does not say what changed to what: whoever
/// looks always sees the newest.
public struct Changes: Sendable {
  /// Calls the closure after every change, on the thread that made the change and before whoever made it goes on, until
  /// the closure that this returns is called. Neither is called while a lock is held.
  public var watch: @Sendable (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  public init(watch: @escaping @Sendable (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void) {
    self.watch = watch
  }

  /// Nothing ever changes.
  public static let none = Self { _ in {} }

  /// The changes of several things.
  public static func any(of all: [Self]) -> Self {
    Self { notify in
      let stops = all.map { $0.watch(notify) }
      return { for stop in stops { stop() } }
    }
  }

  /// Only the changes at which a condition holds.
  public func filter(_ isWanted: @escaping @Sendable () -> Bool) -> Self {
    Self { notify in watch { if isWanted() { notify() } } }
  }

  /// What can be read now, and after every change; a slow reader skips to the newest. Ends when the reader's task is
  /// cancelled.
  public func values<Value: Sendable>(_ read: @escaping @Sendable () -> Value) -> AsyncStream<Value> {
    // Between two of these there is nothing to remember but that something changed: the value is read when it is wanted,
    // so that no order of threads can leave an old one for the last.
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let stop = watch { continuation.yield() }
    continuation.onTermination = { _ in stop() }
    continuation.yield()
    return AsyncStream(unfolding: {
      var iterator = changes.makeAsyncIterator()
      return await iterator.next().map(read)
    })
  }
}
