public import Observed

/// A short list of rows and a header, stored together and changed atomically, also among processes.
///
/// It is always read as a whole, so it must be small compared with memory. It throws `DatabaseError`,
/// `CancellationError`, and the errors of an edit.
public struct TransactionalRows<Row: Equatable & Sendable, Header: Equatable & Sendable>: Sendable {
  /// Returns the contents at one moment.
  public var read: @Sendable () async throws -> Contents
  /// Changes the contents in one transaction. When this returns, the change is saved; when it throws, nothing is
  /// changed. The closure may run more than once and must do nothing but compute.
  public var edit: @Sendable (_ edit: @escaping @Sendable (inout Contents) throws -> Void) async throws -> Void
  /// The change signal, also for changes made elsewhere once they are noticed. A slow reader skips to the newest.
  public var changes: ChangeSignal

  public init(
    read: @escaping @Sendable () async throws -> Contents,
    edit: @escaping @Sendable (_ edit: @escaping @Sendable (inout Contents) throws -> Void) async throws -> Void,
    changes: ChangeSignal
  ) {
    self.read = read
    self.edit = edit
    self.changes = changes
  }

  /// The rows and the header.
  public struct Contents: Equatable, Sendable {
    /// The rows, in order.
    public var rows: [Row]
    /// The data about the list as a whole.
    public var header: Header
    /// A number that is different after every change. Edits must not set it.
    public var revision: Int64

    public init(rows: [Row] = [], header: Header, revision: Int64 = 0) {
      self.rows = rows
      self.header = header
      self.revision = revision
    }
  }
}

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
