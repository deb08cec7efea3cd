// HTTP requests, responses, and the errors of a request.

import Concurrency
public import Essentials

/// A client that sends requests over HTTP.
public struct NetworkClient: Sendable {
  /// Sends a request and returns the response: a success (2xx), "not modified" (304), or a rejection if the request has
  /// `returnedRejections`.
  ///
  /// Redirects have been followed by then, and rejections by busy servers retried, if the request allows that.
  /// - Throws: `NetworkClient.Error`, or `CancellationError` when the task was cancelled.
  public var send: @Sendable (_ request: Request) async throws -> Response

  public init(send: @escaping @Sendable (_ request: Request) async throws -> Response) {
    self.send = send
  }
}

extension NetworkClient {
  /// Sends a request and decodes the body of the response, a JSON document.
  /// - Throws: The errors of `send`, and `Error.undecodable` for a body that is not such a document.
  public func fetch<Value: Decodable>(_ type: Value.Type = Value.self, _ request: Request) async throws -> Value {
    try await send(request).decoded()
  }
}

extension NetworkClient {
  /// An HTTP request.
  public struct Request: Hashable, Sendable {
    /// The HTTP methods in use.
    public enum Method: String, Sendable {
      case get = "GET"
      case head = "HEAD"
      case post = "POST"
      case put = "PUT"
      case delete = "DELETE"
    }

    /// The HTTP method.
    public var method: Method
    /// The absolute `http` or `https` address of the resource.
    public var url: URL
    /// Header fields by name.
    public var headers: [String: String]
    /// The names of header fields, in lower case, that redirects do not carry to another origin, like those whose names
    /// suggest credentials.
    public var ownHeaders: Set<String> = []
    /// The address, perhaps behind redirects, that the validators in `headers` came from (`If-None-Match`,
    /// `If-Modified-Since`). They are sent to it alone. Nil for the address of the request.
    public var validatorsAddress: URL?
    /// The body, for methods that have one.
    public var body: Data?
    /// Whether a redirect may lead to another origin.
    public var mayLeave: Bool
    /// Whether a redirect from another machine may lead to the one that this runs on.
    public var mayReachThisMachine: Bool
    /// The address of the document that links to `url`; nil for an address that a person gave. Without
    /// `mayReachThisMachine`, a document of another machine cannot lead to this machine either.
    public var linkedFrom: URL?
    /// Whether a request other than POST is sent again when the server is busy (429, 502, 503, 504).
    public var isRetried: Bool
    /// The limit for the body of the response, in bytes after decompression, if it is lower than the client's.
    public var bodyLimit: Int?
    /// The status codes whose responses are returned instead of being thrown as `Error.rejected`. A body above the
    /// limit is cut off.
    public var returnedRejections: Range<Int>?
    /// Whether the body of a success that ends too early is returned, instead of `Cause.lost` being thrown, and the part
    /// before one that cannot be decompressed.
    public var returnsCutBody = false

    /// The latest time at which the request may be sent; nil for no limit. The clock runs on while the process is
    /// stopped and while the machine sleeps, and is checked right before the request leaves.
    public var sendBefore: ContinuousClock.Instant?

    public init(
      _ url: URL, method: Method = .get, headers: [String: String] = [:], body: Data? = nil, mayLeave: Bool = true,
      mayReachThisMachine: Bool = true, isRetried: Bool = true, bodyLimit: Int? = nil,
      returnedRejections: Range<Int>? = nil
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
      self.mayLeave = mayLeave
      self.mayReachThisMachine = mayReachThisMachine
      self.isRetried = isRetried
      self.bodyLimit = bodyLimit
      self.returnedRejections = returnedRejections
    }
  }

  /// A redirect that was followed.
  public struct Redirect: Hashable, Sendable {
    /// The status code: 301, 302, 303, 307 or 308.
    public var status: Int
    /// The address it led to.
    public var to: URL

    public init(status: Int, to url: URL) {
      self.status = status
      self.to = url
    }

    /// Whether the server asks for the new address in place of the old one from now on (RFC 9110, 15.4).
    public var isPermanent: Bool { status == 301 || status == 308 }
  }

  /// The response of a server.
  public struct Response: Hashable, Sendable {
    /// The status code: 200 to 299, 304, or that of a rejection that the request asked for.
    public var status: Int
    /// The address that responded, after redirects.
    public var url: URL
    /// The redirects that led there, the first one first.
    public var redirects: [Redirect]
    /// The body, decompressed.
    public var body: Data
    /// Whether the connection was lost before the end of the body.
    public var isCut = false
    private var fields: [String: String]

    /// `headers` may repeat a name in different cases; such values are joined with a comma (RFC 9110, 5.3).
    public init(
      status: Int = 200, url: URL, redirects: [Redirect] = [], headers: [(name: String, value: String)] = [],
      body: Data = Data()
    ) {
      self.status = status
      self.url = url
      self.redirects = redirects
      self.body = body
      // Grouped once, because a server may repeat a name ten thousand times.
      fields = Dictionary(grouping: headers) { $0.name.lowercased() }
        .mapValues { $0.map { $0.value }.joined(separator: ", ") }
    }

    /// Returns the value of a header field. The case of the name does not matter.
    public func header(_ name: String) -> String? { fields[name.lowercased()] }

    /// Whether the body is an HTML page, by its beginning or its declared type.
    public var isPage: Bool {
      let start = String(decoding: body.prefix(1_024), as: UTF8.self).lowercased()
        .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return true }
      // Some servers declare JSON as a page.
      guard let first = start.first, first != "{", first != "[" else { return false }
      return header("Content-Type")?.lowercased().hasPrefix("text/html") == true
    }

    /// Returns the body decoded from JSON.
    /// - Throws: `Error.undecodable`, or `Error.page`.
    public func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      do {
        return try JSONDecoder().decode(Value.self, from: body)
      } catch {
        throw isPage ? Error.page : Error.undecodable(String(describing: error))
      }
    }
  }
}

extension NetworkClient {
  /// Returns the same client with a limit on the requests in flight. Further requests wait for their turn, in order.
  /// The wait does not count towards their time limit.
  /// - Parameters:
  ///   - limit: The highest number of requests in flight.
  ///   - onWait: Called when a request has to wait.
  public func limited(to limit: Int, onWait: @escaping @Sendable () -> Void = {}) -> Self {
    let turns = AsyncSemaphore(limit)
    return Self { request in
      try Task.checkCancellation()
      try await turns.wait(onWait: onWait)
      defer { turns.signal() }
      return try await send(request)
    }
  }

  /// The same client, which never sends a request again that a server has rejected.
  public var withoutRetries: Self {
    Self { request in
      var request = request
      request.isRetried = false
      return try await send(request)
    }
  }

  /// Returns the same client, which sends requests that change something (all but GET and HEAD) before a deadline or not
  /// at all.
  /// - Parameter deadline: Returns the deadline of a request that is about to be made; nil for none.
  public func sendingChanges(before deadline: @escaping @Sendable () -> ContinuousClock.Instant?) -> Self {
    Self { request in
      var request = request
      if request.method != .get, request.method != .head { request.sendBefore = deadline() }
      return try await send(request)
    }
  }
}

extension String {
  /// Whether an `ETag` or a `Last-Modified` can be sent back. Servers reject requests with long fields, and an odd one
  /// must not make every later request fail.
  public var isSendableValidator: Bool {
    // A byte that is no UTF-8 was replaced, and would come back as another.
    !isEmpty && utf8.count <= 1_024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && !contains("\u{FFFD}")
  }

  /// Whether this can be the name of a header field (RFC 9110, 5.1), a token.
  public var isFieldName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether this can be the value of a header field (RFC 9110, 5.5), without control characters other than the tab.
  public var isFieldValue: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
}
