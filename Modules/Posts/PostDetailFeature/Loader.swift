import ItemsLoader
import Loadable
import Messages
import NetworkClient
import Observed
import PostDomain
import PostsRepository
import ScreenEnvironment
import StyleGuide

/// One attempt to load one post into the state, as long as no newer one has begun.
struct Loader: Sendable {
  let state: Observed<PostDetailState>
  let repository: PostsRepository
  let environment: ScreenEnvironment
  let id: Post.ID
  let attempt: Attempt

  /// Shows what is kept at once, for the list has just shown its title, and the server's latest when it comes. What is
  /// kept is called so only when the server is silent for longer than the grace period, or has failed.
  func load(_ clock: some Clock<Duration>) async {
    let waiting = Task { try await whileSilent(clock) }
    defer { waiting.cancel() }
    do {
      var last: LoadResult<PostDetail>?
      for try await loaded in repository.detail(id) {
        let freshness = loaded.origin == .kept ? kept(loaded) : .live
        update { $0.show(loaded.value, freshness, in: attempt) }
        last = loaded
      }
      // A stream that is given up ends as one that is over.
      try Task.checkCancellation()
      end(last)
    } catch {
      guard !(error is CancellationError), !Task.isCancelled else { return update { $0.post.cancel(attempt) } }
      let sentence = sentence(error)
      update { $0.post.fail(sentence, in: attempt) }
      report(error)
    }
  }

  private func whileSilent(_ clock: some Clock<Duration>) async throws {
    let kept = await repository.keptDetail(id)
    if let kept {
      update { if $0.post.value == nil { $0.show(kept.value, nil, in: attempt) } }
    }
    let freshness = kept.map(self.kept)
    try await spin(clock, after: .seconds(1)) { tick in
      update {
        $0.tick = tick
        if $0.freshness == nil, $0.post.value != nil { $0.freshness = freshness }
      }
    }
  }

  /// Says what went wrong though there is something to show.
  private func end(_ loaded: LoadResult<PostDetail>?) {
    let failure = loaded?.failure.map(sentence)
    let notice = loaded?.keepingFailure.map { Messages.notKept($0).sentence }
    update {
      $0.notice = notice ?? $0.notice
      // Why all of it is kept stands beside its age.
      if let failure, loaded?.origin == .server {
        $0.post.fail(failure, in: attempt)
      } else {
        $0.post.succeed(in: attempt)
      }
    }
    if let failure = loaded?.failure { report(failure) }
    if let notice, let failure = loaded?.keepingFailure {
      environment.report("\(notice) \(Messages.keepingAdvice(failure, option: "--cache"))")
    }
  }

  /// A post that is gone is no reason to look for another server.
  private func report(_ error: any Error) {
    let cause = (error as? NothingKept)?.failure ?? error
    if case NetworkClient.Error.rejected(status: 404) = cause { return environment.report(sentence(error)) }
    environment.report(Messages.explanation(error, server: environment.server))
  }

  private func kept(_ loaded: LoadResult<PostDetail>) -> Freshness {
    .kept(
      age: Messages.age(of: loaded.fetchedAt, now: environment.now()), because: loaded.failure.map(sentence))
  }

  private func sentence(_ error: any Error) -> String { Messages.failure(error, server: environment.server) }

  private func update(_ change: @Sendable (inout PostDetailState) -> Void) {
    state.update { if $0.post.isCurrent(attempt) { change(&$0) } }
  }
}

extension PostDetailState {
  /// What was known before is shown until it is known anew.
  fileprivate mutating func show(_ new: PostDetail, _ freshness: Freshness?, in attempt: Attempt) {
    var new = new
    if new.author == .awaited { new.author = post.value?.author ?? .awaited }
    if new.comments == .awaited { new.comments = post.value?.comments ?? .awaited }
    post.show(new, in: attempt)
    title = new.title
    self.freshness = freshness
  }
}
