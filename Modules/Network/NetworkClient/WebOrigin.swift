public import Essentials

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
}
