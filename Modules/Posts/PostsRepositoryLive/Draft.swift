import Foundation
import ItemsLoader
import PostDomain
import PostsRepository

/// What has come in so far of a post and of what is known about it.
struct Draft {
  var post: LoadResult<Post>?
  var users: Result<LoadResult<[User]>, any Error>?
  var comments: Result<LoadResult<[Comment]>, any Error>?

  /// Nil until the post itself is there.
  var detail: LoadResult<PostDetail>? {
    guard let post else { return nil }
    let detail = PostDetail(
      id: post.value.id, title: post.value.title, body: post.value.body,
      author: fact(users) { users in users.first { $0.id == post.value.userID }?.name }.unless(\.isBlank),
      comments: fact(comments) { $0.count })
    let parts = [PartSource(.success(post)), users.map(PartSource.init), comments.map(PartSource.init)].compactMap(
      \.self)
    let oldestKept = parts.filter { $0.origin == .kept }.compactMap(\.fetchedAt).min()
    return LoadResult(
      detail, from: oldestKept == nil ? .server : .kept, fetchedAt: oldestKept ?? post.fetchedAt,
      failure: parts.compactMap(\.failure).first, keepingFailure: parts.compactMap(\.keepingFailure).first)
  }
}

private func fact<Items, Value>(
  _ part: Result<LoadResult<Items>, any Error>?, _ value: (Items) -> Value?
) -> Fact<Value> {
  switch part {
  case nil: .awaited
  case .failure: .unknown
  case .success(let loaded): value(loaded.value).map(Fact.known) ?? .unknown
  }
}

extension Fact {
  /// Unknown where what is known says nothing.
  fileprivate func unless(_ isNothing: (Value) -> Bool) -> Self {
    value.map(isNothing) == true ? .unknown : self
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// Where a part comes from, whatever it is.
private struct PartSource {
  var origin: Origin?
  var fetchedAt: Date?
  var failure: (any Error)?
  var keepingFailure: (any Error)?

  init<Items>(_ part: Result<LoadResult<Items>, any Error>) {
    switch part {
    case .success(let loaded):
      (origin, fetchedAt) = (loaded.origin, loaded.fetchedAt)
      (failure, keepingFailure) = (loaded.failure, loaded.keepingFailure)
    case .failure(let error):
      failure = (error as? NothingKept)?.failure ?? error
    }
  }
}
