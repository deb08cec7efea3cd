import CCurl
import Essentials
import NetworkClient

/// One exchange in libcurl. It lives on the engine's thread.
final class Transfer {
  let id: Int
  let handle: OpaquePointer
  let queueKey: HostQueues.Key
  private let exchange: Exchange
  /// The time that the request waited in its queue.
  private let queued: Duration
  private let message: UnsafeMutablePointer<CChar>
  private var fields: OpaquePointer?
  private var unsent: Data
  private var head = Head()
  private var body = Data()
  private var length = 0
  private var stop: Stop?
  /// Whether the request may have been sent.
  private var mayHaveBeenSent = true

  /// The reason why this program ended a transfer.
  private enum Stop {
    case tooLarge(limit: Int)
    /// The response is a rejection, and the rest of its body is not needed.
    case enough
    /// The latest time to send the request passed.
    case tooLate
    /// The connection leads to this machine, which the request may not reach.
    case misdirected
  }

  init(_ job: Mailbox.Job) throws(NetworkClient.Error) {
    guard job.exchange.request.mayBeSent else { throw .unreachable(.tooLate) }
    guard let handle = curl.easy_init() else { throw .unreachable(.other("curl_easy_init failed")) }
    self.handle = handle
    id = job.id
    exchange = job.exchange
    queueKey = HostQueues.Key(job.exchange)
    queued = job.waitingSince?.duration(to: .now) ?? .zero
    unsent = job.exchange.request.body ?? Data()
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    var options = TransferOptions(handle: handle)
    defer {
      fields = options.fields
      mayHaveBeenSent = !options.announcesSending
    }
    options.set(exchange)
    options.set(owner: Unmanaged.passUnretained(self).toOpaque(), message: message)
    guard options.code == CURLE_OK else {
      throw .unreachable(.other(String(curl: curl.easy_strerror(options.code))))
    }
  }

  deinit {
    curl.easy_cleanup(handle)
    curl.slist_free_all(fields)
    message.deallocate()
  }

  /// Returns whether the request may be sent. Called when there is a connection; false ends the transfer.
  func begin() -> Bool {
    guard mayReachServer() else { return false }
    guard exchange.request.mayBeSent else {
      stop = .tooLate
      return false
    }
    mayHaveBeenSent = true
    return true
  }

  /// Returns whether the request may reach the machine that the connection leads to; false ends the transfer.
  private func mayReachServer() -> Bool {
    guard !exchange.request.mayReachThisMachine, leadsToThisMachine else { return true }
    stop = .misdirected
    return false
  }

  /// Whether the connection is known to lead to this machine: to a loopback address, or to the address that it comes
  /// from. False for one to a proxy.
  private var leadsToThisMachine: Bool {
    let there = String(curl: ccurl_easy_getinfo_string(handle, CURLINFO_PRIMARY_IP))
    let here = String(curl: ccurl_easy_getinfo_string(handle, CURLINFO_LOCAL_IP))
    let port = ccurl_easy_getinfo_long(handle, CURLINFO_PRIMARY_PORT)
    // Hosts of `no_proxy` are connected to directly, usually at another port than that of the proxy.
    guard !there.isEmpty, port != exchange.environment.proxyPort(for: exchange.request.url) else { return false }
    return there == here || namesThisMachine(there)
  }

  /// Copies the next part of the body that is sent, and returns its length. Nil ends the transfer if the deadline of
  /// the request has passed since its headers were sent: a server ignores an incomplete request.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = unsent.copyBytes(to: buffer)
    unsent = unsent.dropFirst(count)
    return begin() ? count : nil
  }

  /// Adds a line of the headers or trailers; false ends the transfer.
  func receive(line: UnsafeRawBufferPointer) -> Bool {
    let wasComplete = head.isComplete
    guard head.parse(line: line, status: status) else {
      stop = .tooLarge(limit: Head.limit)
      return false
    }
    // libcurl before 7.80 does not call back before it sends a request.
    if head.isComplete, !wasComplete, !mayReachServer() { return false }
    // Once, not for every line of trailers: a search for each of 50,000 lines would take a minute.
    if head.isComplete, !wasComplete, isWanted, head.contentLength > exchange.bodyLimit {
      stop = .tooLarge(limit: exchange.bodyLimit)
      return false
    }
    return true
  }

  /// Adds a part of the body; false ends the transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= exchange.bodyLimit - length else {
      stop = isWanted ? .tooLarge(limit: exchange.bodyLimit) : .enough
      return false
    }
    length += bytes.count
    if isWanted || exchange.request.wantsRejection(status) { body.append(contentsOf: bytes) }
    return true
  }

  /// Returns the result of the exchange.
  func result(_ code: CURLcode) -> Result<RawResponse, NetworkClient.Error> {
    switch stop {
    case .tooLarge(let limit): return .failure(.tooLarge(limit: limit))
    case .tooLate: return .failure(.unreachable(.tooLate))
    case .misdirected:
      return .failure(.unreachable(.misdirected(to: exchange.request.url.absoluteString)))
    case .enough: break
    case nil: guard code == CURLE_OK || isMislabeled || returnsCutBody(code) else { return .failure(failure(code)) }
    }
    // libcurl reports success for a connection that closes inside the headers.
    guard head.isComplete else { return .failure(.unreachable(.lost)) }
    guard let body = body.unzipped(limit: exchange.bodyLimit) else {
      return .failure(.tooLarge(limit: exchange.bodyLimit))
    }
    let isCut = stop == nil && code != CURLE_OK
    return .success(
      RawResponse(
        status: status, headers: head.fields, body: body, isCut: isCut, isMislabeled: isCut && isMislabeled,
        queued: queued, isFromThisMachine: leadsToThisMachine))
  }

  /// Whether the body cannot be decoded because of its label, and may be requested as it is.
  private var isMislabeled: Bool { exchange.isDecoded && exchange.request.method == .get && head.namesCharset }

  /// Returns whether the part of the body that was received is the response, although the transfer failed.
  private func returnsCutBody(_ code: CURLcode) -> Bool {
    guard exchange.request.returnsCutBody, isWanted, !body.isEmpty else { return false }
    // Some servers send more bytes after a compressed body.
    if case .undecodable = failure(code) { return true }
    return failure(code) == .unreachable(.lost)
  }

  /// Whether requests share a connection (HTTP/2 and later); nil without a response.
  var isMultiplexed: Bool? {
    let version = ccurl_easy_getinfo_long(handle, CURLINFO_HTTP_VERSION)
    return version > 0 ? version >= CURL_HTTP_VERSION_2_0 : nil
  }

  private var status: Int { ccurl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE) }
  private var isWanted: Bool { exchange.request.method != .head && (200..<300).contains(status) }

  private func failure(_ code: CURLcode) -> NetworkClient.Error {
    let words = String(cString: message)
    return TransferFailure(
      code: code, words: words.isEmpty ? String(curl: curl.easy_strerror(code)) : words,
      url: exchange.request.url.absoluteString,
      proxy: exchange.environment.proxyAddress(for: exchange.request.url, failing: words),
      certificateFile: exchange.environment.certificateFile,
      proxyStatus: ccurl_easy_getinfo_long(handle, CURLINFO_HTTP_CONNECTCODE),
      systemError: Int32(truncatingIfNeeded: ccurl_easy_getinfo_long(handle, CURLINFO_OS_ERRNO)),
      mayHaveBeenSent: mayHaveBeenSent, hasBody: length > 0
    ).error
  }
}

extension NetworkClient.Request {
  fileprivate var mayBeSent: Bool { sendBefore.map { ContinuousClock.now < $0 } ?? true }
}

extension Data {
  /// Returns the contents of a gzip file, or other data as they are; nil for contents as long as the limit or longer.
  fileprivate func unzipped(limit: Int) -> Data? {
    guard starts(with: [0x1F, 0x8B]) else { return self }
    var content = Data(count: Swift.min(8 * count, limit))
    while true {
      let size = withUnsafeBytes { bytes in
        content.withUnsafeMutableBytes { ccurl_gunzip(bytes.baseAddress, bytes.count, $0.baseAddress, $0.count) }
      }
      if size == 0 { return self }
      if size < content.count { return content.prefix(size) }
      if size == limit { return nil }
      content = Data(count: Swift.min(4 * size, limit))
    }
  }
}
