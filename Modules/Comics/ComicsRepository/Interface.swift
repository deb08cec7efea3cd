public import ComicDomain
public import Feed
public import ItemMarks
public import ItemsLoader
public import Pictures
public import Sync

/// Comics as they are read: the latest and all before them, those that are bookmarked, one with its picture.
///
/// The server's latest first, and the kept copy when that fails. What is bookmarked, and all that is kept of it, is the
/// same in every list and for every comic at once.
public struct ComicsRepository: Sendable {
  /// All comics, newest first. One that could not be had is a row that says so.
  public var feed: Feed<ComicEntry>
  /// A comic: the server's latest, or what is kept when that fails. The last element is all that can be known.
  /// - Throws: `NothingKept`, whose `failure` is `.rejected(status: 404)` where there is no such comic; or
  ///   `CancellationError`.
  public var detail: @Sendable (_ id: Comic.ID) -> AsyncThrowingStream<LoadResult<Comic>, any Error>
  /// What is kept of a comic, without asking the server; nil where nothing is.
  public var keptComic: @Sendable (_ id: Comic.ID) async -> LoadResult<Comic>?
  /// Asks again for a comic whose row says that it could not be had. The row changes by itself.
  /// - Throws: as `detail`.
  public var retry: @Sendable (_ id: Comic.ID) async throws -> Void
  /// The newest comic, or the newest that is kept when the server fails.
  /// - Throws: `NothingKept`, or `CancellationError`.
  public var latest: @Sendable () async throws -> LoadResult<Comic>
  /// The comic next to another, whether it is kept or not: numbers without a comic are stepped over, and where nothing is
  /// kept the server is asked. Nil where there is none: at the first, and at the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var neighbour: @Sendable (_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID?
  /// Any comic there is; without the server, any that is kept.
  /// - Throws: `NothingKept`, or `CancellationError`.
  public var random: @Sendable () async throws -> Comic.ID
  /// The picture of a comic. The server is asked about each address at most once a run, whether a kept copy is the
  /// latest, and only where that has a validator: a picture hardly ever changes.
  /// - Throws: `NoPicture`; `NothingKept`, whose failure is a `NetworkClient.Error` or a `Picture.Error`; or
  ///   `CancellationError`.
  public var picture: @Sendable (_ comic: Comic) async throws -> LoadResult<Picture>
  /// The kept picture of a comic, without asking the server; nil where there is none.
  public var keptPicture: @Sendable (_ comic: Comic) async -> Picture?
  /// Which comics were read, and which are bookmarked. The download of one begins after it was bookmarked, and is not
  /// waited for.
  public var marks: ItemMarks<Comic.ID>
  /// Saves a comic with its picture. The comic itself is asked for where it is not saved.
  public var download: OfflineDownload<Comic.ID>

  public init(
    feed: Feed<ComicEntry>,
    detail: @escaping @Sendable (_ id: Comic.ID) -> AsyncThrowingStream<LoadResult<Comic>, any Error>,
    keptComic: @escaping @Sendable (_ id: Comic.ID) async -> LoadResult<Comic>?,
    retry: @escaping @Sendable (_ id: Comic.ID) async throws -> Void,
    latest: @escaping @Sendable () async throws -> LoadResult<Comic>,
    neighbour: @escaping @Sendable (_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID?,
    random: @escaping @Sendable () async throws -> Comic.ID,
    picture: @escaping @Sendable (_ comic: Comic) async throws -> LoadResult<Picture>,
    keptPicture: @escaping @Sendable (_ comic: Comic) async -> Picture?,
    marks: ItemMarks<Comic.ID>,
    download: OfflineDownload<Comic.ID>
  ) {
    self.feed = feed
    self.detail = detail
    self.keptComic = keptComic
    self.retry = retry
    self.latest = latest
    self.neighbour = neighbour
    self.random = random
    self.picture = picture
    self.keptPicture = keptPicture
    self.marks = marks
    self.download = download
  }
}
