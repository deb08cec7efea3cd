// Transactions on tables, and the schemas that stores declare.

public import Observed

/// A database of tables, with reads that see one moment and changes that happen completely or not at all.
///
/// It throws `DatabaseError`, `CancellationError`, and the errors of the given work. The work must do nothing but use
/// its connection, because it runs again when a damaged database may be replaced by a new one.
public struct Database: Sendable {
  /// Runs a read. It sees the database at one moment, never waits for a change, and fails at a statement that would
  /// change anything. Cancelling the task interrupts the current statement.
  public var reading: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
  /// Runs a read that may take long, on another connection, so that no other read waits for it.
  public var scanning: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
  /// Runs a change. When this returns, the whole change is saved; when it throws, nothing is. Only one change runs at a
  /// time among all processes; those that wait for it may be saved together.
  public var writing: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
  /// The change signal of the database: it is sent after each change made through this value, and after changes by
  /// other processes or by other values for the same file once a read has noticed them. A slow reader skips to the
  /// newest.
  public var changes: ChangeSignal
  /// Returns the change signal of a store. It is also sent for changes that no store has claimed, and for those made
  /// elsewhere.
  public var storeChanges: @Sendable (_ store: String) -> ChangeSignal

  /// Sends the change signal if another process has changed the database since the last read or change. A read does so,
  /// too, but cannot tell right after a change through this value.
  public var noticeChanges: @Sendable () async -> Void
  /// Returns unused space to the file system. Reads continue meanwhile; changes wait.
  public var compact: @Sendable () async throws -> Void
  /// Closes the file once the work in progress is done, so that SQLite leaves no other files beside it. The next use
  /// opens it again.
  public var close: @Sendable () async -> Void
  /// Returns a copy in memory, made at its first use, where older tables of state are migrated and read while the file
  /// cannot be changed; nil if there is none.
  public var copy: @Sendable () -> Database? = { nil }
  /// Receives the number of damaged rows that a store has removed.
  public var lost: @Sendable (_ rows: Int) -> Void = { _ in }
  /// The memory that stores use when this database cannot be changed; nil if their changes fail then.
  public var fallback: MemoryFallback?

  /// - Parameters:
  ///   - reading: Runs a read, which sees one moment.
  ///   - scanning: Runs a read that may take long; nil to use `reading`.
  ///   - writing: Runs a change, and returns when it is on disk.
  ///   - changes: The change signal of the database.
  ///   - storeChanges: Returns the change signal of a store; nil to send every change to all stores.
  ///   - noticeChanges: Sends the change signal if another process has changed the database.
  ///   - compact: Returns unused space to the file system.
  ///   - close: Closes the file once the work in progress is done.
  public init(
    reading: @escaping @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void,
    scanning: (@Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void)? = nil,
    writing: @escaping @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void,
    changes: ChangeSignal,
    storeChanges: (@Sendable (_ store: String) -> ChangeSignal)? = nil,
    noticeChanges: @escaping @Sendable () async -> Void = {},
    compact: @escaping @Sendable () async throws -> Void = {}, close: @escaping @Sendable () async -> Void = {}
  ) {
    self.reading = reading
    self.scanning = scanning ?? reading
    self.writing = writing
    self.changes = changes
    self.storeChanges = storeChanges ?? { _ in changes }
    self.noticeChanges = noticeChanges
    self.compact = compact
    self.close = close
  }
}

/// A connection for the statements of one read or one change.
public struct Connection {
  /// Runs one statement with values for its `?`s, and calls `row` with each row of the result.
  public var run: (_ sql: String, _ values: [DatabaseValue], _ row: (Row) throws -> Void) throws -> Void
  /// Runs one statement without a result once for each list of values. With many rows it is faster than `run`, because
  /// the statement is looked up and prepared only once.
  public var runEach: (_ sql: String, _ rows: [[DatabaseValue]]) throws -> Void
  /// Claims the change for a store, by the name of its schema. Then only the watchers of claiming stores are notified.
  public var claim: (_ store: String) -> Void

  /// - Parameters:
  ///   - run: Runs a statement, and calls `row` with each row of its result.
  ///   - runEach: Runs a statement once for each list of values; nil to use `run` for that.
  ///   - claim: Claims the change for a store.
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

/// The value of a column in a row, or of a `?` in a statement.
public enum DatabaseValue: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// Whether it is NULL. A comparison of two values takes several times as long.
  public var isNull: Bool { if case .null = self { true } else { false } }
}

/// One row of a result, valid only during the call that receives it. Columns count from zero.
public struct Row {
  /// Returns a column as an integer; 0 if it is not one.
  public var integer: (_ column: Int) -> Int64
  /// Returns a column as a floating-point number; 0 if it is not one.
  public var real: (_ column: Int) -> Double
  /// Returns a column as a text; nil for NULL.
  public var text: (_ column: Int) -> String?
  /// Calls `body` with the UTF-8 of a column without making a `String`; with an empty span for NULL.
  public var utf8: (_ column: Int, _ body: (Span<UInt8>) -> Void) -> Void
  /// Returns a column as bytes; nil for NULL.
  public var blob: (_ column: Int) -> [UInt8]?
  /// Returns whether a column is NULL.
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

/// An error of a database.
public enum DatabaseError: Error, Hashable, Sendable {
  /// There is no SQLite on this system.
  case unavailable
  /// The folder or the file may not be read or written, belongs to another user, or is a symbolic link.
  case notPermitted
  /// The folder is on a read-only disk. Saved data can be read, and nothing can be added.
  case readOnly
  /// The disk or the user's quota is full.
  case noSpace
  /// Another process used the database for too long.
  case busy
  /// The file is damaged, or is not a database of this program.
  case damaged(file: String)
  /// The file or one of its tables was written by a newer version of the program.
  case newer(file: String, isState: Bool = false)
  /// Any other failure, in the system's words.
  case failed(String)

  /// Whether state cannot be used by this program. A damaged cache is replaced, so damage is always that of state.
  public var isOfState: Bool {
    switch self {
    case .damaged: true
    case .newer(_, let isState): isState
    default: false
    }
  }
}

extension Database {
  /// Fails at every read and every change, and never sends a change signal.
  public static func failing(_ error: any Error = DatabaseError.unavailable) -> Self {
    Self(
      reading: { _ in throw error }, writing: { _ in throw error }, changes: .none,
      compact: { throw error })
  }
}

extension DatabaseValue {
  /// A text, or NULL.
  public static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  /// A floating-point number, or NULL.
  public static func real(_ number: Double?) -> Self { number.map { .real($0) } ?? .null }
}

extension Database {
  /// Returns the same database for one store. In every read and every change, its tables have the shape of the schema.
  ///
  /// - A read does not create tables. If they are missing, or older without a migration, a statement that names one of
  ///   them returns no rows. So an empty store can be read where nothing can be written.
  /// - A change first creates missing tables, or migrates or replaces older ones, in the same transaction. A read does
  ///   the latter too if it finds older tables.
  /// - If a newer version of the program has written the tables, reads and changes throw `DatabaseError.newer`, and the
  ///   tables stay unchanged.
  /// - A read of older tables of state that cannot be migrated on disk, because it is read-only or full, reads their
  ///   `copy`.
  /// - If the definitions of the tables differ, or their version was never written by the program, reads and changes
  ///   throw `DatabaseError.damaged`. The same goes for tables of state without a version; tables of a cache are
  ///   created again.
  /// - Its change signal is that of this store.
  /// - With a `fallback`, tables of a cache move to memory when a change fails.
  public func using(_ schema: Schema) -> Self {
    let whole = (schema.isCache ? fallback : nil)?.database(for: schema, on: self) ?? self
    var database = whole
    let tables = StoreTables(schema: schema)
    database.reading = { work in
      while try await !whole.read({ try tables.read($0, work) }) {
        guard let copy = try await tables.prepare(whole) else { continue }
        return try await copy.reading(work)
      }
    }
    database.scanning = { work in
      while try await !whole.scan({ try tables.read($0, work) }) {
        guard let copy = try await tables.prepare(whole) else { continue }
        return try await copy.scanning(work)
      }
    }
    database.writing = { work in
      try await whole.writing { connection in
        connection.claim(schema.name)
        try tables.prepare(connection)
        try tables.checking(connection) { try work(connection) }
      }
    }
    database.changes = whole.storeChanges(schema.name)
    return database
  }
}
