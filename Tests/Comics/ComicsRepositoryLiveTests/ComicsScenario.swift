import CachedPictures
import CachedResource
import ComicDomain
import ComicsRepository
import ComicsRepositoryLive
import ComicsService
import ComicsStore
import ComicsStoreLive
import Database
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import Observed
import PagedList
import Synchronization
import TestSupport

/// A server, its databases, and the repositories that use both.
struct ComicsScenario: Sendable {
  let server: ComicServer
  var cache = Database.memory()
  var state = Database.memory()
  let date = AdvancingDate()

  init(latest: Int) { server = ComicServer(latest: latest) }
  init(_ server: ComicServer) { self.server = server }

  /// Returns the repository of a program that starts now.
  /// - Parameters:
  ///   - service: Another service for comics than the server's.
  ///   - pictures: Another service for pictures than the server's.
  func repository(
    seed: UInt64 = 1, service: ComicsService? = nil, pictures: PicturesService? = nil
  ) -> ComicsRepository {
    let now: @Sendable () -> Date = { [date] in date.now }
    return .live(
      service: service ?? server.service, store: .live(database: cache),
      pictures: CachedPictures(
        pictures ?? server.pictures, .live(database: cache), missing: .live(database: cache), now: now),
      flags: .live(database: state), roll: SharedGenerator(seed: seed).roll, now: now)
  }

  /// Returns a database on a full disk.
  static func unwritable(_ database: Database) -> Database {
    FailingDisk(.noSpace).over(database)
  }
}

/// A generator of random numbers that are the same in every run.
private final class SharedGenerator: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  func roll(_ range: ClosedRange<Int>) -> Int { generator.withLock { .random(in: range, using: &$0) } }
}

/// A date that the test sets, and that advances by a second whenever it is read.
final class AdvancingDate: Sendable {
  private let date = Mutex(Date(timeIntervalSinceReferenceDate: 1_000_000))

  var now: Date {
    date.withLock { date in
      date += 1
      return date
    }
  }

  func pass(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

extension PagedList<ComicEntry> {
  func rows() async throws -> [ComicEntry] { try await window(.row(0), 0, .max).items }

  func numbers() async throws -> [Int] { try await rows().map(\.id.number) }

  /// Waits until there are at least `count` rows, and returns them.
  func rows(atLeast count: Int) async throws -> [ComicEntry] {
    var changes = changes.stream().makeAsyncIterator()
    while true {
      let rows = try await rows()
      if rows.count >= count { return rows }
      guard await changes.next() != nil else { return rows }
    }
  }
}

extension ComicEntry {
  var failure: String? { if case .failed(let error) = content { "\(error)" } else { nil } }
}
