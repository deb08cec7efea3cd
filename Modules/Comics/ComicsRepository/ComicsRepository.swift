// Comics, and a comic with its picture and neighbours.

public import CachedResource
public import ComicDomain
public import FlagsRepository
public import PagedList
public import Pictures
public import Sync

/// Comics as they are read: the latest and all before them, those that are bookmarked, one with its picture.
///
/// The server's latest first, and the kept copy when that fails. What is bookmarked, and all that is kept of it, is the
/// same in every list and for every comic at once.
public struct ComicsRepository: Sendable {
  /// All comics, newest first. One that could not be had is a row that says so.
  public var list: PagedList<ComicEntry>
  /// A comic: the server's latest, or what is kept when that fails. The last element is all that can be known.
  /// - Throws: `NoCachedCopy`, whose `failure` is `.rejected(status: 404)` where there is no such comic; or
  ///   `CancellationError`.
  public var detail: @Sendable (_ id: Comic.ID) -> AsyncThrowingStream<Loaded<Comic>, any Error>
  /// What is kept of a comic, without asking the server; nil where nothing is.
  public var cachedComic: @Sendable (_ id: Comic.ID) async -> Loaded<Comic>?
  /// Asks again for a comic whose row says that it could not be had. The row changes by itself.
  /// - Throws: as `detail`.
  public var retry: @Sendable (_ id: Comic.ID) async throws -> Void
  /// The newest comic, or the newest that is kept when the server fails.
  /// - Throws: `NoCachedCopy`, or `CancellationError`.
  public var latest: @Sendable () async throws -> Loaded<Comic>
  /// The comic next to another, whether it is kept or not: numbers without a comic are stepped over, and where nothing is
  /// kept the server is asked. Nil where there is none: at the first, and at the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var neighbour: @Sendable (_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID?
  /// Any comic there is; without the server, any that is kept.
  /// - Throws: `NoCachedCopy`, or `CancellationError`.
  public var random: @Sendable () async throws -> Comic.ID
  /// The picture of a comic. The server is asked about each address at most once a run, whether a kept copy is the
  /// latest, and only where that has a validator: a picture hardly ever changes.
  /// - Throws: `NoPicture`; `NoCachedCopy`, whose failure is a `NetworkClient.Error` or a `Picture.Error`; or
  ///   `CancellationError`.
  public var picture: @Sendable (_ comic: Comic) async throws -> Loaded<Picture>
  /// The kept picture of a comic, without asking the server; nil where there is none.
  public var cachedPicture: @Sendable (_ comic: Comic) async -> Picture?
  /// Which comics were read, and which are bookmarked. The download of one begins after it was bookmarked, and is not
  /// waited for.
  public var marks: FlagsRepository<Comic.ID>
  /// Saves a comic with its picture. The comic itself is asked for where it is not saved.
  public var download: OfflineDownload<Comic.ID>

  public init(
    list: PagedList<ComicEntry>,
    detail: @escaping @Sendable (_ id: Comic.ID) -> AsyncThrowingStream<Loaded<Comic>, any Error>,
    cachedComic: @escaping @Sendable (_ id: Comic.ID) async -> Loaded<Comic>?,
    retry: @escaping @Sendable (_ id: Comic.ID) async throws -> Void,
    latest: @escaping @Sendable () async throws -> Loaded<Comic>,
    neighbour: @escaping @Sendable (_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID?,
    random: @escaping @Sendable () async throws -> Comic.ID,
    picture: @escaping @Sendable (_ comic: Comic) async throws -> Loaded<Picture>,
    cachedPicture: @escaping @Sendable (_ comic: Comic) async -> Picture?,
    marks: FlagsRepository<Comic.ID>,
    download: OfflineDownload<Comic.ID>
  ) {
    self.list = list
    self.detail = detail
    self.cachedComic = cachedComic
    self.retry = retry
    self.latest = latest
    self.neighbour = neighbour
    self.random = random
    self.picture = picture
    self.cachedPicture = cachedPicture
    self.marks = marks
    self.download = download
  }
}
