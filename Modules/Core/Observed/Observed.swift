// Values that can be watched, change signals, and view models.

import Synchronization

/// A value that anything may change and any number of watchers may follow.
public final class Observed<Value: Sendable>: Sendable {
  private let box: Mutex<Value>
  private let source = ChangeSource()

  public init(_ value: Value) { box = Mutex(value) }

  /// The value now.
  public var value: Value { box.withLock { $0 } }

  /// Changes the value in one step, then notifies every watcher. The change itself is made under a lock: it must do nothing
  /// but compute, and cancel, resume or call nobody. If it throws, its changes until then stay, and nobody is notified.
  @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    let result = try box.withLock { try change(&$0) }
    source.send()
    return result
  }

  /// Replaces the value.
  /// - Returns: The value before, so that a task that is replaced can be cancelled.
  @discardableResult
  public func replace(with new: Value) -> Value {
    update { value in
      defer { value = new }
      return value
    }
  }

  /// Signals every `update`.
  public var changes: ChangeSignal { source.signal }

  /// Waits until the value meets a condition, or the task is cancelled.
  public func wait(until isMet: @Sendable (Value) -> Bool) async { await changes.wait { isMet(value) } }
}
