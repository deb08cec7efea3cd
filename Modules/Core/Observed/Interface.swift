import Synchronization

/// A value that anything may change and any number of watchers may follow.
public final class Observed<Value: Sendable>: Sendable {
  private struct Box {
    var value: Value
    var watchers: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let box: Mutex<Box>

  public init(_ value: Value) { box = Mutex(Box(value: value)) }

  /// The value now.
  public var value: Value { box.withLock { $0.value } }

  /// Changes the value in one step, then tells every watcher. The change itself is made under a lock: it must do nothing
  /// but compute, and cancel, resume or call nobody. Where it throws, what it did until then stays, and nobody is told.
  @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    let (result, watchers) = try box.withLock { box in
      (try change(&box.value), Array(box.watchers.values))
    }
    for notify in watchers { notify() }
    return result
  }

  /// Puts another value in the place of the one there is.
  /// - Returns: The one there was, so that a task that is replaced can be cancelled.
  @discardableResult
  public func replace(with new: Value) -> Value {
    update { value in
      defer { value = new }
      return value
    }
  }

  /// Every `update`, for those who watch.
  public var changes: Changes {
    Changes { [weak self] notify in
      guard let id = self?.add(notify) else { return {} }
      return { [weak self] in self?.remove(id) }
    }
  }

  /// The value now and after every change; a slow watcher skips to the newest. Ends when the watcher's task is
  /// cancelled.
  public func values() -> AsyncStream<Value> { changes.values { self.value } }

  private func add(_ notify: @escaping @Sendable () -> Void) -> Int {
    box.withLock { box in
      defer { box.nextID += 1 }
      box.watchers[box.nextID] = notify
      return box.nextID
    }
  }

  private func remove(_ id: Int) {
    // Let go of outside of the lock: what the closure holds may end with it, and do anything then.
    _ = box.withLock { $0.watchers.removeValue(forKey: id) }
  }
}
