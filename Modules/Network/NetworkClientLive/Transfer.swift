import CCurl
import Essentials
import NetworkClient

/// One exchange as libcurl sees it. It lives on the engine's thread.
final class Transfer {
  let id: Int
  let handle: OpaquePointer
  let lane: Lanes.Key
  private let exchange: Exchange
  /// How long it waited for its turn.
  private let queued: Duration
  private let message: UnsafeMutablePointer<CChar>
  private var fields: OpaquePointer?
  private var unsent: Data
  private var head: Head
  private var body = Data()
  private var length = 0
  private var stop: Stop?

  /// Why a transfer was ended from here.
  private enum Stop {
    case tooLarge(limit: Int)
    /// The answer is a rejection; its text is of no use.
    case enough
    /// It was to be sent before.
    case tooLate
    /// It led to this machine, which it may not reach.
    case misdirected
  }

  init(_ job: Mailbox.Job) throws(NetworkClient.Error) {
    guard job.exchange.request.mayBeSent else { throw .unreachable(.tooLate) }
    guard let handle = ccurl_easy_init() else { throw .unreachable(.other("libcurl has no memory")) }
    self.handle = handle
    id = job.id
    exchange = job.exchange
    lane = Lanes.Key(job.exchange)
    queued = job.waitingSince?.duration(to: .now) ?? .zero
    unsent = job.exchange.request.body ?? Data()
    head = Head(limit: job.exchange.headerLimit)
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    var options = TransferOptions(handle: handle)
    defer { fields = options.fields }
    options.set(exchange)
    options.set(owner: Unmanaged.passUnretained(self).toOpaque(), message: message)
    guard options.code == CURLE_OK else {
      throw .unreachable(.other(String(cString: ccurl_easy_strerror(options.code))))
    }
  }

  deinit {
    ccurl_easy_cleanup(handle)
    ccurl_list_free(fields)
    message.deallocate()
  }

  /// Called when the connection is there, before the request is sent; false ends the transfer instead.
  func begin() -> Bool {
    if !mayGoOn { return false }
    if exchange.request.mayBeSent { return true }
    stop = .tooLate
    return false
  }

  /// Whether what the connection leads to may be reached.
  private var mayGoOn: Bool {
    guard !exchange.request.mayReachThisMachine, leadsToThisMachine else { return true }
    stop = .misdirected
    return false
  }

  /// Whether the connection is one to this machine: to a loopback address, or with both ends at the same one. Of one to a
  /// proxy nobody knows.
  private var leadsToThisMachine: Bool {
    let there = ccurl_easy_getinfo_string(handle, CURLINFO_PRIMARY_IP).map { String(cString: $0) } ?? ""
    let here = ccurl_easy_getinfo_string(handle, CURLINFO_LOCAL_IP).map { String(cString: $0) } ?? ""
    let port = ccurl_easy_getinfo_long(handle, CURLINFO_PRIMARY_PORT)
    // Hosts that the environment exempts from the proxy are connected to directly, as a rule at another port.
    guard !there.isEmpty, port != exchange.environment.proxyPort(for: exchange.request.url) else { return false }
    return there == here || namesThisMachine(there)
  }

  /// Gives the next part of a body that is to be sent by a moment: so the clock is looked at once more right before it
  /// leaves. Nil ends the transfer, and a request that is not whole is not obeyed.
  func give(_ room: UnsafeMutableRawBufferPointer) -> Int? {
    let count = unsent.copyBytes(to: room)
    unsent = unsent.dropFirst(count)
    return begin() ? count : nil
  }

  /// Takes one line of the headers, or of the trailers; false ends the transfer.
  func take(line: UnsafeRawBufferPointer) -> Bool {
    let wasComplete = head.isComplete
    guard head.take(line, status: status) else {
      stop = .tooLarge(limit: head.limit)
      return false
    }
    // Before 7.80, libcurl asks nobody before it sends a request.
    if head.isComplete, !wasComplete, !mayGoOn { return false }
    // Once, not for every line of trailers: a search for each of 50,000 lines would take a minute.
    if head.isComplete, !wasComplete, isWanted, head.contentLength > exchange.bodyLimit {
      stop = .tooLarge(limit: exchange.bodyLimit)
      return false
    }
    return true
  }

  /// Takes a part of the body; false ends the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= exchange.bodyLimit - length else {
      stop = isWanted ? .tooLarge(limit: exchange.bodyLimit) : .enough
      return false
    }
    length += bytes.count
    if isWanted || exchange.request.wantsRejection(status) { body.append(contentsOf: bytes) }
    return true
  }

  /// What the exchange came to.
  func result(_ code: CURLcode) -> Result<RawResponse, NetworkClient.Error> {
    switch stop {
    case .tooLarge(let limit): return .failure(.tooLarge(limit: limit))
    case .tooLate: return .failure(.unreachable(.tooLate))
    case .misdirected:
      return .failure(.unreachable(.misdirected(to: exchange.request.url.absoluteString)))
    case .enough: break
    case nil: guard code == CURLE_OK else { return .failure(failure(code)) }
    }
    // libcurl calls a connection closed inside the headers a success.
    guard head.isComplete else { return .failure(.unreachable(.lost)) }
    return .success(
      RawResponse(
        status: status, headers: head.fields, body: body, queued: queued, isFromThisMachine: leadsToThisMachine))
  }

  /// Whether many requests share a connection: HTTP/2 and later. Nil where nothing was answered.
  var isMultiplexed: Bool? {
    let version = ccurl_easy_getinfo_long(handle, CURLINFO_HTTP_VERSION)
    return version > 0 ? version >= CURL_HTTP_VERSION_2_0 : nil
  }

  private var status: Int { ccurl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE) }
  private var isWanted: Bool { exchange.request.method != .head && (200..<300).contains(status) }

  private func failure(_ code: CURLcode) -> NetworkClient.Error {
    let words = String(cString: message)
    return Failure(
      code: code, words: words.isEmpty ? String(cString: ccurl_easy_strerror(code)) : words,
      url: exchange.request.url.absoluteString,
      proxyStatus: ccurl_easy_getinfo_long(handle, CURLINFO_HTTP_CONNECTCODE),
      systemError: Int32(truncatingIfNeeded: ccurl_easy_getinfo_long(handle, CURLINFO_OS_ERRNO)),
      headLimit: head.limit
    ).error
  }
}

extension NetworkClient.Request {
  fileprivate var mayBeSent: Bool { sendBefore.map { ContinuousClock.now < $0 } ?? true }
}
