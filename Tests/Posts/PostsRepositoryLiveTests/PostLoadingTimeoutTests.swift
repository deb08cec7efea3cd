import CachedResource
import CommentsService
import CommentsStore
import Foundation
import NetworkClient
import PostDomain
import PostsRepository
import PostsService
import Store
import TestSupport
import Testing
import UsersService
import UsersStore

/// The time limits of loading: the post itself may take as long as its request, and other parts `patience` longer.
extension PostsRepositoryLiveTests {
  var late: NetworkClient.Error { .unreachable(.timedOut) }

  @Test func `an author and comments that time out are unknown, with the failure, and are cancelled`() async throws {
    let (sut, ended) = hanging()
    var details = sut.detail(post.id).makeAsyncIterator()
    #expect(try await details.next()?.value.author == .awaited)
    await clock.sleeping()
    clock.advance(by: .seconds(2))
    let last = try #require(try await details.next())
    #expect(last.value.post.title == post.title)
    #expect(last.value.author == .unknown)
    #expect(last.value.comments == .unknown)
    #expect(last.provenance == .server)
    #expect(last.failure as? NetworkClient.Error == late)
    #expect(try await details.next() == nil)
    await ended.users.open()
    await ended.comments.open()
  }

  @Test(arguments: [true, false])
  func `the stream of details ends only after the post is noted as seen`(isThere: Bool) async throws {
    let gate = Gate()
    let noted = CallRecorder<Post.ID>()
    var comments = commentsStore
    comments.noteSeen = { _, _ in
      try await gate.pause()
      noted.record(self.post.id)
    }
    let sut = sut(posts: isThere ? .stub() : .failing(), keeping: comments)
    let ended = Task {
      let last = try? await details(sut).last
      return (last != nil, noted.all)
    }
    await gate.open()
    #expect(await ended.value == (isThere, [post.id]))
  }

  @Test func `a failed post cancels the requests for its author and comments`() async throws {
    let (sut, ended) = hanging(posts: .failing())
    await #expect(throws: NoCachedCopy.self) { try await self.details(sut) }
    await ended.users.open()
    await ended.comments.open()
  }

  @Test func `an author that came in time stays when the comments time out`() async throws {
    let never = Gate()
    let sut = sut(
      comments: CommentsService { _, _ in
        try await never.pause()
        return .unchanged
      })
    var details = sut.detail(post.id).makeAsyncIterator()
    while let detail = try await details.next(), detail.value.author == .awaited {}
    await clock.sleeping()
    clock.advance(by: .seconds(2))
    let last = try #require(try await details.next())
    #expect(last.value.author == .known("Ines Calder"))
    #expect(last.value.comments == .unknown)
    #expect(try await details.next() == nil)
  }

  @Test func `the cached author and comments replace those that time out, with date and failure`() async throws {
    let yesterday = Date(timeIntervalSince1970: 1_000)
    try await usersStore.insert(CachedCopy(.samples, fetchedAt: .distantPast), .all)
    try await commentsStore.insert(CachedCopy([], fetchedAt: yesterday), post.id)
    let never = Gate()
    let sut = sut(
      users: users {
        try await never.pause()
        return []
      },
      comments: CommentsService { _, _ in
        try await never.pause()
        return .unchanged
      })
    var details = sut.detail(post.id).makeAsyncIterator()
    #expect(try await details.next()?.provenance == .server)
    await clock.sleeping()
    clock.advance(by: .seconds(2))
    let last = try #require(try await details.next())
    #expect(last.value.author == .known("Ines Calder"))
    #expect(last.value.comments.value?.count == 0)
    #expect(last.provenance == .cache)
    #expect(last.fetchedAt == yesterday)
    #expect(last.failure as? NetworkClient.Error == late)
    #expect(try await details.next() == nil)
  }

  @Test func `the time limit for the author and the comments starts when the post has loaded`() async throws {
    let gates = (post: Gate(), users: Gate())
    let sut = sut(
      posts: posts(waitingAt: gates.post),
      users: users {
        try await gates.users.pause()
        return .samples
      })
    var details = sut.detail(post.id).makeAsyncIterator()
    await gates.post.arrived()
    await gates.users.arrived()
    clock.advance(by: .seconds(60))
    await gates.post.open()
    #expect(try await details.next()?.value.author == .awaited)
    await clock.sleeping()
    clock.advance(by: .milliseconds(1_999))
    await gates.users.open()
    var last: PostDetail?
    while let detail = try await details.next() { last = detail.value }
    #expect(last?.author == .known("Ines Calder"))
    #expect(last?.comments.value?.count == 2)
  }

  @Test func `an author missing from the list of users is requested by id and saved`() async throws {
    let asked = CallRecorder<User.ID>()
    let service = UsersService(
      users: { _ in .changed([User(id: User.ID(7), name: "Seven")], validator: nil) },
      user: { id, _ in
        asked.record(id)
        return .changed([User(id: id, name: "Ann")], validator: nil)
      })
    #expect(try await full(sut(users: service)).value.author == .known("Ann"))
    #expect(asked.all == [User.ID(1)])
    let after = try await full(offline)
    #expect(after.value.author == .known("Ann"))
    #expect(after.provenance == .cache)
  }

  @Test func `a listed author is not requested by id`() async throws {
    var service = UsersService.stub()
    service.user = unexpected("user")
    #expect(try await full(sut(users: service)).value.author == .known("Ines Calder"))
  }

  @Test func `the author is requested by id when the server rejects listing its users`() async throws {
    var service = UsersService.failing(NetworkClient.Error.rejected(status: 403))
    service.user = { id, _ in .changed([User(id: id, name: "Ann")], validator: nil) }
    let loaded = try await full(sut(users: service))
    #expect(loaded.value.author == .known("Ann"))
    #expect(loaded.failure == nil)
    #expect(loaded.provenance == .server)
  }

  @Test func `a post without a user id has an unknown author from the start and requests none by id`() async throws {
    var service = UsersService.stub()
    service.user = unexpected("user")
    let anonymous = Post(id: post.id, userID: nil, title: "t", body: "b")
    let loaded = try await details(sut(posts: .stub([anonymous]), users: service))
    #expect(loaded.map(\.value.author) == Array(repeating: .unknown, count: loaded.count))
    #expect(loaded.compactMap { $0.failure.map(String.init(describing:)) } == [])
    #expect(loaded.last?.value.comments.value?.count == 2)
  }
}
