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
  /// The comics of one server, their pictures, and what the reader has bookmarked of them.
  /// - Parameters:
  ///   - base: the address that the server's resources lie under.
  ///   - cache: where what can be had again is kept.
  ///   - state: where what cannot be had again is kept.
  static func live(
    client: NetworkClient, base: URL, cache: Database, state: Database, now: @escaping @Sendable () -> Date
  ) -> Self {
    .live(
      service: .live(client: client, base: base), store: .live(database: cache),
      picturesService: .live(client: client), picturesStore: .live(database: cache),
      missingPictures: .live(database: cache), flags: .live(database: state),
      roll: { .random(in: $0) },
      now: now)
  }
}
