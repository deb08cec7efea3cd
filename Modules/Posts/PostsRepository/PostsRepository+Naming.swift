import CachedResource
import PagedList
public import PostDomain

extension PostsRepository {
  /// Returns a repository whose posts name their feeds, and the other feeds that have their texts.
  /// - Parameters:
  ///   - feed: Returns the title of a post's feed; nil where it goes without saying.
  ///   - others: Returns the other feeds that have the text of a post; nil to leave those that are known.
  public func naming(
    feed: @escaping @Sendable (_ id: Post.ID) async -> String?,
    others: (@Sendable (_ id: Post.ID) async -> [OtherFeed])? = nil
  ) -> Self {
    @Sendable func name(_ detail: Loaded<PostDetail>, _ feed: String?, _ others: [OtherFeed]?) -> Loaded<PostDetail> {
      detail.map { detail in
        var detail = detail
        detail.feed = feed
        if let others { detail.alsoIn = others }
        return detail
      }
    }
    var repository = self
    repository.detail = { [detail] id in
      .pulling {
        (details: detail(id), feed: await feed(id), others: await others?(id))
      } _: { state in
        try await state.details.nextElement().map { name($0, state.feed, state.others) }
      }
    }
    repository.cachedDetail = { [cachedDetail] id in
      guard let detail = await cachedDetail(id) else { return nil }
      return name(detail, await feed(id), await others?(id))
    }
    return repository
  }
}
