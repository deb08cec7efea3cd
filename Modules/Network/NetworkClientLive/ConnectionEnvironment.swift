import Essentials

/// The settings for connections in environment variables.
struct ConnectionEnvironment: Sendable {
  /// The file of certificates that replaces the system's.
  var certificateFile: String?
  var certificateDirectory: String?
  private var proxies: [String: String]
  /// The hosts that are connected to without a proxy, in the syntax of curl's `no_proxy`.
  var noProxy: String

  init(_ environment: [String: String]) {
    func first(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    certificateFile = first("SSL_CERT_FILE")
    certificateDirectory = first("SSL_CERT_DIR")
    noProxy = first("no_proxy", "NO_PROXY") ?? ""
    // HTTP_PROXY is ignored, because CGI scripts receive a client's `Proxy` header under that name.
    let all = first("all_proxy", "ALL_PROXY")
    proxies = ["http": first("http_proxy") ?? all, "https": first("https_proxy", "HTTPS_PROXY") ?? all]
      .compactMapValues(\.self)
  }

  /// Returns the proxy for an address; empty for none.
  func proxy(for url: URL) -> String { proxies[url.scheme?.lowercased() ?? ""] ?? "" }

  /// The port of the proxy for an address, as curl reads it; nil without a proxy.
  func proxyPort(for url: URL) -> Int? {
    let proxy = proxy(for: url)
    guard !proxy.isEmpty else { return nil }
    let address = URL(string: proxy.contains("://") ? proxy : "http://\(proxy)")
    return address?.port ?? (address?.scheme?.lowercased() == "https" ? 443 : 1080)
  }
}
