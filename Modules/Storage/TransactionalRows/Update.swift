import Observed
import Synchronization

extension TransactionalRows {
  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(read: { throw error }, edit: { _ in throw error }, changes: .none)
  }
}

extension TransactionalRows {
  /// Changes what is kept, and returns what the closure does.
  /// - Throws: as `edit`.
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

/// The edit of a list was not made, and no error was thrown.
private struct NotRun: Error {}

/// A mutex cannot be captured by a closure; a reference to one can.
private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
