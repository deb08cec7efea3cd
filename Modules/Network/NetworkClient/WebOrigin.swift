public import Essentials

/// What two addresses share that lead to the same server: scheme, host and port (RFC 6454, 4).
public struct WebOrigin: Hashable, Sendable {
  /// `http` or `https`, in small letters.
  public var scheme: String
  /// In small letters.
  public var host: String
  /// The one that the address names, or that of its scheme.
  public var port: Int

  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Whether both are the same host and port, whatever is spoken there.
  public func isSamePlace(as other: Self) -> Bool { host == other.host && port == other.port }
}

extension URL {
  /// The origin of an absolute address.
  public var webOrigin: WebOrigin {
    let scheme = scheme?.lowercased() ?? ""
    return WebOrigin(
      scheme: scheme, host: host()?.lowercased() ?? "", port: port ?? (scheme == "https" ? 443 : 80))
  }
}
