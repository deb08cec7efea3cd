// Transactions on tables, and the schemas that stores declare.

public import Observed

/// A database of tables: read as it is at one moment, changed all or nothing.
///
/// Its errors are `DatabaseError`, `CancellationError`, and what the given work throws. A damaged database that may be
/// begun anew is, and then the work runs a second time; so it must do nothing but use its connection.
public struct Database: Sendable {
  /// Runs a read, which sees the database as it is at one moment, whatever is written meanwhile. Reads never wait for
  /// writes. Cancelling the task interrupts the statement that runs. A statement that would change anything fails.
  public var reading: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
  /// Runs a read that may take long, on a connection of its own, so that no other read waits for it.
  public var scanning: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
  /// Runs a change. When this returns, all of it is kept; when it throws, nothing of it is. Only one runs at a time,
  /// whichever process it is in.
  public var writing: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
  /// An element after every change made through this value, and after those of others (another process, or another
  /// value for the same file) once a read has noticed them; a slow reader of the stream skips to the newest.
  public var changes: ChangeSignal
  /// The same for the changes that a store has claimed, and those that nobody has or that were made by others.
  public var storeChanges: @Sendable (_ store: String) -> ChangeSignal

  /// Gives the room of what was removed back to the disk. Reads go on meanwhile; changes wait.
  public var compact: @Sendable () async throws -> Void
  /// Closes the file when what is under way is done, so that nothing is left beside it. The next use opens it again.
  public var close: @Sendable () async -> Void
  /// The memory that stores go on in when this database cannot be changed; nil where their changes fail then.
  public var fallback: MemoryFallback?

  /// - Parameters:
  ///   - scanning: nil for the same as `reading`.
  ///   - storeChanges: nil where all changes are everybody's.
  public init(
    reading: @escaping @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void,
    scanning: (@Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void)? = nil,
    writing: @escaping @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void,
    changes: ChangeSignal,
    storeChanges: (@Sendable (_ store: String) -> ChangeSignal)? = nil,
    compact: @escaping @Sendable () async throws -> Void = {}, close: @escaping @Sendable () async -> Void = {}
  ) {
    self.reading = reading
    self.scanning = scanning ?? reading
    self.writing = writing
    self.changes = changes
    self.storeChanges = storeChanges ?? { _ in changes }
    self.compact = compact
    self.close = close
  }
}

/// Runs statements, within one read or one change.
public struct Connection {
  /// Runs one statement with values for its `?`s, and hands over every row of the answer.
  public var run: (_ sql: String, _ values: [DatabaseValue], _ row: (Row) throws -> Void) throws -> Void
  /// Runs one statement that answers nothing, once for each list of values. For many rows: the statement is looked up and
  /// made ready only once.
  public var runEach: (_ sql: String, _ rows: [[DatabaseValue]]) throws -> Void
  /// Says which store a change belongs to, by the name of its schema: only those who watch this store are told then.
  public var claim: (_ store: String) -> Void

  /// - `runEach`: nil for one that does the same with `run`.
  public init(
    run: @escaping (_ sql: String, _ values: [DatabaseValue], _ row: (Row) throws -> Void) throws -> Void,
    runEach: ((_ sql: String, _ rows: [[DatabaseValue]]) throws -> Void)? = nil,
    claim: @escaping (_ store: String) -> Void = { _ in }
  ) {
    self.run = run
    self.runEach = runEach ?? { sql, rows in for values in rows { try run(sql, values) { _ in } } }
    self.claim = claim
  }
}

/// What stands in one column of a row, or for a `?`.
public enum DatabaseValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number with decimals.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

/// One row of an answer; valid only while it is handed over. Columns count from zero.
public struct Row {
  /// A column as a whole number; 0 for what is none.
  public var integer: (_ column: Int) -> Int64
  /// A column as a number with decimals; 0 for what is none.
  public var real: (_ column: Int) -> Double
  /// A column as a text; nil for NULL.
  public var text: (_ column: Int) -> String?
  /// Hands over the UTF-8 of a column as a text, as it lies there, without making a `String`; of NULL, no byte.
  public var utf8: (_ column: Int, _ body: (Span<UInt8>) -> Void) -> Void
  /// A column as bytes; nil for NULL.
  public var blob: (_ column: Int) -> [UInt8]?
  /// Whether a column is NULL.
  public var isNull: (_ column: Int) -> Bool

  public init(
    integer: @escaping (_ column: Int) -> Int64, real: @escaping (_ column: Int) -> Double,
    text: @escaping (_ column: Int) -> String?,
    utf8: @escaping (_ column: Int, _ body: (Span<UInt8>) -> Void) -> Void,
    blob: @escaping (_ column: Int) -> [UInt8]?, isNull: @escaping (_ column: Int) -> Bool
  ) {
    self.integer = integer
    self.real = real
    self.text = text
    self.utf8 = utf8
    self.blob = blob
    self.isNull = isNull
  }
}
