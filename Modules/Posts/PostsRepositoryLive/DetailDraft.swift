import CachedResource
import Essentials
import PostDomain
import PostsRepository

/// What has come in so far of what is known about a post.
struct DetailDraft {
  var post: Loaded<Post>
  /// The author's name; nil until it is known whether there is one to be had.
  var author: Result<Loaded<String?>, any Error>?
  /// The comments; nil until it is known whether they can be had.
  var comments: Result<Loaded<[Comment]?>, any Error>?

  /// Whether nothing more is to come.
  var isComplete: Bool { author != nil && comments != nil }

  /// The post as it can be shown now.
  var detail: Loaded<PostDetail> {
    var sources = CombinedProvenance()
    sources.add(post)
    let comments = sources.fact(comments)
    // The age is that of what is read. The names of all authors are asked for once, and would make every post as old.
    let textCachedAt = sources.cachedAt
    let author = post.value.userID == nil ? .unknown : sources.fact(author)
    let detail = PostDetail(
      id: post.value.id, title: post.value.title, body: post.value.body, date: post.value.date,
      link: post.value.link, author: author, comments: comments)
    let cachedAt = textCachedAt ?? sources.cachedAt
    return Loaded(
      detail, from: cachedAt == nil ? .server : .cache, fetchedAt: cachedAt ?? post.fetchedAt,
      failure: sources.failure)
  }
}

extension CombinedProvenance {
  /// What a part says, its source being added to the others.
  fileprivate mutating func fact<Value>(_ part: Result<Loaded<Value?>, any Error>?) -> Fact<Value> {
    switch part {
    case nil: return .awaited
    case .failure(let error):
      addMissing(error)
      return .unknown
    case .success(let loaded):
      add(loaded)
      return loaded.value.map(Fact.known) ?? .unknown
    }
  }
}
