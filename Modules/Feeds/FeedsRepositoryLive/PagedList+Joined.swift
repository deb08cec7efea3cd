import CachedResource
import Essentials
import FeedsRepository
import PagedList
import PostDomain
import PostsRepository

extension PagedList<PostTitle> {
  /// Returns the list of the saved posts of several feeds, which are refreshed together.
  /// - Parameters:
  ///   - refresh: Refreshes all feeds, or those that are due.
  ///   - answeredAt: Returns the date of the last answer of one of them; nil if there was none.
  ///   - lastFailure: Returns the failure of one of them if no server answered when it was last asked; nil if one did.
  ///   - now: Returns the date.
  func joined(
    refresh: @escaping @Sendable (_ extent: RefreshExtent) async throws -> RefreshResult,
    answeredAt: @escaping @Sendable () async throws -> Date?,
    lastFailure: @escaping @Sendable () async throws -> (any Error)?,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    var list = self
    /// Some of many feeds fail always. The list of feeds says which.
    @Sendable func failure(of result: RefreshResult) async throws -> (any Error)? {
      if let failure = result.failureOfAll { return failure }
      if !result.hasAnswer, result.skipped > 0 {
        if result.paused.count == result.skipped { return result.paused.values.min().map(AnswerFailure.pausedUntil) }
        if result.ended == result.skipped { return AnswerFailure.ended }
      }
      // If none was asked, the last answers still hold.
      return result.hasServerAnswer ? nil : try await lastFailure()
    }
    @Sendable func refreshed(_ extent: RefreshExtent) async throws -> Refreshed {
      if let failure = try await failure(of: refresh(extent)) { throw failure }
      return Refreshed()
    }
    list.refresh = { try await refreshed(.all) }
    list.retry = { try await refreshed(.due) }
    list.load = { _, _ in Refreshed() }
    list.loadRest = { AsyncThrowingStream { $0.finish() } }
    list.prewarm = {}
    // An answer that changes nothing saves no page.
    list.reader.window = { [reader] in
      var window = try await reader.window($0, $1, $2, $3)
      window.fetchedAt = [window.fetchedAt, try? await answeredAt()].compactMap(\.self).max()
      return window
    }
    list.walk = { [reader] limit, withFlags in
      .pulling {
        (
          portions: ListPortions(reader, ListQuery()), left: limit ?? .max,
          result: (isAnswered: Bool, failure: (any Error)?)?.none
        )
      } _: { state in
        if state.result == nil {
          if withFlags { _ = try await reader.flags([]) }
          let result = try await refresh(.due)
          state.result = (!result.answered.isEmpty, try await failure(of: result))
        }
        guard state.left > 0, let window = try await state.portions.next(min(500, state.left)) else { return nil }
        state.left -= window.items.count
        let failure = state.result?.failure
        let date = try await answeredAt() ?? window.fetchedAt
        if let failure, date == nil, window.count == 0 { throw NoCachedCopy(failure: failure) }
        return Loaded(
          window.items, from: failure == nil && state.result?.isAnswered == true ? .server : .cache,
          fetchedAt: date ?? now(), failure: failure)
      }
    }
    return list
  }
}

extension ListReader {
  /// Returns the same list with the bookmarks of another one.
  func takingBookmarks(from other: Self) -> Self {
    @Sendable func reader(_ query: ListQuery) -> Self { query.scope == .bookmarked ? other : self }
    var joined = self
    joined.window = { try await reader($0).window($0, $1, $2, $3) }
    joined.count = { try await reader($0).count($0) }
    joined.search = { reader($0).search($0, $1) }
    joined.ids = { reader($0).ids($0) }
    return joined
  }
}

extension RefreshResult {
  /// The error of one of the feeds, with its address, if none has answered; nil if one has, or none was asked. Those
  /// without a server do not count beside others.
  fileprivate var failureOfAll: (any Error)? {
    guard hasOnlyFailed, let (id, error) = failed.min(by: { $0.key < $1.key }) else { return nil }
    return FailureElsewhere(at: id, error)
  }
}
