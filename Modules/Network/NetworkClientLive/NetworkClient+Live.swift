// HTTP on one thread around libcurl, with deadlines, limits and redirects.

public import Essentials
public import NetworkClient

extension NetworkClient {
  /// Speaks HTTP/1.1 and HTTP/2 through the system's libcurl, on one thread of its own.
  ///
  /// Nothing is opened before the first request; connections are kept for the next one; when the last copy of the
  /// client is dropped, its thread ends and its connections are closed.
  ///
  /// - To one host there are at most 8 requests at a time over HTTP/1.1, and 32 over HTTP/2; the others wait for their turn,
  ///   in the order in which they were sent, and their time begins then.
  /// - `send` follows at most five redirects, never from https to http, and never with credentials to another host.
  /// - With libcurl before 7.80, a request that may not reach this machine is sent to a name that leads there, and the
  ///   answer thrown away; since then it is not sent.
  /// - It tries GET, HEAD, PUT and DELETE again up to twice after 429, 502, 503 and 504, unless the request says
  ///   otherwise. POST is sent once.
  /// - 304 is an answer to a request with `If-None-Match` or `If-Modified-Since`, and else `.rejected`. No redirect is
  ///   followed with these two: they belong to the address that was asked.
  /// - A document that was cut inside its compression, at the length announced, passes for a whole one: libcurl does
  ///   not tell. `decoded` finds out.
  ///
  /// - Parameters:
  ///   - timeout: the time for a whole request, redirects, waits and second tries included, in steps of a
  ///     millisecond, at most three weeks; half of it for a connection.
  ///   - bodyLimit: the longest body that is taken, in bytes after decompression.
  ///   - userAgent: the `User-Agent` of requests that have none.
  ///   - environment: where `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's certificates, and where
  ///     `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name proxies; as curl does, in capitals too, except
  ///     `HTTP_PROXY`. Empty: the system's certificates and no proxy.
  ///   - clock: what waits before a second try, and what the deadline is measured with between two answers.
  ///   - now: the date that a `Retry-After` with a date is compared with.
  ///   - jitter: from 0 to 1, how much of the random half of a wait is waited.
  ///   - libcurl: file names of libcurl, 7.68 or later; the first that can be opened is used.
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
    let engine = Engine(libraries: libcurl)
    let conversation = Conversation(
      timeout: timeout, clock: clock, redirects: Redirects(), retries: Retries(now: now, jitter: jitter),
      environment: ConnectionEnvironment(environment), userAgent: userAgent, bodyLimit: max(bodyLimit, 0)
    ) { try await engine.perform($0) }
    return Self { try await conversation.send($0) }
  }
}
