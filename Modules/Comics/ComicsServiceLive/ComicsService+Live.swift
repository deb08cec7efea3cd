// Comics from `/info.0.json` and `/{number}/info.0.json`.

import ComicDomain
public import ComicsService
public import Essentials
public import NetworkClient
import RESTCollections

extension ComicsService {
  /// Fetches `/info.0.json`, the latest comic, and `/{number}/info.0.json`: the API of xkcd.com.
  ///
  /// A comic is `{"num": 1, "title": "Slack Water", "year": "2019", "month": "1", "day": "1", "alt": "Nothing
  /// happens…", "transcript": "[[A woman…]]", "img": "http://…"}`.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - base: The address of the server's resources.
  public static func live(client: NetworkClient, base: URL) -> Self {
    Self(
      latest: { validator in
        try await client.resource(at: base.appending(path: "info.0.json"), validator: validator) {
          try Comic($0, base: base)
        }
      },
      comic: { id, validator in
        guard id.number > 0 else { throw NetworkClient.Error.rejected(status: 404) }
        return try await client.resource(at: base.appending(path: "\(id)/info.0.json"), validator: validator) {
          let comic = try Comic($0, base: base)
          guard comic.id == id else { throw NetworkClient.Error.undecodable("comic \(comic.id) in place of \(id)") }
          return comic
        }
      })
  }
}
