import CachedResource
import PagedList
import PostDomain
import PostsRepository

extension PostsRepository {
  /// Returns a repository whose posts name the other feeds that have their texts.
  func naming(_ otherFeeds: @escaping @Sendable (_ id: Post.ID) async -> [OtherFeed]) -> Self {
    var repository = self
    repository.detail = { [detail] id in
      .pulling {
        (details: detail(id), others: await otherFeeds(id))
      } _: { state in
        var details = state.details.makeAsyncIterator()
        return try await details.next()?.map { $0.alsoIn(state.others) }
      }
    }
    repository.cachedDetail = { [cachedDetail] id in
      guard let detail = await cachedDetail(id) else { return nil }
      let others = await otherFeeds(id)
      return detail.map { $0.alsoIn(others) }
    }
    return repository
  }
}

extension PostDetail {
  fileprivate func alsoIn(_ feeds: [OtherFeed]) -> Self {
    var detail = self
    detail.alsoIn = feeds
    return detail
  }
}
