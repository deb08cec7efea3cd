import Synchronization

/// Remembers what an endpoint was called with.
public final class Calls<Value: Sendable>: Sendable {
  private let box = Mutex<[Value]>([])

  public init() {}

  /// Every call so far, oldest first.
  public var all: [Value] { box.withLock { $0 } }

  /// Remembers one call.
  public func record(_ value: Value) { box.withLock { $0.append(value) } }
}
