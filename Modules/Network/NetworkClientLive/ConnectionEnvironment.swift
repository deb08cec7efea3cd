import Essentials

/// What the environment says about the way to a server.
struct ConnectionEnvironment: Sendable {
  /// Files that replace the system's certificates.
  var certificateFile: String?
  var certificateDirectory: String?
  private var proxies: [String: String]
  /// Hosts that are asked directly, as curl lists them.
  var direct: String

  init(_ environment: [String: String]) {
    func first(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    certificateFile = first("SSL_CERT_FILE")
    certificateDirectory = first("SSL_CERT_DIR")
    direct = first("no_proxy", "NO_PROXY") ?? ""
    // Not HTTP_PROXY: a web server hands a client's header `Proxy` to its scripts under that name.
    let all = first("all_proxy", "ALL_PROXY")
    proxies = ["http": first("http_proxy") ?? all, "https": first("https_proxy", "HTTPS_PROXY") ?? all]
      .compactMapValues(\.self)
  }

  /// The proxy for an address; empty for none.
  func proxy(for url: URL) -> String { proxies[url.scheme?.lowercased() ?? ""] ?? "" }

  /// The port of the proxy for an address, as curl reads it; nil without a proxy.
  func proxyPort(for url: URL) -> Int? {
    let proxy = proxy(for: url)
    guard !proxy.isEmpty else { return nil }
    let address = URL(string: proxy.contains("://") ? proxy : "http://\(proxy)")
    return address?.port ?? (address?.scheme?.lowercased() == "https" ? 443 : 1080)
  }
}
