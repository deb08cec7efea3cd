import Observed
import Synchronization

/// The memory that the stores of a cache go on in when a change of theirs cannot be saved, for the rest of the run.
///
/// A store moves alone, with the first of its rows that can still be read. After `busy` it returns with the first change
/// that finds the database free; what was changed in memory until then is gone, as it can be had again.
public final class MemoryFallback: Sendable {
  private struct State {
    var failure: DatabaseError?
    /// By the names of stores: under way, or done.
    var moves: [String: Task<Void, Never>] = [:]
    var moved: Set<String> = []
    /// How many bytes more are copied.
    var room = 64 << 20
    /// Counts the returns to the disk: a move that began before one does not count.
    var returns = 0
  }

  private let memory: Database
  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  private let changes = ChangeSource()

  /// How many rows of a table are copied.
  private static let rowLimit = 10_000
  /// How long a change waits for a database that was busy before.
  private static let patience = Duration.milliseconds(100)

  /// - Parameters:
  ///   - memory: a database in memory, for these stores alone.
  ///   - clock: measures how long a busy database is waited for.
  public init(memory: Database, clock: any Clock<Duration>) {
    self.memory = memory
    self.clock = clock
  }

  /// Why changes are not saved; nil while they are.
  public var failure: DatabaseError? { state.withLock { $0.failure } }

  /// Returns a database for one store, which is the given one until a change cannot be saved there.
  func database(for schema: Schema, on disk: Database) -> Database {
    var database = disk
    database.fallback = nil
    database.reading = { try await self.place(of: schema, on: disk).reading($0) }
    database.scanning = { try await self.place(of: schema, on: disk).scanning($0) }
    database.writing = { try await self.write($0, schema, disk) }
    let signal = ChangeSignal.merging(
      disk.storeChanges(schema.name), memory.storeChanges(schema.name), changes.signal)
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
    if failure == .busy, await isFree(disk) { returnToDisk() }
    if state.withLock({ $0.failure != .busy && $0.moves[schema.name] == nil }) {
      do { return try await disk.writing(work) } catch let error as DatabaseError {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
    await move(schema, disk).value
    try await memory.writing(work)
  }

  private func isFree(_ disk: Database) async -> Bool {
    await withTaskGroup(of: Bool.self) { [clock] group in
      defer { group.cancelAll() }
      group.addTask { (try? await disk.writing { _ in }) != nil }
      group.addTask {
        try? await clock.sleep(for: Self.patience)
        return false
      }
      return await group.next() ?? false
    }
  }

  private func returnToDisk() {
    state.withLock { $0 = State(returns: $0.returns + 1) }
    changes.send()
  }

  private func move(_ schema: Schema, _ disk: Database) -> Task<Void, Never> {
    state.withLock { state in
      if let move = state.moves[schema.name] { return move }
      let (room, returns) = (state.room, state.returns)
      let move = Task {
        let tables = StoreTables(schema: schema)
        let copy = try? await disk.read { try tables.copy($0, rows: Self.rowLimit, bytes: room) }
        // There may be the rest of an earlier time, and a copy may not be of use.
        try? await self.memory.write { try tables.remove($0) }
        if let copy { try? await self.memory.write { try tables.insert($0, copy) } }
        self.state.withLock { state in
          guard state.returns == returns else { return }
          state.moved.insert(schema.name)
          state.room -= copy?.bytes ?? 0
        }
      }
      state.moves[schema.name] = move
      return move
    }
  }
}
