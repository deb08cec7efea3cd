public import Essentials

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
    return signingIn { request in credentials.last { $0.origin == request.url.webOrigin } }
  }

  /// Returns the same client, which sends credentials with requests. A name and a password in an address are removed
  /// from it.
  /// - Parameter credentials: Returns the credentials for a request; nil for none.
  public func signingIn(_ credentials: @escaping @Sendable (_ request: Request) async -> Credentials?) -> Self {
    Self { request in
      var request = request
      if let own = await credentials(request),
        !request.headers.keys.contains(where: { $0.lowercased() == "authorization" })
      {
        request.headers["Authorization"] = own.authorization
      }
      request.url = request.url.withoutCredentials
      return try await send(request)
    }
  }
}

/// The origin of an address: scheme, host and port (RFC 6454, 4).
public struct WebOrigin: Hashable, Sendable {
  /// `http` or `https`, in lower case.
  public var scheme: String
  /// The host, in lower case.
  public var host: String
  /// The port in the address, or the default port of the scheme.
  public var port: Int
}

extension URL {
  /// The origin of an absolute address.
  public var webOrigin: WebOrigin {
    let scheme = scheme?.lowercased() ?? ""
    return WebOrigin(
      scheme: scheme, host: host()?.lowercased() ?? "", port: port ?? (scheme == "https" ? 443 : 80))
  }

  /// Returns the address with the user name and the password of another one of the same origin, unless it has its own.
  public func with(credentialsOf other: URL) -> URL {
    guard password() == nil, user() == nil || user() == other.user(), webOrigin == other.webOrigin,
      let user = other.user(percentEncoded: true), var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.percentEncodedUser = user
    parts.percentEncodedPassword = other.password(percentEncoded: true)
    return parts.url ?? self
  }
}
