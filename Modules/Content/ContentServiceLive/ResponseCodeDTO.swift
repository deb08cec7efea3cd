import ContentDomain
import Essentials
import NetworkClient

/// A response code and its path, as servers send them.
struct ResponseCodeDTO: Decodable {
  var path: String
  var responseCode: UUID

  enum CodingKeys: String, CodingKey {
    case path
    case responseCode = "response_code"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decode(String.self, forKey: .path)
    guard let code = UUID(code: try container.decode(String.self, forKey: .responseCode)) else {
      throw DecodingError.dataCorruptedError(forKey: .responseCode, in: container, debugDescription: "no UUID")
    }
    responseCode = code
  }
}

/// The path of the next response code, as servers send it.
struct NextPathDTO: Decodable {
  var nextPath: String

  enum CodingKeys: String, CodingKey {
    case nextPath = "next_path"
  }

  /// Returns the address, which is untrusted: it must have the origin of the request, and must not contain a user or a
  /// password.
  ///
  /// - Throws: `NetworkClient.Error`.
  func address(asGivenBy asked: URL) throws -> URL {
    guard let url = URL(written: nextPath, relativeTo: asked)?.absoluteURL, url.isWeb,
      url.webOrigin == asked.webOrigin, url.user() == nil, url.password() == nil
    else { throw NetworkClient.Error.unreachable(.misdirected(to: nextPath)) }
    return url
  }
}
