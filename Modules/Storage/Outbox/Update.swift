import Observed
import Synchronization

extension TransactionalRows {
  /// Fails at every endpoint and never sends a change signal.
  public static func failing(_ error: any Error) -> Self {
    Self(read: { throw error }, edit: { _ in throw error }, changes: .none)
  }
}

extension TransactionalRows {
  /// Changes the contents, and returns the result of the closure.
  /// - Throws: The errors of `edit`.
  @discardableResult
  public func update<Value: Sendable>(
    _ work: @escaping @Sendable (inout Contents) throws -> Value
  ) async throws -> Value {
    let box = Box<Value>()
    try await edit { contents in
      let value = try work(&contents)
      box.value.withLock { $0 = value }
    }
    guard let value = box.value.withLock({ $0 }) else { throw NotRun() }
    return value
  }
}

/// The closure was not run, and no error was thrown.
private struct NotRun: Error {}

/// A reference to a mutex, because a closure cannot capture a mutex itself.
private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
