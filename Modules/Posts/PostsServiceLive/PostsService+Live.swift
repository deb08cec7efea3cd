// Posts from `/posts` and `/posts/{id}`.

import CachedResource
public import Essentials
public import NetworkClient
import PostDomain
public import PostsService
import RESTCollections

extension PostsService {
  /// Asks `/posts` page by page, and `/posts/{id}`.
  ///
  /// A post is `{"userId": 1, "id": 1, "title": "Slack water", "body": "Twice a day…"}`, in a page an element of an array;
  /// identifiers may be numbers or texts, and only `id` and `title` must be there.
  ///
  /// - `base`: the address that the server's resources lie under.
  /// - `pageSize`: how many posts are asked for at once; what comes may be more or fewer.
  public static func live(client: NetworkClient, base: URL, pageSize: Int = 100) -> Self {
    let posts = base.appending(path: "posts")
    let page = base.appending(path: "/")
    let collection = RemoteCollection(
      client, at: posts.appending(query: "_page", "1").appending(query: "_limit", String(pageSize))
    ) { Post($0 as PostDTO, on: page) }
    return Self(
      page: { cursor, validator in try await collection.page(after: cursor, validator: validator) },
      post: { id, validator in
        try await client.item(id, of: posts, validator: validator) { (wire: PostDTO) in Post(wire, on: page) }
      })
  }
}
