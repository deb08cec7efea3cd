import CachedPictures
import CachedResource
import CommentsService
import CommentsStore
import CommentsStoreLive
import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import PostsRepositoryLive
import PostsService
import PostsStore
import PostsStoreLive
import Store
import Sync
import TestSupport
import Testing
import UsersService
import UsersStore
import UsersStoreLive

@Suite(.timeLimit(.minutes(5)))
struct PostsRepositoryLiveTests {
  let postsStore = PostsStore.live(database: .memory())
  let usersStore = UsersStore.live(database: .memory())
  let commentsStore = CommentsStore.live(database: .memory())
  let picturesDatabase = Database.memory()
  let flags = FlagsStore.live(database: .memory())
  let clock = TestClock()
  let today = Date(timeIntervalSince1970: 2_000)
  let post = [Post].samples[0]
  let down = NetworkClient.Error.unreachable(.refused)

  func sut(
    posts: PostsService = .stub(), users: UsersService = .stub(), comments: CommentsService = .stub(),
    keeping: CommentsStore? = nil, pictures: PicturesService = .failing()
  ) -> PostsRepository {
    .live(
      postsService: posts, postsStore: postsStore, usersService: users,
      usersStore: usersStore,
      commentsService: comments, commentsStore: keeping ?? commentsStore,
      pictures: CachedPictures(
        pictures, .live(database: picturesDatabase), missing: .live(database: picturesDatabase),
        now: { [today] in today }),
      flags: flags, patience: .seconds(2),
      clock: clock, now: { [today] in today })
  }

  var offline: PostsRepository { sut(posts: .failing(), users: .failing(), comments: .failing()) }

  /// Returns a service with this list of users, which finds nobody by identifier.
  func users(_ list: @escaping @Sendable () async throws -> [User]) -> UsersService {
    UsersService(
      users: { _ in .changed(try await list(), validator: nil) },
      user: { _, _ in .changed([], validator: nil) })
  }

  /// Returns a service of the sample posts that waits at a gate.
  func posts(waitingAt gate: Gate) -> PostsService {
    var posts = PostsService.stub()
    posts.post = { [posts] id, validator in
      try await gate.pause()
      return try await posts.post(id, validator)
    }
    return posts
  }

  @Test func `opening a post clears its changed flag, also offline`() async throws {
    var changed = post
    changed.changedAt = today
    try await postsStore.singles.insert(CachedCopy(changed, fetchedAt: today, validator: "v"), post.id)
    #expect(PostTitle(changed, author: nil).isChanged)
    _ = try await details(offline)
    let copy = try #require(try await postsStore.singles.value(post.id))
    #expect(copy.value == post)
    #expect(copy.validator == "v")
    #expect(!PostTitle(copy.value, author: nil).isChanged)
  }

  func details(_ sut: PostsRepository, _ id: Post.ID? = nil) async throws -> [Loaded<PostDetail>] {
    try await sut.detail(id ?? post.id).reduce(into: []) { $0.append($1) }
  }

  func full(_ sut: PostsRepository, _ id: Post.ID? = nil) async throws -> Loaded<PostDetail> {
    try #require(try await details(sut, id).last)
  }

  func list(_ posts: [Post], at date: Date = .distantPast) async throws {
    _ = try await postsStore.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(posts), validator: nil, fetchedAt: date, checked: RangeSet()))
  }

  @Test func `a refresh lists ids and titles and saves whole posts`() async throws {
    let list = sut(users: .failing()).list
    _ = try await list.refresh()
    let window = try await list.window(.row(0), 0, 9)
    #expect(window.items == [Post].samples.map { PostTitle(id: $0.id, title: $0.title) })
    #expect(try await postsStore.page(0) == [Post].samples)
  }

  @Test func `a walk of pages has author names and requests the users only once`() async throws {
    let asked = CallRecorder<Int>()
    let users = users {
      asked.record(1)
      return .samples
    }
    func names(_ walk: AsyncThrowingStream<Loaded<[PostTitle]>, any Error>) async throws -> [String?] {
      try await walk.reduce(into: []) { $0 += $1.value.map(\.author) }
    }
    #expect(try await names(sut(users: users).list.walk(nil, false)).allSatisfy { $0 == nil })
    #expect(asked.all.isEmpty)
    for _ in 1...2 { #expect(try await names(sut(users: users).list.pages()).first == "Ines Calder") }
    #expect(asked.all == [1])
    #expect(try await names(offline.list.pages()).first == "Ines Calder")
    let nobody = self.users { throw down }
    #expect(try await names(sut(users: nobody).list.pages()).count == [Post].samples.count)
  }

  @Test func `a detail joins the post, its author and its comments`() async throws {
    let loaded = try await full(sut())
    let comments = [PostDomain.Comment].samples.filter { $0.postID == post.id }
    #expect(
      loaded.value
        == PostDetail(post, author: .known("Ines Calder"), comments: .known(comments)))
    #expect(loaded.provenance == .server)
    #expect(loaded.failure == nil)
  }

  @Test func `the post, users and comments are requested concurrently, and each appears when it arrives`() async throws
  {
    let gates = (post: Gate(), users: Gate(), comments: Gate())
    let sut = sut(
      posts: posts(waitingAt: gates.post),
      users: users {
        try await gates.users.pause()
        return .samples
      },
      comments: CommentsService { _, _ in
        try await gates.comments.pause()
        return .changed([], validator: nil)
      })
    var iterator = sut.detail(post.id).makeAsyncIterator()
    await gates.post.arrived()
    await gates.users.arrived()
    await gates.comments.arrived()

    await gates.post.open()
    let first = try await iterator.next()?.value
    #expect(first?.post.title == post.title)
    #expect(first?.author == .awaited)
    #expect(first?.comments == .awaited)
    await gates.comments.open()
    let second = try await iterator.next()?.value
    #expect(second?.author == .awaited)
    #expect(second?.comments.value?.count == 0)
    await gates.users.open()
    let third = try await iterator.next()?.value
    #expect(third?.author == .known("Ines Calder"))
    #expect(try await iterator.next() == nil)
  }

  @Test func `a loaded post is returned from the cache when the server is unreachable`() async throws {
    let before = try await full(sut())
    let after = try await full(offline)
    #expect(after.value == before.value)
    #expect(after.provenance == .cache)
    #expect(after.fetchedAt == today)
    #expect(after.failure as? NetworkClient.Error == down)
  }

  @Test func `an author and comments that fail to load are unknown, not empty`() async throws {
    let loaded = try await full(sut(users: .failing(), comments: .failing()))
    #expect(loaded.value.author == .unknown)
    #expect(loaded.value.comments == .unknown)
    #expect(loaded.value.post.title == post.title)
    #expect(loaded.provenance == .server)
    #expect(loaded.failure as? NetworkClient.Error == down)
  }

  @Test func `an unlisted author is unknown, and an empty answer means no comments`() async throws {
    let loaded = try await full(sut(users: .stub([]), comments: .stub([])))
    #expect(loaded.value.author == .unknown)
    #expect(loaded.value.comments.value?.count == 0)
    #expect(loaded.failure == nil)
  }

  @Test func `a post saved only by the list is returned when the server fails`() async throws {
    try await list([[Post].samples[1], post])
    let loaded = try await full(offline)
    #expect(loaded.value.post.title == post.title)
    #expect(loaded.provenance == .cache)
    #expect(loaded.failure as? NetworkClient.Error == down)
    #expect(await offline.cachedDetail(post.id)?.value.post.title == post.title)
  }

  @Test(arguments: [true, false])
  func `the newest saved copy of a post is returned, from the list or by itself`(listIsNewer: Bool) async throws {
    var edited = post
    edited.title = "edited"
    let old = Date(timeIntervalSince1970: 1)
    let new = Date(timeIntervalSince1970: 2)
    if !listIsNewer { try await list([edited], at: old) }
    try await postsStore.singles.insert(
      CachedCopy(listIsNewer ? edited : post, fetchedAt: listIsNewer ? old : new), post.id)
    if listIsNewer { try await list([post], at: new) }
    let loaded = try await full(offline)
    #expect(loaded.value.post.title == post.title)
    #expect(loaded.fetchedAt == new)
  }

  @Test func `opening a post updates its title in the list`() async throws {
    var edited = post
    edited.title = "edited"
    try await list([Post].samples)
    let sut = sut(posts: .stub([edited]))
    _ = try await full(sut)
    #expect(try await sut.list.window(.item(post.id, orRow: 9), 0, 0).items.first?.title == "edited")
  }

  @Test func `a post that is neither on the server nor cached throws NoCachedCopy with the failure`() async {
    let nothing = await #expect(throws: NoCachedCopy.self) { try await self.details(self.offline) }
    #expect(nothing?.failure as? NetworkClient.Error == down)
    let missing = await #expect(throws: NoCachedCopy.self) { try await self.details(self.sut(), Post.ID("none")) }
    #expect(missing?.failure as? NetworkClient.Error == .rejected(status: 404))
  }

  @Test func `a post that is missing has no saved comments`() async throws {
    let id = Post.ID("none")
    try await commentsStore.insert(CachedCopy([], fetchedAt: today), id)
    await #expect(throws: NoCachedCopy.self) { try await details(sut(), id) }
    #expect(try await commentsStore.value(id) == nil)
    #expect(try await commentsStore.usage().count == 0)
  }

  @Test func `a failure to save comments is the failure of the detail`() async throws {
    struct DiskFull: Error {}
    let loaded = try await full(sut(keeping: .failing(DiskFull())))
    #expect(loaded.value.comments == .unknown)
    #expect(loaded.failure is DiskFull)
  }

  @Test func `cachedDetail sends no request and joins the saved values`() async throws {
    let sut = sut(
      posts: PostsService(page: unexpected("page"), post: unexpected("post")),
      users: UsersService(users: unexpected("users"), user: unexpected("user")),
      comments: CommentsService(comments: unexpected("comments")))
    #expect(await sut.cachedDetail(post.id) == nil)
    try await postsStore.singles.insert(CachedCopy(post, fetchedAt: today), post.id)
    let cached = await sut.cachedDetail(post.id)
    #expect(cached?.value.author == .awaited)
    #expect(cached?.value.comments == .awaited)
    #expect(cached?.provenance == .cache)
    #expect(cached?.failure == nil)
    try await usersStore.insert(CachedCopy([], fetchedAt: today), .all)
    #expect(
      await sut.cachedDetail(post.id)?.value.author == .awaited,
      "an author missing from the list may be cached separately")
    try await usersStore.insert(CachedCopy([User(id: User.ID(1), name: "Ann")], fetchedAt: today), .one(User.ID(1)))
    try await commentsStore.insert(CachedCopy([], fetchedAt: today), post.id)
    #expect(await sut.cachedDetail(post.id)?.value.author == .known("Ann"))
    #expect(await sut.cachedDetail(post.id)?.value.comments.value?.count == 0)
    try await usersStore.insert(CachedCopy(.samples, fetchedAt: today), .all)
    #expect(await sut.cachedDetail(post.id)?.value.author == .known("Ines Calder"))
  }

  @Test func `cancelling the stream of details cancels its requests`() async throws {
    let waiting = (post: Gate(), users: Gate(), comments: Gate())
    let postEnded = Gate()
    var posts = PostsService.stub()
    posts.post = { _, _ in try await Self.untilCancelled(waiting.post, postEnded) }
    let (sut, ended) = hanging(posts: posts, waiting: (waiting.users, waiting.comments))
    let task = Task { _ = try? await self.details(sut) }
    await waiting.post.arrived()
    await waiting.users.arrived()
    await waiting.comments.arrived()
    task.cancel()
    await postEnded.open()
    await ended.users.open()
    await ended.comments.open()
    await task.ended
  }

  /// Returns a repository whose server never answers for users and comments. `waiting` receives the requests, and
  /// `ended` their cancellations.
  func hanging(
    posts: PostsService = .stub(), waiting: (users: Gate, comments: Gate) = (Gate(), Gate())
  ) -> (sut: PostsRepository, ended: (users: Gate, comments: Gate)) {
    let ended = (users: Gate(), comments: Gate())
    let sut = sut(
      posts: posts, users: users { try await Self.untilCancelled(waiting.users, ended.users) },
      comments: CommentsService { _, _ in try await Self.untilCancelled(waiting.comments, ended.comments) })
    return (sut, ended)
  }

  /// Waits at a gate until the task is cancelled, and then arrives at another gate.
  static func untilCancelled<Value>(_ gate: Gate, _ ended: Gate) async throws -> Value {
    do { try await gate.pause() } catch { try? await Task { try await ended.pause() }.value }
    throw CancellationError()
  }

  @Test func `opening a post notes it as seen, and downloading it does not`() async throws {
    let (looks, looking) = AsyncStream.makeStream(of: (Post.ID, Date).self)
    var store = commentsStore
    store.noteSeen = { looking.yield(($0, $1)) }
    let sut = sut(keeping: store)
    _ = try await sut.download.item(post.id)
    _ = try await details(sut, Post.ID(2))
    for await (key, date) in looks {
      #expect(key == Post.ID(2))
      #expect(date == today)
      break
    }
  }
}
