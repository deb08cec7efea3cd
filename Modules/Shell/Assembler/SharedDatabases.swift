import Concurrency
import Database
import DatabaseLive
import Essentials
import Observed

/// The databases of one run; each is opened only once.
struct SharedDatabases: Sendable {
  let dependencies: Dependencies
  let clock: any Clock<Duration>
  /// Whether a cache that another process uses for too long is replaced by one in memory, too.
  let replacesBusyCaches: Bool
  private let caches = Observed<[FileName: Database]>([:])
  private let states = Observed<[FileName: Database]>([:])
  private let fallbacks = Observed<[FileName: MemoryFallback]>([:])
  /// The first error for which a cache is not saved; nil while all are.
  let cacheFailure = Observed<(any Error)?>(nil)

  /// The longest time that closing waits for work in progress.
  private static let patience = Duration.milliseconds(200)

  /// The dependencies with shared databases.
  var shared: Dependencies {
    var shared = dependencies
    shared.cache = { [caches, dependencies] name in Self.value(name, of: caches) { dependencies.cache(name) } }
    shared.state = { [states, dependencies] name in Self.value(name, of: states) { dependencies.state(name) } }
    return shared
  }

  /// The dependencies with shared databases, whose caches continue in memory when they cannot be saved.
  var fallingBack: Dependencies {
    var fallingBack = shared
    fallingBack.cache = { [cache = fallingBack.cache, fallbacks, cacheFailure, replacesBusyCaches] name in
      var database = cache(name)
      database.fallback = Self.value(name, of: fallbacks) {
        MemoryFallback(memory: .memory(), movesWhenBusy: replacesBusyCaches) { reason in
          cacheFailure.update { $0 = $0 ?? reason }
        }
      }
      return database
    }
    return fallingBack
  }

  /// Sends the change signals of the databases that other processes have changed.
  func noticeChanges() async {
    for database in [Database](caches.value.values) + states.value.values { await database.noticeChanges() }
  }

  /// Closes the databases. After `patience` they stay open, which loses no data.
  func close() async {
    let closed = Latch()
    Task { [caches, states] in
      for database in [Database](caches.value.values) + states.value.values { await database.close() }
      closed.open()
    }
    await closed.wait(orUntil: { try await clock.sleep(for: Self.patience) })
  }

  private static func value<Value: Sendable>(
    _ name: FileName, of all: Observed<[FileName: Value]>, _ make: @Sendable () -> Value
  ) -> Value {
    all.update { all in
      let value = all[name] ?? make()
      all[name] = value
      return value
    }
  }
}
