// HTTP on one thread around libcurl, with deadlines, limits and redirects.

import CCurl
public import Essentials
public import NetworkClient

extension NetworkClient {
  /// Returns a client that speaks HTTP/1.1 and HTTP/2 through the system's libcurl, on its own thread.
  ///
  /// libcurl is opened and the thread is started by the first request. Connections are reused. When the last copy of
  /// the client is released, the thread ends and closes its connections.
  ///
  /// - At most 8 requests per host are in flight over HTTP/1.1, and 32 over HTTP/2. The others wait, by the priority of
  ///   their tasks and then in order, and their time limit begins when they start.
  /// - `send` follows at most five redirects, never from https to http, and never with credentials to another host.
  /// - A request that may not reach this machine is not sent to a name that resolves to it. Before libcurl 7.80 it is
  ///   sent, and the response is discarded.
  /// - It tries GET, HEAD, PUT and DELETE again up to twice after 429, 502, 503 and 504, unless the request says
  ///   otherwise. POST is sent once.
  /// - 304 is an answer to a request with `If-None-Match` or `If-Modified-Since`, and else `.rejected`. These two are
  ///   sent only to the address that gave them: that of the request, or else `validatorsAddress`.
  /// - A body that is a gzip file is decompressed even without `Content-Encoding`, which some servers omit.
  /// - libcurl does not notice a compressed body that is cut off at the announced length. `decoded` does.
  ///
  /// - Parameters:
  ///   - timeout: The time for a whole request with its redirects, waits and retries, in steps of a millisecond and at
  ///     most three weeks. Establishing a connection may take half of it.
  ///   - bodyLimit: The limit for a body, in bytes after decompression.
  ///   - userAgent: The `User-Agent` of requests without one.
  ///   - environment: Environment variables. `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's certificates;
  ///     `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` set proxies as in curl, also in capitals except for
  ///     `HTTP_PROXY`. Empty for the system's certificates and no proxy.
  ///   - clock: The clock for the waits before a retry and, between two responses, for the deadline.
  ///   - now: Returns the date with which a date in `Retry-After` is compared.
  ///   - jitter: Returns the part of the random half of a wait that is waited, from 0 to 1.
  ///   - libcurl: File names of libcurl 7.68 or later; the first that can be opened is used.
  public static func live(
    timeout: Duration = .seconds(10),
    bodyLimit: Int = 64 << 20,
    userAgent: String = "satchel",
    environment: [String: String] = ProcessInfo.processInfo.environment,
    clock: some Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() },
    jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    libcurl: [String] = systemLibcurl
  ) -> Self {
    let timeout = min(max(timeout, .zero), .seconds(21 * 24 * 60 * 60))
    let conversation = Conversation(
      timeout: timeout, clock: clock, retries: Retries(now: now, jitter: jitter),
      environment: ConnectionEnvironment(environment), userAgent: userAgent, bodyLimit: max(bodyLimit, 0),
      engine: Engine(libraries: libcurl))
    return Self { try await conversation.send($0) }
  }
}

/// Opens the first library that can be opened.
/// - Throws: `NetworkClient.Error.unreachable(.other)`, with the reasons why none could.
func openLibcurl(_ libraries: [String]) throws(NetworkClient.Error) {
  var reasons: [String] = []
  for name in libraries {
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { sentence in
      ccurl_open(name, sentence.baseAddress, sentence.count).map { String(cString: $0) }
    }
    guard let reason else { return }
    reasons.append(reason)
  }
  throw .unreachable(
    .other(reasons.isEmpty ? "No file name of libcurl was given." : reasons.joined(separator: " ")))
}

/// The functions of libcurl, once `openLibcurl` has succeeded.
var curl: ccurl { ccurl_library().pointee }

extension String {
  /// Creates a copy of a string of libcurl; empty if there is none.
  init(curl text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}

extension NetworkClient {
  /// The file names of libcurl 7.68 or later on Linux and on macOS.
  public static var systemLibcurl: [String] {
    ["libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"]
  }

  /// Returns the versions of libcurl and its components, for example "libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13".
  /// - Parameter libcurl: File names; the first that can be opened is used.
  /// - Throws: `Error.unreachable(.other)` if none can be opened.
  public static func libcurlVersion(_ libcurl: [String] = systemLibcurl) throws(Error) -> String {
    try openLibcurl(libcurl)
    return String(curl: curl.version())
  }
}
