import ItemsLoader
import Messages
import Observed
import Paging
import PostDomain
import PostsRepository
import ScreenEnvironment
import StyleGuide

/// Loads titles into the state, one load at a time.
actor Loader<C: Clock<Duration>> {
  private let state: Observed<PostListState>
  private let pages: Pages<PostTitle>
  private let environment: ScreenEnvironment
  private let clock: C
  private var next: Cursor?
  private var seen: Set<Post.ID> = []
  /// Where pages have led so far: one that leads back there is the last.
  private var visited: Set<Cursor> = []
  /// Counts loads from the beginning: a page that belongs to an earlier one comes too late.
  private var generation = 0

  init(_ state: Observed<PostListState>, _ pages: Pages<PostTitle>, _ environment: ScreenEnvironment, clock: C) {
    (self.state, self.pages, self.environment, self.clock) = (state, pages, environment, clock)
  }

  /// Loads from the beginning as far as the selection, which `begin` has announced in the state.
  func loadFirst() async {
    generation += 1
    let (wanted, shown) = (state.value.selectedRow, state.value.titles.count)
    let waiting = Task { try await whileSilent() }
    defer { waiting.cancel() }
    do {
      var (titles, cursor, fresh, path) = ([PostTitle](), Cursor?.none, Set<Post.ID>(), Set<Cursor>())
      var worst: Freshness?
      func add(_ page: Page<PostTitle>) {
        titles += page.items.filter { fresh.insert($0.id).inserted }
        cursor = page.next.flatMap { path.insert($0).inserted ? $0 : nil }
      }
      repeat {
        let loaded = try await page(after: cursor, preferKept: worst.map { $0 != .live } ?? false)
        tell(loaded, unless: worst != nil)
        add(loaded.value)
        let freshness = freshness(of: loaded)
        if worst == nil || freshness != .live { worst = freshness }
      } while cursor != nil && titles.count <= wanted
      // What is kept costs nothing: a list does not shrink because its server is gone.
      while worst != .live, titles.count < shown, let at = cursor, let kept = await pages.kept(at) { add(kept.value) }
      (next, seen, visited) = (cursor, fresh, path)
      waiting.cancel()
      let (all, hasMore, freshness) = (titles, cursor != nil, worst ?? .live)
      state.update {
        $0.replace(with: all, freshness: freshness, hasMore: hasMore)
        $0.loading = nil
      }
    } catch {
      waiting.cancel()
      end(with: error)
    }
  }

  /// Loads the page after the last title, which the state already says.
  func loadMore() async {
    let generation = generation
    do {
      guard let cursor = next else { return state.update { $0.loading = nil } }
      let loaded = try await page(after: cursor, preferKept: state.value.freshness != .live)
      guard generation == self.generation else { return }
      tell(loaded)
      next = loaded.value.next.flatMap { visited.insert($0).inserted ? $0 : nil }
      let (more, hasMore) = (loaded.value.items.filter { seen.insert($0.id).inserted }, next != nil)
      let freshness = freshness(of: loaded)
      state.update {
        $0.append(more, hasMore: hasMore)
        if freshness != .live { $0.freshness = freshness }
        $0.loading = nil
      }
    } catch {
      if generation == self.generation { end(with: error) }
    }
  }

  /// Once the server has failed, what is kept answers without asking it again for every page.
  private func page(after cursor: Cursor?, preferKept: Bool) async throws -> LoadResult<Page<PostTitle>> {
    if preferKept, cursor != nil, let kept = await pages.kept(cursor) { return kept }
    return try await pages.page(cursor)
  }

  /// After the grace period: the kept copy where nothing is shown yet, and a spinner.
  private func whileSilent() async throws {
    try await clock.sleep(for: .seconds(1))
    if state.value.titles.isEmpty, let kept = await pages.kept(nil) {
      let freshness = freshness(of: kept)
      state.update {
        guard case .first? = $0.loading, $0.titles.isEmpty else { return }
        $0.replace(with: kept.value.items, freshness: freshness, hasMore: false)
      }
    }
    try await spin(clock, after: .zero) { [state] tick in
      state.update { if case .first? = $0.loading { $0.loading = .first(tick: tick) } }
    }
  }

  /// Reports what went wrong though there is something to show.
  private func tell(_ loaded: LoadResult<Page<PostTitle>>, unless isTold: Bool = false) {
    if let failure = loaded.failure, !isTold {
      environment.report(Messages.explanation(failure, server: environment.server))
    }
    if let failure = loaded.keepingFailure {
      let sentence = Messages.notKept(failure).sentence
      state.update { $0.notice = sentence }
      if !isTold { environment.report("\(sentence) \(Messages.keepingAdvice(failure, option: "--cache"))") }
    }
  }

  private func end(with error: any Error) {
    guard !(error is CancellationError) else { return state.update { $0.loading = nil } }
    let sentence = Messages.failure(error, server: environment.server)
    state.update {
      $0.loading = nil
      $0.failure = sentence
    }
    environment.report(Messages.explanation(error, server: environment.server))
  }

  private func freshness(of loaded: LoadResult<Page<PostTitle>>) -> Freshness {
    guard loaded.origin == .kept else { return .live }
    return .kept(
      age: Messages.age(of: loaded.fetchedAt, now: environment.now()),
      because: loaded.failure.map { Messages.failure($0, server: environment.server) })
  }
}
