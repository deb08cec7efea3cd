import Essentials
import ItemsLoader
import PostDomain
import PostsRepository

/// What has come in so far of what is known about a post.
struct DetailDraft {
  var post: LoadResult<Post>
  /// The author's name; nil until it is known whether there is one to be had.
  var author: Result<LoadResult<String?>, any Error>?
  /// The comments; nil until it is known whether they can be had.
  var comments: Result<LoadResult<[Comment]?>, any Error>?

  /// Whether nothing more is to come.
  var isComplete: Bool { author != nil && comments != nil }

  /// The post as it can be shown now.
  var detail: LoadResult<PostDetail> {
    var sources = Sources()
    sources.add(post)
    let comments = sources.fact(comments)
    // The age is that of what is read. The names of all authors are asked for once, and would make every post as old.
    let textKeptAt = sources.keptAt
    let author = post.value.userID == nil ? .unknown : sources.fact(author)
    let detail = PostDetail(
      id: post.value.id, title: post.value.title, body: post.value.body, date: post.value.date,
      link: post.value.link, author: author, comments: comments)
    let keptAt = textKeptAt ?? sources.keptAt
    return LoadResult(
      detail, from: keptAt == nil ? .server : .kept, fetchedAt: keptAt ?? post.fetchedAt,
      failure: sources.failure)
  }
}

extension Sources {
  /// What a part says, its source being added to the others.
  fileprivate mutating func fact<Value>(_ part: Result<LoadResult<Value?>, any Error>?) -> Fact<Value> {
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
