import CachedResource
import CommentsService
import CommentsStore
import Database
import FlagsRepository
import FlagsStore
import Foundation
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import PostsService
import Store
import Sync
import TestSupport
import Testing
import UsersService
import UsersStore

/// The download of posts for reading offline.
extension PostsRepositoryLiveTests {
  private typealias ClientError = NetworkClient.Error

  /// Returns a service that lists the first `listed` sample users, returns each by identifier, and records its calls.
  private func users(_ asked: CallRecorder<String>, listed: Int = .max) -> UsersService {
    UsersService(
      users: { _ in
        asked.record("users")
        return .changed(Array([User].samples.prefix(listed)), validator: nil)
      },
      user: { id, _ in
        asked.record("user \(id)")
        return .changed([User].samples.filter { $0.id == id }, validator: nil)
      })
  }

  @Test func `downloads request the comments of each post, the users once, and no saved posts`() async throws {
    try await list(.samples)
    let asked = CallRecorder<String>()
    let sut = sut(
      posts: .failing(), users: users(asked),
      comments: CommentsService { id, _ in
        asked.record("comments \(id)")
        return .changed([], validator: nil)
      })
    for post in [Post].samples { try await sut.download.item(post.id) }
    #expect(asked.all.filter { $0.hasPrefix("comments") } == ["comments 1", "comments 2", "comments 3"])
    #expect(asked.all.filter { $0.hasPrefix("user") } == ["users"])
    #expect(try await commentsStore.value(post.id)?.value == [])
    #expect(try await usersStore.value(.all)?.value == .samples)
  }

  @Test func `a download cancelled while its comments are being saved returns successfully`() async throws {
    let post = Post(id: Post.ID(1), userID: nil, title: "", body: "")
    try await list([post])
    let gate = Gate()
    let insert = commentsStore.insert
    var store = commentsStore
    store.insert = { copy, key in
      // The save continues after the download is cancelled.
      await Task { try? await gate.pause() }.value
      try await Task { try await insert(copy, key) }.value
    }
    let sut = sut(posts: .failing(), keeping: store)
    let keeping = Task { try await sut.download.item(post.id) }
    await gate.arrived()
    keeping.cancel()
    await gate.open()
    try await keeping.value
    #expect(await sut.download.saved(post.id).date != nil)
  }

  @Test func `downloads of several posts request an unlisted author once`() async throws {
    let author = User.ID(9)
    try await list((1...3).map { Post(id: Post.ID($0), userID: author, title: "", body: "") })
    let asked = CallRecorder<String>()
    let sut = sut(users: users(asked, listed: 0))
    for id in 1...3 { try await sut.download.item(Post.ID(id)) }
    #expect(asked.all == ["users", "user 9"])
  }

  @Test func `a download requests the author by id when users cannot be listed`() async throws {
    try await list(.samples)
    var users = UsersService.stub()
    users.users = { _ in throw ClientError.rejected(status: 403) }
    try await sut(users: users).download.item(post.id)
    #expect(try await usersStore.value(.one(User.ID(1)))?.value.first?.name == "Ines Calder")
    users.user = { _, _ in throw ClientError.rejected(status: 500) }
    await #expect(throws: NoCachedCopy.self) { try await sut(users: users).download.item([Post].samples[1].id) }
  }

  @Test func `a download requests and saves a post that is not saved`() async throws {
    let sut = sut()
    #expect(await sut.download.saved(post.id).date == nil)
    try await sut.download.item(post.id)
    #expect(try await postsStore.singles.value(post.id)?.value == post)
    await #expect(throws: NoCachedCopy.self) { try await sut.download.item(Post.ID(99)) }
  }

  @Test func `a post is fully saved when its comments are, with the date of the comments`() async throws {
    try await commentsStore.insert(CachedCopy([], fetchedAt: .distantPast), post.id)
    #expect(await sut().download.saved(post.id).date == nil)
    try await list(.samples, at: today)
    #expect(await sut().download.saved(post.id).date == .distantPast)
    #expect(await sut().download.saved([Post].samples[1].id).date == nil)
  }

  @Test func `a download throws when new comments fail to load or to be saved, even with cached ones`() async throws {
    try await list(.samples)
    try await commentsStore.insert(CachedCopy([], fetchedAt: .distantPast), post.id)
    await #expect(throws: down) { try await sut(comments: .failing()).download.item(post.id) }
    let failing = CommentsStore.failing(DatabaseError.noSpace)
    await #expect(throws: DatabaseError.noSpace) { try await sut(keeping: failing).download.item(post.id) }
  }

  @Test func `a server without comments is asked for them once, and the downloads succeed`()
    async throws
  {
    try await list(.samples)
    let asked = CallRecorder<Int>()
    let missing = CommentsService { _, _ in
      asked.record(1)
      throw ClientError.rejected(status: 404)
    }
    let sut = sut(comments: missing)
    for post in [Post].samples { try await sut.download.item(post.id) }
    #expect(asked.all.count == 1)
  }

  @Test func `a missing feed of comments leaves those of other posts to be downloaded`() async throws {
    var posts = [Post].samples
    for index in posts.indices { posts[index].discussion.feed = URL(string: "https://x.example/\(index)/comments") }
    try await list(posts)
    let asked = CallRecorder<Post.ID>()
    let sut = sut(
      comments: CommentsService { id, _ in
        asked.record(id)
        throw ClientError.rejected(status: 404)
      })
    for post in posts {
      _ = try await flags.addBookmark(Bookmark(kind: .post, id: post.id.text, addedAt: today))
      try await sut.download.item(post.id)
    }
    #expect(asked.all == posts.map(\.id))
  }

  @Test func `a 404 for comments fails the download on a server that has comments`() async throws {
    try await list(.samples)
    let sut = sut(
      comments: CommentsService { id, _ in
        if id == Post.ID(2) { throw ClientError.rejected(status: 404) }
        return .changed([], validator: nil)
      })
    try await sut.download.item(Post.ID(1))
    await #expect(throws: NoCachedCopy.self) { try await sut.download.item(Post.ID(2)) }
    try await sut.download.item(Post.ID(3))
  }

  @Test func `a download times out when the comments do not arrive`() async throws {
    try await list(.samples)
    let never = Gate()
    let sut = sut(
      comments: CommentsService { _, _ in
        try await never.pause()
        return .unchanged
      })
    let keeping = Task { try await sut.download.item(post.id) }
    await clock.sleeping()
    clock.advance(by: .seconds(11))
    await never.arrived()
    clock.advance(by: .seconds(1))
    await #expect(throws: NetworkClient.Error.unreachable(.timedOut)) { try await keeping.value }
  }

  @Test func `refreshBookmarked downloads incomplete bookmarked posts and throws for a missing one`()
    async throws
  {
    try await list(.samples)
    for id in ["1", "2"] { _ = try await flags.addBookmark(Bookmark(kind: .post, id: id, addedAt: today)) }
    try await commentsStore.insert(CachedCopy([], fetchedAt: .distantPast), Post.ID(2))
    try await offline.list.refreshBookmarked()
    #expect(await offline.download.saved(Post.ID(1)) == .item)
    try await sut().list.refreshBookmarked()
    #expect(await offline.download.saved(Post.ID(1)) == .all(today))
    #expect(await offline.download.saved(Post.ID(2)) == .all(.distantPast))
    _ = try await flags.addBookmark(Bookmark(kind: .post, id: "99", addedAt: today))
    #expect(await offline.download.saved(Post.ID(99)) == .nothing)
    await #expect(throws: down) { try await offline.list.refreshBookmarked() }
  }

  @Test func `bookmarking a post starts its download`() async throws {
    try await list(.samples)
    let (asked, asks) = AsyncStream.makeStream(of: Post.ID.self)
    let sut = sut(
      comments: CommentsService { id, _ in
        asks.yield(id)
        return .changed([], validator: nil)
      })
    _ = try await sut.flags.setBookmarked(Post.ID(2), true)
    #expect(await asked.first { _ in true } == Post.ID(2))
  }
}
