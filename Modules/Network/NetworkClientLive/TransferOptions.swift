import CCurl
import Essentials
import NetworkClient

/// The options of a transfer. The error of the first option that libcurl refuses is stored in `code`.
struct TransferOptions {
  let handle: OpaquePointer
  private(set) var code = CURLE_OK
  /// The list of header fields, which the transfer frees.
  private(set) var fields: OpaquePointer?
  /// Whether libcurl calls `Transfer.begin` before it sends a request. It does from 7.80 on.
  private(set) var announcesSending = false

  init(handle: OpaquePointer) { self.handle = handle }

  mutating func set(_ exchange: Exchange) {
    setLimits(exchange)
    setRoute(exchange.request.url, exchange.environment)
    if exchange.isDecoded { set(CURLOPT_ACCEPT_ENCODING, "") }
    setRequest(exchange.request)
  }

  /// Sets the receivers of the response and of error messages.
  mutating func set(owner: UnsafeMutableRawPointer, message: UnsafeMutablePointer<CChar>) {
    setBegin(owner: owner)
    note(ccurl_easy_setopt_pointer(handle, CURLOPT_ERRORBUFFER, message))
    note(ccurl_easy_setopt_pointer(handle, CURLOPT_HEADERDATA, owner))
    note(ccurl_easy_setopt_pointer(handle, CURLOPT_WRITEDATA, owner))
    note(
      ccurl_easy_setopt_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, owner in
        guard let owner else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue().receive(line: line) ? size * count : 0
      })
    note(
      ccurl_easy_setopt_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, owner in
        guard let owner else { return 0 }
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue().receive(part) ? size * count : 0
      })
  }

  /// Sets the callbacks that run before the request is sent and that provide its body.
  private mutating func setBegin(owner: UnsafeMutableRawPointer) {
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_PREREQDATA, owner)
    let code = ccurl_easy_setopt_prereq(handle, CURLOPT_PREREQFUNCTION) { owner, _, _, _, _ in
      guard let owner else { return 1 }
      return Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue().begin() ? 0 : 1
    }
    announcesSending = code == CURLE_OK
    note(ccurl_easy_setopt_pointer(handle, CURLOPT_READDATA, owner))
    note(
      ccurl_easy_setopt_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, owner in
        guard let owner else { return CURL_READFUNC_ABORT }
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue().read(into: buffer) ?? CURL_READFUNC_ABORT
      })
  }

  private mutating func setLimits(_ exchange: Exchange) {
    let timeLeft = exchange.timeLeft.milliseconds
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT_MS, timeLeft)
    set(CURLOPT_CONNECTTIMEOUT_MS, min(timeLeft, exchange.connecting.milliseconds))
    // Without this, an unanswered name lookup blocks the thread beyond the time limit. Needs libcurl 7.87.
    _ = ccurl_easy_setopt_long(handle, CURLOPT_QUICK_EXIT, 1)
  }

  private mutating func setRoute(_ url: URL, _ environment: ConnectionEnvironment) {
    set(CURLOPT_URL, url.withASCIIHost.absoluteString)
    set(CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    // Not noted: a libcurl without HTTP/2 refuses this and speaks HTTP/1.1.
    _ = ccurl_easy_setopt_long(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // Requests to one host wait for its first connection and share it if it speaks HTTP/2. Connections without TLS
    // never do.
    set(CURLOPT_PIPEWAIT, url.scheme?.lowercased() == "https" ? 1 : 0)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    if let file = environment.certificateFile { set(CURLOPT_CAINFO, file) }
    if let directory = environment.certificateDirectory { set(CURLOPT_CAPATH, directory) }
    // Set even when empty; otherwise libcurl reads the environment of the process.
    set(CURLOPT_PROXY, environment.proxy(for: url))
    set(CURLOPT_NOPROXY, environment.noProxy)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private mutating func setRequest(_ request: NetworkClient.Request) {
    switch request.method {
    case .get: break
    case .head: set(CURLOPT_NOBODY, 1)
    case .post, .put, .delete:
      // `Transfer.read(into:)` provides the body.
      if request.method != .delete || request.body != nil {
        set(CURLOPT_POST, 1)
        set(CURLOPT_POSTFIELDSIZE, request.body?.count ?? 0)
      }
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      // A POST must be sent once, and libcurl repeats a request when a reused connection turns out to be closed. On a
      // new connection, nothing can be queued before a request with a deadline.
      set(CURLOPT_FRESH_CONNECT, 1)
    }
    let names = Set(request.headers.keys.map { $0.lowercased() })
    for (name, value) in request.headers { add(name, value.trimmed) }
    // libcurl adds these fields to a request with a body by itself.
    for name in ["Content-Type", "Expect"] where !names.contains(name.lowercased()) { append("\(name):") }
    note(ccurl_easy_setopt_pointer(handle, CURLOPT_HTTPHEADER, UnsafeRawPointer(fields)))
  }

  /// Adds a header field. libcurl reads `name:` as "without this field" and `name;` as "with an empty value".
  private mutating func add(_ name: String, _ value: String) {
    append(value.isEmpty ? "\(name);" : "\(name): \(value)")
  }

  private mutating func append(_ line: String) {
    guard let longer = curl.slist_append(fields, line) else { return note(CURLE_OUT_OF_MEMORY) }
    fields = longer
  }

  private mutating func set(_ option: CURLoption, _ value: Int) {
    note(ccurl_easy_setopt_long(handle, option, value))
  }

  private mutating func set(_ option: CURLoption, _ value: String) {
    note(ccurl_easy_setopt_pointer(handle, option, value))
  }

  private mutating func note(_ code: CURLcode) {
    if self.code == CURLE_OK { self.code = code }
  }
}

extension Duration {
  /// Whole milliseconds, at least 1, because libcurl takes 0 for no limit.
  fileprivate var milliseconds: Int { max(Int((self / .milliseconds(1)).rounded(.up)), 1) }
}

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
    let address = proxyAddress(for: url)
    return address?.port ?? address.map { $0.scheme?.lowercased() == "https" ? 443 : 1080 }
  }

  /// Returns the address of the proxy that could not be connected to; nil if that was the host itself.
  /// - Parameter words: The message of libcurl, which names the port. Hosts of `no_proxy` are connected to directly.
  func proxyAddress(for url: URL, failing words: String) -> String? {
    let wasUsed = noProxy.isEmpty || proxyPort(for: url).map { words.contains("port \($0)") } ?? false
    return wasUsed ? proxyAddress(for: url)?.originText : nil
  }

  private func proxyAddress(for url: URL) -> URL? {
    let proxy = proxy(for: url)
    return proxy.isEmpty ? nil : URL(string: proxy.contains("://") ? proxy : "http://\(proxy)")
  }
}
