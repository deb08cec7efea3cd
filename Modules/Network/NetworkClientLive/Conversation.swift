import Essentials
import NetworkClient

/// One request and all it takes to answer it: hops, tries, and the time they share.
struct Conversation<Time: Clock<Duration>>: Sendable {
  var timeout: Duration
  var clock: Time
  var redirects: Redirects
  var retries: Retries
  var environment: ConnectionEnvironment
  var userAgent: String
  var bodyLimit: Int
  var perform: @Sendable (Exchange) async throws -> RawResponse

  func send(_ original: NetworkClient.Request) async throws -> NetworkClient.Response {
    try Task.checkCancellation()
    var deadline = clock.now.advanced(by: timeout)
    var request = try original.checked(userAgent: userAgent)
    // The first address is asked for, wherever it leads.
    request.mayReachThisMachine = true
    var hops: [NetworkClient.Redirect] = []
    var tries = 0
    while true {
      let timeLeft = clock.now.duration(to: deadline)
      guard timeLeft > .zero else { throw NetworkClient.Error.unreachable(.timedOut) }
      let answer: RawResponse
      do {
        answer = try await perform(exchange(request, timeLeft))
      } catch NetworkClient.Error.unreachable(let cause) {
        throw NetworkClient.Error.unreachable(self.cause(cause, at: request.url, askedFirst: original.url))
      }
      // Waiting for a turn is nothing that a server takes its time for.
      deadline = deadline.advanced(by: answer.queued)
      if hops.isEmpty {
        request.mayReachThisMachine =
          original.mayReachThisMachine || original.url.isThisMachine || answer.isFromThisMachine
      }
      if answer.isUsable(for: request) { return answer.response(to: request, after: hops) }
      if let next = try redirects.next(after: answer, to: request, hops: hops.count) {
        hops.append(.init(status: answer.status, to: next.url))
        request = next
        continue
      }
      let patience = clock.now.duration(to: deadline)
      guard let wait = retries.wait(after: answer, to: request, tries: tries, patience: patience) else {
        guard request.wantsRejection(answer.status) else {
          throw NetworkClient.Error.rejected(status: answer.status)
        }
        return answer.response(to: request, after: hops)
      }
      tries += 1
      try await clock.sleep(for: wait)
    }
  }

  /// What happened at another host than the first is said to have happened there.
  private func cause(_ cause: NetworkClient.Cause, at url: URL, askedFirst first: URL) -> NetworkClient.Cause {
    if case .misdirected = cause { return cause }
    return url.webOrigin == first.webOrigin ? cause : .elsewhere(at: url.place, cause)
  }

  private func exchange(_ request: NetworkClient.Request, _ timeLeft: Duration) -> Exchange {
    Exchange(
      request: request, timeLeft: timeLeft, connecting: timeout / 2,
      bodyLimit: min(bodyLimit, max(request.bodyLimit ?? bodyLimit, 0)), environment: environment)
  }
}

/// One question to one address.
struct Exchange: Sendable {
  var request: NetworkClient.Request
  /// From its beginning, which may have to wait for its turn.
  var timeLeft: Duration
  var connecting: Duration
  var bodyLimit: Int
  /// For all header blocks and trailers together, in bytes. libcurl's own limit is 300 KB, and 100 KB for a line.
  var headerLimit = 256 << 10
  var environment: ConnectionEnvironment
}

/// One whole answer, whatever it says.
struct RawResponse: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: Data
  /// How long the question waited for its turn.
  var queued: Duration
  /// Whether this machine is known to have answered.
  var isFromThisMachine: Bool

  var isSuccess: Bool { (200..<300).contains(status) }

  func isUsable(for request: NetworkClient.Request) -> Bool {
    isSuccess || status == 304 && request.isConditional
  }

  func response(
    to request: NetworkClient.Request, after redirects: [NetworkClient.Redirect]
  ) -> NetworkClient.Response {
    .init(status: status, url: request.url, redirects: redirects, headers: headers, body: body)
  }

  /// The value of a field, of its first line if there are several.
  func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}

extension NetworkClient.Request {
  func wantsRejection(_ status: Int) -> Bool { returnedRejections?.contains(status) ?? false }

  var isConditional: Bool { headers.keys.contains(where: isValidator) }
}

/// Whether a header field, judged by its name, says which copy the sender has.
func isValidator(_ name: String) -> Bool { ["if-none-match", "if-modified-since"].contains(name.lowercased()) }
