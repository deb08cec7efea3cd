// Titles of posts, and a post with its author and comments.

public import CachedResource
public import Essentials
public import FlagsRepository
public import PagedList
public import Pictures
public import PostDomain
public import Sync

/// The list of posts, their flags, and single posts with their authors' names and comments.
public struct PostsRepository: Sendable {
  /// The titles.
  public var list: PagedList<PostTitle>
  /// The read and bookmarked flags of posts. A bookmarked post starts to download, and setting the flag does not wait
  /// for that.
  public var flags: FlagsRepository<Post.ID>
  /// Downloads a post with its author and comments, and a bookmarked one with its pictures. A post that is cached already
  /// is not requested again, and each author is requested once per run.
  public var download: OfflineDownload<Post.ID>
  /// Downloads a post with its author, comments and pictures, whether it is bookmarked or not.
  public var downloadWithPictures: OfflineDownload<Post.ID>
  /// Returns a stream of a post that yields it again whenever more of it is known. Its last element has all that could
  /// be loaded.
  ///
  /// `provenance` is `.cache` as soon as anything shown is a cached copy; `fetchedAt` is the date of the oldest part;
  /// and `failure` says why a part is a cached copy or unknown. The post itself may take as long as its request may.
  /// Other parts that take much longer than the post are given up and become their cached copy, or unknown.
  /// - Throws: `NoCachedCopy` where the post itself cannot be loaded, or `CancellationError`.
  public var detail: @Sendable (_ id: Post.ID) -> AsyncThrowingStream<Loaded<PostDetail>, any Error>
  /// Returns the cached copy of a post, without a request. Parts that are not cached are `.awaited`.
  public var cachedDetail: @Sendable (_ id: Post.ID) async -> Loaded<PostDetail>?
  /// Returns a picture in the text of a post. A cached picture is revalidated at most once a run, and only if it has a
  /// validator.
  /// - Throws: `NoCachedCopy`, whose failure is a `NetworkClient.Error` or a `Picture.Error`; or `CancellationError`.
  public var picture: @Sendable (_ address: URL) async throws -> Loaded<Picture>

  public init(
    list: PagedList<PostTitle>, flags: FlagsRepository<Post.ID>,
    download: OfflineDownload<Post.ID>, downloadWithPictures: OfflineDownload<Post.ID>,
    detail: @escaping @Sendable (_ id: Post.ID) -> AsyncThrowingStream<Loaded<PostDetail>, any Error>,
    cachedDetail: @escaping @Sendable (_ id: Post.ID) async -> Loaded<PostDetail>?,
    picture: @escaping @Sendable (_ address: URL) async throws -> Loaded<Picture>
  ) {
    self.list = list
    self.flags = flags
    self.download = download
    self.downloadWithPictures = downloadWithPictures
    self.detail = detail
    self.cachedDetail = cachedDetail
    self.picture = picture
  }
}
