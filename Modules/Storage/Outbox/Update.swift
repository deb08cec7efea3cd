import Observed

extension TransactionalRows {
  /// Fails at every endpoint and never sends a change signal.
  public static func failing(_ error: any Error) -> Self {
    Self(read: { throw error }, edit: { _ in throw error }, changes: .none)
  }

  /// Changes the contents, and returns the result of the closure.
  /// - Throws: The errors of `edit`.
  @discardableResult
  public func update<Value: Sendable>(
    _ work: @escaping @Sendable (inout Contents) throws -> Value
  ) async throws -> Value {
    let result = Observed<Value?>(nil)
    try await edit { result.replace(with: try work(&$0)) }
    guard let value = result.value else { throw NotRun() }
    return value
  }
}

/// The closure was not run, and no error was thrown.
private struct NotRun: Error {}
