import Essentials
import NetworkClient

/// The rules for redirects (RFC 9110, 15.4).
enum Redirects {
  private static let limit = 5

  /// Returns the request to send next, or nil if the response is not a redirect.
  /// - Parameter asked: The addresses that were asked before, the first one first, and `request.url` last. One may be
  ///   asked again, because some servers redirect to the same address with a cookie.
  /// - Parameter cookies: The cookies of origins that redirects have left.
  /// - Throws: `NetworkClient.Error.unreachable(.misdirected)` for a redirect that must not be followed, or
  ///   `.unreachable(.circular)`.
  static func next(
    after answer: RawResponse, to request: NetworkClient.Request, asked: [URL], cookies: inout [WebOrigin: String]
  ) throws -> NetworkClient.Request? {
    guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.header("Location") else {
      return nil
    }
    let target = resolve(location, request.url)
    if asked.count > limit, let target, asked.contains(where: { $0.absoluteString == target.absoluteString }) {
      throw NetworkClient.Error.unreachable(.circular)
    }
    guard asked.count <= limit, let url = target, request.mayReachThisMachine || !url.isThisMachine,
      request.mayLeave || url.webOrigin == request.url.webOrigin
    else {
      throw NetworkClient.Error.unreachable(.misdirected(to: location))
    }
    var next = request
    next.url = url
    if answer.status == 303 && request.method != .head || answer.status < 303 && request.method == .post {
      next.method = .get
      next.body = nil
      next.headers = next.headers.filter { !$0.key.lowercased().hasPrefix("content-") }
    }
    // A 304 of another address would confirm the wrong copy.
    next.removeValidators()
    next.addCookies(of: answer)
    if url.webOrigin != request.url.webOrigin {
      cookies[request.url.webOrigin] = next.headers.first { $0.key.lowercased() == "cookie" }?.value
      next.headers = next.headers.filter { !isSecret($0.key) && !next.ownHeaders.contains($0.key.lowercased()) }
      next.headers["Cookie"] = cookies[url.webOrigin]
    }
    return next
  }

  private static func resolve(_ location: String, _ base: URL) -> URL? {
    guard let url = URL(written: location, relativeTo: base)?.absoluteURL, url.isWeb else { return nil }
    if base.scheme?.lowercased() == "https", url.scheme?.lowercased() != "https" { return nil }
    return url.user() == nil ? url.with(credentialsOf: base) : url
  }

  /// Returns whether a header field carries credentials, judged by its name.
  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    let marks = ["auth", "cookie", "token", "secret", "password", "session", "credential", "api-key", "apikey"]
    return marks.contains { name.contains($0) }
  }
}

extension NetworkClient.Request {
  /// Adds the cookies that a response sets (RFC 6265): some servers redirect to the same address until they come back.
  /// They are forgotten with the request.
  fileprivate mutating func addCookies(of answer: RawResponse) {
    for (name, value) in answer.headers where name.lowercased() == "set-cookie" {
      let cookie = String(value.prefix { $0 != ";" })
      guard let end = cookie.firstIndex(of: "="), cookie.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
        continue
      }
      let field = headers.keys.first { $0.lowercased() == "cookie" } ?? "Cookie"
      let others = (headers[field] ?? "").split(separator: "; ").filter { !$0.hasPrefix(cookie[...end]) }
      headers[field] = (others + [cookie[...]]).joined(separator: "; ")
    }
  }
}

extension URL {
  /// Scheme, host and port, for messages.
  var originText: String {
    guard var components = URLComponents(url: withoutCredentials, resolvingAgainstBaseURL: true) else {
      return absoluteString
    }
    components.path = ""
    components.query = nil
    components.fragment = nil
    return components.string ?? absoluteString
  }
}
