import Observed
import Synchronization

/// A database in memory that the stores of a cache use once one of their changes cannot be saved.
///
/// Each store moves separately and for the rest of the run, with those of its rows that can still be read, up to a limit.
public final class MemoryFallback: Sendable {
  private struct State {
    var failure: DatabaseError?
    /// The moves of stores in progress or done, by the stores' names.
    var moves: [String: Task<Void, Never>] = [:]
    var moved: Set<String> = []
    /// The number of bytes that may still be copied.
    var room = 64 << 20
  }

  private let memory: Database
  private let movesWhenBusy: Bool
  private let failed: @Sendable (DatabaseError) -> Void
  private let state = Mutex(State())

  /// The limit of rows copied from each table.
  private static let rowLimit = 10_000

  /// - Parameters:
  ///   - memory: A database in memory that nothing else uses.
  ///   - movesWhenBusy: Whether stores also move when another process uses the database for too long. If not, their
  ///     change throws `DatabaseError.busy`, and can be tried again.
  ///   - failed: Receives the reason why a change is not saved.
  public init(
    memory: Database, movesWhenBusy: Bool, failed: @escaping @Sendable (_ reason: DatabaseError) -> Void = { _ in }
  ) {
    self.memory = memory
    self.movesWhenBusy = movesWhenBusy
    self.failed = failed
  }

  /// The reason why changes are not saved; nil while they are.
  public var failure: DatabaseError? { state.withLock { $0.failure } }

  /// Returns a database for one store. It is the given one until a change cannot be saved there.
  func database(for schema: Schema, on disk: Database) -> Database {
    var database = disk
    database.fallback = nil
    database.reading = { try await self.place(of: schema, on: disk).reading($0) }
    database.scanning = { try await self.place(of: schema, on: disk).scanning($0) }
    database.writing = { try await self.write($0, schema, disk) }
    let signal = ChangeSignal.merging(disk.storeChanges(schema.name), memory.storeChanges(schema.name))
    database.changes = signal
    database.storeChanges = { _ in signal }
    return database
  }

  private func place(of schema: Schema, on disk: Database) -> Database {
    state.withLock { $0.moved.contains(schema.name) } ? memory : disk
  }

  private func write(
    _ work: @escaping @Sendable (Connection) throws -> Void, _ schema: Schema, _ disk: Database
  ) async throws {
    if state.withLock({ $0.moves[schema.name] == nil && $0.failure != .busy }) {
      do { return try await disk.writing(work) } catch let error as DatabaseError {
        if error == .busy, !movesWhenBusy { throw error }
        state.withLock { $0.failure = $0.failure ?? error }
        failed(error)
      }
    }
    await move(schema, disk).value
    try await memory.writing(work)
  }

  private func move(_ schema: Schema, _ disk: Database) -> Task<Void, Never> {
    state.withLock { state in
      if let move = state.moves[schema.name] { return move }
      let room = state.room
      let move = Task {
        let tables = StoreTables(schema: schema)
        let copy = try? await disk.read { try tables.copy($0, rows: Self.rowLimit, bytes: room) }
        // Tables of an earlier move may still exist. If the copy fails, the store starts empty.
        try? await self.memory.write { try tables.remove($0) }
        if let copy { try? await self.memory.write { try tables.insert($0, copy) } }
        self.state.withLock { state in
          state.moved.insert(schema.name)
          state.room -= copy?.bytes ?? 0
        }
      }
      state.moves[schema.name] = move
      return move
    }
  }
}
