// Posts from `/posts` and `/posts/{id}`.

import CachedResource
public import Essentials
public import NetworkClient
import PostDomain
public import PostsService
import RESTCollections

extension PostsService {
  /// Requests `/posts` page by page, and `/posts/{id}`.
  ///
  /// A page is an array of `{"userId": 1, "id": 1, "title": "Slack water", "body": "Twice a day…"}`. Identifiers may be
  /// numbers or texts, and only `id` and `title` are required.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - base: The address below which the server has its resources.
  ///   - pageSize: The number of posts to request at once; a server may send more or fewer.
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
