// Comments from `/comments?postId={id}`.

import CachedResource
public import CommentsService
public import Essentials
public import NetworkClient
import PostDomain
import RESTCollections

extension CommentsService {
  /// Requests `/comments?postId={id}`. A server that ignores the filter works too: its comments about other posts are
  /// dropped.
  ///
  /// The answer is an array of `{"postId": 1, "id": 1, "name": "Class 4b", "body": "I read this…"}`; only `id` is
  /// required.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - base: The address below which the server has its resources.
  public static func live(client: NetworkClient, base: URL) -> Self {
    Self { id, validator in
      let url = base.appending(path: "comments").appending(query: "postId", id.text)
      let comments = RemoteCollection(client, at: url) { (wire: CommentDTO) in Comment(wire, about: id) }
      return try await comments.all(validator: validator, by: \.id).map { $0.filter { $0.postID == id } }
    }
  }
}
