import CachedResource
import Essentials
import PostDomain
import PostsRepository

/// The parts of a post that have arrived so far.
struct DetailDraft {
  var post: Loaded<Post>
  /// The author's name; nil while it is loading.
  var author: Result<Loaded<String?>, any Error>?
  /// The comments; nil while they are loading.
  var comments: Result<Loaded<[Comment]?>, any Error>?

  /// Whether all parts have arrived or failed.
  var isComplete: Bool { author != nil && comments != nil }

  /// The post as it can be shown now.
  var detail: Loaded<PostDetail> {
    var provenance = CombinedProvenance()
    provenance.add(post)
    let comments = provenance.latePart(comments)
    // The age shown is that of the text and the comments. The list of all users rarely changes: where the
    // server does not answer, it would make every post as old as itself.
    let textCachedAt = provenance.cachedAt
    let author =
      post.value.userID == nil ? post.value.author.map { .known($0) } ?? .unknown : provenance.latePart(author)
    let detail = PostDetail(post.value, author: author, comments: comments)
    let cachedAt = textCachedAt ?? provenance.cachedAt
    return Loaded(
      detail, from: cachedAt == nil ? .server : .cache, fetchedAt: cachedAt ?? post.fetchedAt,
      failure: provenance.failure)
  }
}

extension CombinedProvenance {
  /// Returns a part that may come late, and adds its provenance to the combined one.
  fileprivate mutating func latePart<Value>(_ part: Result<Loaded<Value?>, any Error>?) -> LatePart<Value> {
    switch part {
    case nil: return .awaited
    case .failure(let error):
      addMissing(error)
      return .unknown
    case .success(let loaded):
      add(loaded)
      return loaded.value.map(LatePart.known) ?? .unknown
    }
  }
}
