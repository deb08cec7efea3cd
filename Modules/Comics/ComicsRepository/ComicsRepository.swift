// Comics, and a comic with its picture and neighbours.

public import CachedResource
public import ComicDomain
public import Essentials
public import FlagsRepository
public import PagedList
public import Pictures
public import Sync

/// Comics with their pictures and flags: the list of all, and each one with its neighbours.
///
/// Loading returns the server's latest, or the cached copy if that fails.
public struct ComicsRepository: Sendable {
  /// All comics, newest first. A comic that failed to load has a row that says so.
  public var list: PagedList<ComicEntry>
  /// Loads a comic: the server's latest, or the cached copy if that fails. Its row in the list changes by itself.
  ///
  /// - Throws: `NoCachedCopy`, whose `failure` is `.rejected(status: 404)` if there is no such comic; or
  ///   `CancellationError`.
  public var detail: @Sendable (_ id: Comic.ID) async throws -> Loaded<Comic>
  /// Returns the cached copy of a comic, without a request; nil if there is none.
  public var cachedComic: @Sendable (_ id: Comic.ID) async -> Loaded<Comic>?
  /// Returns the newest comic, or the newest cached one if the server fails.
  ///
  /// - Throws: `NoCachedCopy`, or `CancellationError`.
  public var latest: @Sendable () async throws -> Loaded<Comic>
  /// Returns the nearest comic in a direction; nil before the first and after the latest. Numbers without a comic are
  /// skipped. The server is asked about numbers of which nothing is cached.
  ///
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var neighbour: @Sendable (_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID?
  /// Returns a random comic; if the server fails, a cached one.
  ///
  /// - Throws: `NoCachedCopy`, or `CancellationError`.
  public var random: @Sendable () async throws -> Comic.ID
  /// Returns the picture of a comic. A cached picture is revalidated at most once a run, and only if it has a
  /// validator, because pictures hardly ever change.
  ///
  /// - Throws: `NoCachedCopy`, whose failure is a `NetworkClient.Error` or a `Picture.Error`; or `CancellationError`.
  public var picture: @Sendable (_ address: URL) async throws -> Loaded<Picture>
  /// Returns the cached picture of a comic, without a request; nil if there is none.
  public var cachedPicture: @Sendable (_ address: URL) async -> Picture?
  /// The flags of comics. Bookmarking a comic also starts its download, without waiting for it.
  public var flags: FlagsRepository<Comic.ID>
  /// The download of a comic with its picture. The comic itself is loaded only if it is not cached.
  public var download: OfflineDownload<Comic.ID>

  public init(
    list: PagedList<ComicEntry>,
    detail: @escaping @Sendable (_ id: Comic.ID) async throws -> Loaded<Comic>,
    cachedComic: @escaping @Sendable (_ id: Comic.ID) async -> Loaded<Comic>?,
    latest: @escaping @Sendable () async throws -> Loaded<Comic>,
    neighbour: @escaping @Sendable (_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID?,
    random: @escaping @Sendable () async throws -> Comic.ID,
    picture: @escaping @Sendable (_ address: URL) async throws -> Loaded<Picture>,
    cachedPicture: @escaping @Sendable (_ address: URL) async -> Picture?,
    flags: FlagsRepository<Comic.ID>,
    download: OfflineDownload<Comic.ID>
  ) {
    self.list = list
    self.detail = detail
    self.cachedComic = cachedComic
    self.latest = latest
    self.neighbour = neighbour
    self.random = random
    self.picture = picture
    self.cachedPicture = cachedPicture
    self.flags = flags
    self.download = download
  }
}
