// A short list that is read whole and changed in one transaction.

public import Observed

/// A short list of rows and what is known of the whole, kept together, and changed in one step whoever else does so.
///
/// It is read whole: for what fits into memory many times over. The errors are `DatabaseError`, `CancellationError`, and
/// what an edit throws.
public struct TransactionalRows<Row: Equatable & Sendable, Header: Equatable & Sendable>: Sendable {
  /// What is kept, as it is at one moment.
  public var read: @Sendable () async throws -> Contents
  /// Changes what is kept, from what it is at that moment to what the closure makes of it, all or nothing. When this
  /// returns, the change is safe. The closure may run more than once, and must do nothing but compute.
  public var edit: @Sendable (_ edit: @escaping @Sendable (inout Contents) throws -> Void) async throws -> Void
  /// An element after every change, here or elsewhere, once it is noticed; a slow reader of the stream skips to the newest.
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

  /// The rows, and what is known of the whole.
  public struct Contents: Equatable, Sendable {
    /// The rows, in order.
    public var rows: [Row]
    /// What is known of the whole.
    public var header: Header
    /// Another number after every change; not for an edit to set.
    public var revision: Int64

    public init(rows: [Row] = [], header: Header, revision: Int64 = 0) {
      self.rows = rows
      self.header = header
      self.revision = revision
    }
  }
}
