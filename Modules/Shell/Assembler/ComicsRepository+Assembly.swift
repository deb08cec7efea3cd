import ComicsRepository
import ComicsRepositoryLive
import ComicsService
import ComicsServiceLive
import ComicsStore
import ComicsStoreLive
import Database
import Essentials
import FlagsStore
import FlagsStoreLive
import NetworkClient
import PicturesService
import PicturesServiceLive
import PicturesStore
import PicturesStoreLive

extension ComicsRepository {
  /// Returns a repository for the comics of one server, their pictures and their flags.
  /// - Parameters:
  ///   - base: The base address of the server's resources.
  ///   - cache: The database of the cache.
  ///   - state: The database of the state.
  static func live(
    client: NetworkClient, base: URL, cache: Database, state: Database, now: @escaping @Sendable () -> Date
  ) -> Self {
    .live(
      service: .live(client: client, base: base), store: .live(database: cache),
      picturesService: .live(client: client, linkedFrom: { base }), picturesStore: .live(database: cache),
      missingPictures: .live(database: cache), flags: .live(database: state),
      roll: { .random(in: $0) },
      now: now)
  }
}
