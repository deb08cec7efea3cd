// Titles of posts, and a post with its author and comments.

public import CachedResource
public import FlagsRepository
public import PagedList
public import PostDomain
public import Sync

/// Posts as they are read: their titles, those that are bookmarked, and one post with its author's name and comments.
public struct PostsRepository: Sendable {
  /// The titles.
  public var list: PagedList<PostTitle>
  /// Which posts were read, and which are bookmarked. The download of one begins after it was bookmarked, and is not waited
  /// for.
  public var marks: FlagsRepository<Post.ID>
  /// Saves a post with its author and comments. The post itself is asked for where it is not saved, and each author once a
  /// run.
  public var download: OfflineDownload<Post.ID>
  /// A post, each time more of it is known; the last is all that can be.
  ///
  /// `provenance` is `.cache` as soon as anything shown is a kept copy, `fetchedAt` is the oldest part's date, and `failure`
  /// says why something is kept or unknown. The post itself takes as long as its request may; everything else is given
  /// up, and unknown, when it takes much longer than the post.
  /// - Throws: `NoCachedCopy` where the post itself cannot be had, or `CancellationError`.
  public var detail: @Sendable (_ id: Post.ID) -> AsyncThrowingStream<Loaded<PostDetail>, any Error>
  /// What is kept of a post, without asking the server; what is not kept of it is `.awaited`.
  public var cachedDetail: @Sendable (_ id: Post.ID) async -> Loaded<PostDetail>?

  public init(
    list: PagedList<PostTitle>, marks: FlagsRepository<Post.ID>,
    download: OfflineDownload<Post.ID>,
    detail: @escaping @Sendable (_ id: Post.ID) -> AsyncThrowingStream<Loaded<PostDetail>, any Error>,
    cachedDetail: @escaping @Sendable (_ id: Post.ID) async -> Loaded<PostDetail>?
  ) {
    self.list = list
    self.marks = marks
    self.download = download
    self.detail = detail
    self.cachedDetail = cachedDetail
  }
}
