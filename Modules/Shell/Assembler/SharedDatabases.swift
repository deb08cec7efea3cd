import Database
import FileName
import Latch
import Observed

/// The databases of one run, each of which is opened once, however often it is asked for.
struct SharedDatabases: Sendable {
  private let caches = Observed<[FileName: Database]>([:])
  private let states = Observed<[FileName: Database]>([:])

  /// How long the end of the program may wait for somebody who is still at work in one of them.
  private static let patience = Duration.milliseconds(200)

  /// The same doors, with the databases shared.
  func sharing(_ dependencies: Dependencies) -> Dependencies {
    var shared = dependencies
    shared.cache = { [caches] in Self.database($0, of: caches, dependencies.cache) }
    shared.state = { [states] in Self.database($0, of: states, dependencies.state) }
    return shared
  }

  /// Closes them, so that one file is left of each. Where that takes too long they stay open, and nothing is lost by it.
  func close(_ clock: some Clock<Duration>) async {
    let closed = Latch()
    Task { [caches, states] in
      for database in [Database](caches.value.values) + states.value.values { await database.close() }
      closed.open()
    }
    await closed.wait(orUntil: { try await clock.sleep(for: Self.patience) })
  }

  private static func database(
    _ name: FileName, of all: Observed<[FileName: Database]>, _ make: @Sendable (FileName) -> Database
  ) -> Database {
    all.update { all in
      let database = all[name] ?? make(name)
      all[name] = database
      return database
    }
  }
}
