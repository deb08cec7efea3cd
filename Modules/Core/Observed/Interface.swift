import Synchronization

/// A value that anything may change and any number of watchers may follow.
public final class Observed<Value: Sendable>: Sendable {
  private struct Box {
    var value: Value
    var watchers: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextID = 0
  }

  private let box: Mutex<Box>

  public init(_ value: Value) { box = Mutex(Box(value: value)) }

  deinit {
    for watcher in box.withLock({ $0.watchers.values }) { watcher.finish() }
  }

  /// The value now.
  public var value: Value { box.withLock { $0.value } }

  /// Changes the value in one step and tells every watcher.
  @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    try box.withLock { box in
      let result = try change(&box.value)
      for watcher in box.watchers.values { watcher.yield(box.value) }
      return result
    }
  }

  /// The value now and after every change; a slow watcher skips to the newest.
  public func values() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      box.watchers[box.nextID] = continuation
      continuation.yield(box.value)
      return box.nextID
    }
    continuation.onTermination = { [weak self] _ in
      self?.box.withLock { _ = $0.watchers.removeValue(forKey: id) }
    }
    return stream
  }
}
