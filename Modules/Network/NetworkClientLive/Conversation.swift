import Essentials
import NetworkClient

/// A request with its redirects and retries, which share one deadline.
struct Conversation<Time: Clock<Duration>>: Sendable {
  var timeout: Duration
  var clock: Time
  var retries: Retries
  var environment: ConnectionEnvironment
  var userAgent: String
  var bodyLimit: Int
  var engine: Engine

  func send(_ original: NetworkClient.Request) async throws -> NetworkClient.Response {
    try Task.checkCancellation()
    var deadline = clock.now.advanced(by: timeout)
    var request = try original.checked(userAgent: userAgent)
    request.mayReachThisMachine = original.mayBeginHere
    guard request.mayReachThisMachine || !original.url.isThisMachine else {
      throw NetworkClient.Error.unreachable(.misdirected(to: original.url.absoluteString))
    }
    let validators = request.headers.filter { isValidator($0.key) }
    if let owner = original.validatorsAddress, owner != original.url { request.removeValidators() }
    var hops: [NetworkClient.Redirect] = []
    var cookies: [WebOrigin: String] = [:]
    var tries = 0
    var isDecoded = true
    while true {
      let timeLeft = clock.now.duration(to: deadline)
      guard timeLeft > .zero else { throw NetworkClient.Error.unreachable(.timedOut) }
      let answer: RawResponse
      do {
        answer = try await engine.perform(exchange(request, timeLeft, isDecoded: isDecoded))
      } catch NetworkClient.Error.unreachable(let cause) {
        throw NetworkClient.Error.unreachable(self.cause(cause, at: request.url, askedFirst: original.url))
      }
      // Waiting in the queue does not count as time that the server takes.
      deadline = deadline.advanced(by: answer.queued)
      if answer.isMislabeled {
        isDecoded = false
        continue
      }
      if hops.isEmpty {
        request.mayReachThisMachine =
          original.mayReachThisMachine || original.url.isThisMachine || answer.isFromThisMachine
      }
      if answer.isUsable(for: request) { return answer.response(to: request, after: hops) }
      let asked = [original.url] + hops.map(\.to)
      if let next = try Redirects.next(after: answer, to: request, asked: asked, cookies: &cookies) {
        hops.append(.init(status: answer.status, to: next.url))
        request = next
        if next.url == original.validatorsAddress { request.headers.merge(validators) { first, _ in first } }
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

  /// Returns a cause that names the other host if the failure happened at another host than the first.
  private func cause(_ cause: NetworkClient.Cause, at url: URL, askedFirst first: URL) -> NetworkClient.Cause {
    switch cause {
    case .misdirected, .proxy, .noAuthorities: return cause
    default: break
    }
    return url.webOrigin == first.webOrigin ? cause : .elsewhere(at: url.originText, cause)
  }

  private func exchange(_ request: NetworkClient.Request, _ timeLeft: Duration, isDecoded: Bool) -> Exchange {
    Exchange(
      request: request, isDecoded: isDecoded, timeLeft: timeLeft, connecting: timeout / 2,
      bodyLimit: min(bodyLimit, max(request.bodyLimit ?? bodyLimit, 0)), environment: environment)
  }
}

/// A single request to one address, without redirects and retries.
struct Exchange: Sendable {
  var request: NetworkClient.Request
  /// Whether the body is decompressed.
  var isDecoded: Bool
  /// The time from the start of the transfer, which may first have to wait in a queue.
  var timeLeft: Duration
  var connecting: Duration
  var bodyLimit: Int
  var environment: ConnectionEnvironment
}

/// A complete response with any status.
struct RawResponse: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: Data
  /// Whether the connection was lost before the end of the body.
  var isCut: Bool
  /// Whether the body could not be decoded because of its label.
  var isMislabeled: Bool
  /// The time that the request waited in the queue.
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
    var response = NetworkClient.Response(
      status: status, url: request.url, redirects: redirects, headers: headers, body: body)
    response.isCut = isCut
    return response
  }

  /// Returns the value of the first field with this name.
  func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}

extension NetworkClient.Request {
  func wantsRejection(_ status: Int) -> Bool { returnedRejections?.contains(status) ?? false }

  /// Whether the first address may be one of this machine: if a person gave it, or a document of the same host or of
  /// this machine did.
  var mayBeginHere: Bool {
    guard !mayReachThisMachine, let linkedFrom else { return true }
    return linkedFrom.isFileURL || linkedFrom.isThisMachine || linkedFrom.webOrigin.host == url.webOrigin.host
  }

  var isConditional: Bool { headers.keys.contains(where: isValidator) }

  mutating func removeValidators() { headers = headers.filter { !isValidator($0.key) } }
}

/// Whether a header field is a condition on the copy that the client has (RFC 9110, 13.1).
private func isValidator(_ name: String) -> Bool { ["if-none-match", "if-modified-since"].contains(name.lowercased()) }

extension NetworkClient.Request {
  /// Returns the request with its `User-Agent`.
  /// - Throws: `NetworkClient.Error` for a request that must not be sent: an address that is not http or https, a
  ///   header field that could inject further lines, or a body that the method does not have.
  func checked(userAgent: String) throws -> Self {
    guard url.isWeb else { throw NetworkClient.Error.unreachable(.misdirected(to: url.absoluteString)) }
    guard body == nil || method != .get && method != .head else {
      throw refusal("\(method.rawValue) has no body")
    }
    var checked = self
    let names = Set(headers.keys.map { $0.lowercased() })
    if !names.contains("user-agent") { checked.headers["User-Agent"] = userAgent }
    for (name, value) in checked.headers {
      guard name.isFieldName else { throw refusal("no name of a header field: \(name.debugDescription)") }
      guard value.isFieldValue else { throw refusal("no value of the header field \(name)") }
    }
    // Two sources for the length or the host of a message could disagree.
    if let name = names.intersection(["content-length", "transfer-encoding", "host"]).min() {
      throw refusal("the header field \(name) is set by the client itself")
    }
    return checked
  }

  private func refusal(_ words: String) -> NetworkClient.Error { .unreachable(.other(words)) }
}
