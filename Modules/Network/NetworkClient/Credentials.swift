import Essentials

/// A user name and a password for one origin (RFC 7617).
public struct Credentials: Hashable, Sendable {
  /// The origin that they are for.
  public var origin: WebOrigin
  /// The user name.
  public var user: String
  /// The password.
  public var password: String

  public init(for origin: WebOrigin, user: String, password: String) {
    self.origin = origin
    self.user = user
    self.password = password
  }

  /// The value of the header field `Authorization`.
  public var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}

extension NetworkClient {
  /// Returns the same client, which sends each origin its credentials, and no other.
  public func signingIn(_ credentials: [Credentials]) -> Self {
    if credentials.isEmpty { return self }
    return Self { request in
      var request = request
      if let own = credentials.last(where: { $0.origin == request.url.webOrigin }),
        !request.headers.keys.contains(where: { $0.lowercased() == "authorization" })
      {
        request.headers["Authorization"] = own.authorization
      }
      return try await send(request)
    }
  }
}
