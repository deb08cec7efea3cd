// Comments from `/comments?postId={id}`.

import CachedResource
public import CommentsService
public import Essentials
public import NetworkClient
import PostDomain
import RESTCollections

extension CommentsService {
  /// Asks `/comments?postId={id}`. A server that does not filter is understood too.
  ///
  /// A comment is `{"postId": 1, "id": 1, "name": "Class 4b", "body": "I read this…"}`, an element of an array; only `id`
  /// must be there.
  ///
  /// - `base`: the address that the server's resources lie under.
  public static func live(client: NetworkClient, base: URL) -> Self {
    Self { id, validator in
      let url = base.appending(path: "comments").appending(query: "postId", id.text)
      let comments = RemoteCollection(client, at: url) { (wire: CommentDTO) in Comment(wire, about: id) }
      return try await comments.all(validator: validator, by: \.id).map { $0.filter { $0.postID == id } }
    }
  }
}
