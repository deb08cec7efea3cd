import Essentials
import NetworkClient

/// Where the next response code waits, as servers send it.
struct NextPathDTO: Decodable {
  var nextPath: String

  enum CodingKeys: String, CodingKey {
    case nextPath = "next_path"
  }

  /// The address, which comes from outside: never another host or port than was asked, never without the protection
  /// that it was asked with.
  /// - Throws: `NetworkClient.Error`.
  func address(asGivenBy asked: URL) throws -> URL {
    guard let url = URL(string: nextPath, relativeTo: asked)?.absoluteURL, url.isWeb,
      url.webOrigin.isSamePlace(as: asked.webOrigin), url.isSecure || !asked.isSecure,
      url.user() == nil, url.password() == nil
    else { throw NetworkClient.Error.unreachable(.misdirected(to: nextPath)) }
    return url
  }
}

extension URL {
  fileprivate var isWeb: Bool { ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false }
  fileprivate var isSecure: Bool { scheme?.lowercased() == "https" }
}
