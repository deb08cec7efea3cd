import Foundation
import ItemsLoader
import Loadable
import PostDetailFeature
import PostDomain
import PostsRepository
import StyleGuide
import TestClocks
import TestSupport
import Testing
import ViewModel

/// Every load is an attempt, and no older one changes what a newer one shows.
extension PostDetailFeatureTests {
  typealias Details = AsyncThrowingStream<LoadResult<PostDetail>, any Error>

  /// One answer that comes when the gate is opened, whether or not anybody still wants it.
  func stubborn(_ result: Result<LoadResult<PostDetail>, any Error>, gate: Gate) -> Details {
    let asked = Calls<Void>()
    return Details {
      asked.record(())
      guard asked.all.count == 1 else { return nil }
      try? await Task { try await gate.pause() }.value
      return try result.get()
    }
  }

  /// The stub, but the first load of the first post is answered as said.
  func repository(first: Details) -> PostsRepository {
    let asked = Calls<Post.ID>()
    var repository = PostsRepository.stub()
    repository.keptDetail = { _ in nil }
    repository.detail = { [repository, title] id in
      asked.record(id)
      return id == title.id && asked.all.count { $0 == id } == 1 ? first : repository.detail(id)
    }
    return repository
  }

  var late: LoadResult<PostDetail> {
    LoadResult(
      PostDetail(id: title.id, title: "late", body: "late", author: .known("late"), comments: .known(9)),
      from: .kept, fetchedAt: .distantPast, failure: down, keepingFailure: down)
  }

  @Test func `a late answer for a post that is no longer shown changes nothing`() async {
    let gate = Gate()
    let sut = sut(repository(first: stubborn(.success(late), gate: gate))) { _ in
      PostTitle(id: Post.ID(2), title: "Second")
    }
    let first = sut.send(.appeared)
    await gate.arrived()
    await sut.send(.neighbour(1)).ended
    let shown = sut.state()
    #expect(shown.id == Post.ID(2) && shown.post.value?.id == Post.ID(2) && !shown.post.isLoading)
    #expect(dated.all.count == 0)
    await gate.open()
    await first.ended
    #expect(dated.all.count == 1, "the late answer, a kept copy, was delivered")
    #expect(sut.state() == shown && reported.all == [])
  }

  @Test func `a late answer changes nothing when its post is shown again`() async {
    let gate = Gate()
    let sut = sut(repository(first: stubborn(.success(late), gate: gate))) { step in
      PostTitle(id: Post.ID(step > 0 ? 2 : 1), title: "Other")
    }
    let first = sut.send(.appeared)
    await gate.arrived()
    await sut.send(.neighbour(1)).ended
    await sut.send(.neighbour(-1)).ended
    let shown = sut.state()
    #expect(shown.post.value?.id == title.id && shown.title != "late")
    #expect(dated.all.count == 0)
    await gate.open()
    await first.ended
    #expect(dated.all.count == 1, "the late answer, a kept copy, was delivered")
    #expect(sut.state() == shown && reported.all == [])
  }

  @Test func `a late failure changes nothing`() async {
    let gate = Gate()
    let sut = sut(repository(first: stubborn(.failure(down), gate: gate)))
    let first = sut.send(.appeared)
    await gate.arrived()
    await sut.send(.reload).ended
    let shown = sut.state()
    await gate.open()
    await first.ended
    #expect(sut.state() == shown && shown.post.failure == nil && reported.all == [])
  }

  @Test func `a second reload keeps Loading, and the one that it gives up clears nothing`() async {
    let gate = Gate()
    var repository = PostsRepository.stub()
    repository.detail = { [repository] id in
      let answers = repository.detail(id)
      return Details {
        try await gate.pause()
        var iterator = answers.makeAsyncIterator()
        return try await iterator.next()
      }
    }
    let sut = sut(repository)
    let first = sut.send(.appeared)
    await gate.arrived()
    let second = sut.send(.reload)
    await first.ended
    #expect(sut.state().post.isLoading && sut.state().post.failure == nil)
    await clock.sleeping()
    clock.advance(by: .seconds(1))
    await clock.sleeping()
    #expect(sut.state().tick == 0, "the spinner is that of the second")
    await gate.open()
    await gate.open()
    await second.ended
    #expect(!sut.state().post.isLoading && sut.state().post.value?.id == title.id)
  }

  @Test func `leaving gives up the load`() async {
    let gate = Gate()
    var repository = PostsRepository.stub()
    repository.detail = { _ in
      Details {
        try await gate.pause()
        return nil
      }
    }
    let sut = sut(repository)
    let load = sut.send(.appeared)
    await gate.arrived()
    _ = sut.send(.disappeared)
    await load.ended
    #expect(!sut.state().post.isLoading && sut.state().post.failure == nil && reported.all == [])
  }

  @Test func `what came before a load was given up is not reported as its end`() async {
    let (repository, answers) = repository()
    let sut = sut(repository)
    let load = sut.send(.appeared)
    var states = sut.states().makeAsyncIterator()
    answers.yield(late)
    while let state = await states.next(), state.post.value == nil {}
    _ = sut.send(.disappeared)
    await load.ended
    #expect(reported.all == [] && sut.state().notice == nil && !sut.state().post.isLoading)
  }

  @Test func `turns to neighbours are made one after the other, in the order of the keys`() async {
    let gate = Gate()
    let steps = Calls<Int>()
    let sut = sut { step in
      steps.record(step)
      if steps.all.count == 1 { try? await gate.pause() }
      return PostTitle(id: Post.ID(steps.all.count + 1), title: "Neighbour")
    }
    let first = sut.send(.neighbour(1))
    await gate.arrived()
    let second = sut.send(.neighbour(-1))
    #expect(steps.all == [1])
    await gate.open()
    await first.ended
    await second.ended
    #expect(steps.all == [1, -1] && sut.state().id == Post.ID(3))
  }

  @Test func `a post that was only listed says that it is loading, and nothing else, while the server is silent`() async
  {
    let (repository, answers) = repository(kept: detail(.awaited, .awaited))
    let sut = sut(repository)
    let load = sut.send(.appeared)
    for silence in [1.0, 0.1, 0.9] {
      await clock.sleeping()
      clock.advance(by: .seconds(silence))
    }
    await clock.sleeping()
    #expect(sut.state().post.isLoading && sut.state().tick != nil && sut.state().post.failure == nil)
    #expect(sut.state().freshness == .kept(age: "3 minutes ago", because: nil))
    #expect(sut.state().post.value == detail(.awaited, .awaited) && reported.all == [])
    answers.yield(LoadResult(detail(), from: .server, fetchedAt: Self.now))
    answers.finish()
    await load.ended
    #expect(sut.state().freshness == .live && sut.state().post.value == detail())
  }
}
