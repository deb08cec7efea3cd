// Values that can be watched, change signals, and view models.

import Synchronization

/// A value that can be changed from anywhere and watched by any number of watchers.
public final class Observed<Value: Sendable>: Sendable {
  private let box: Mutex<Value>
  private let source = ChangeSource()

  public init(_ value: Value) { box = Mutex(value) }

  /// The current value.
  public var value: Value { box.withLock { $0 } }

  /// Changes the value atomically, then notifies every watcher. `change` runs under a lock, so it must only compute: it
  /// must not cancel, resume or call anything else. If it throws, the changes it has made stay, and watchers are not
  /// notified.
  @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    let result = try box.withLock { try change(&$0) }
    source.send()
    return result
  }

  /// Replaces the value.
  /// - Returns: The previous value, for example a task to cancel.
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

/// A value that is made when it is first read. If several threads read it at once, all get the one that is ready first.
@propertyWrapper public struct Lazy<Value: Sendable>: Sendable {
  private let box = Observed<Value?>(nil)
  private let make: @Sendable () -> Value

  /// - Parameter make: Makes the value. It may run several times at once.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value, which is made if necessary.
  public var value: Value {
    if let value = box.value { return value }
    let new = make()
    return box.update { value in
      if let value { return value }
      value = new
      return new
    }
  }

  /// The value of a property, which is made when it is first read, or set.
  public var wrappedValue: Value {
    get { value }
    set { self = Lazy { newValue } }
  }
}
