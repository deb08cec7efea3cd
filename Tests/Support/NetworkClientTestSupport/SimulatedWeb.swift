public import Foundation
public import NetworkClient
import Synchronization

/// A simulated web: pages at addresses, and the date.
public final class SimulatedWeb: Sendable {
  /// The first of January 2026.
  public static let start = Date(timeIntervalSince1970: 1_767_225_600)

  private let pages = Mutex<[String: String]>([:])
  private let moves = Mutex<[String: NetworkClient.Redirect]>([:])
  private let statuses = Mutex<[String: Int]>([:])
  private let failures = Mutex<[String: NetworkClient.Cause]>([:])
  private let seconds = Mutex<Double>(0)
  private let sent = Mutex<[NetworkClient.Request]>([])
  private let tags = Mutex<[String: String]>([:])

  public init() {}

  /// The page at an address; 404 without one.
  public subscript(address: String) -> String? {
    get { pages.withLock { $0[address] } }
    set { pages.withLock { $0[address] = newValue } }
  }

  /// Makes an address redirect to another one.
  public func move(_ address: String, to target: String, status: Int = 302) {
    let redirect = URL(string: target).map { NetworkClient.Redirect(status: status, to: $0) }
    moves.withLock { $0[address] = redirect }
  }
  /// Makes an address answer with a status code, or with its page again if the code is nil.
  public func reject(_ address: String, _ status: Int?) { statuses.withLock { $0[address] = status } }
  /// Makes an address unreachable.
  public func shut(_ address: String, _ cause: NetworkClient.Cause) { failures.withLock { $0[address] = cause } }
  /// Makes an address answer with an ETag, and with 304 to requests that have it.
  public func tag(_ address: String, _ tag: String) { tags.withLock { $0[address] = tag } }
  /// Advances the date by a number of seconds.
  public func pass(_ duration: Double) { seconds.withLock { $0 += duration } }
  /// The current date.
  public var date: Date { Self.start.addingTimeInterval(seconds.withLock { $0 }) }
  /// The addresses of the requests so far.
  public var requests: [String] { sent.withLock { $0.map(\.url.absoluteString) } }
  /// Returns the value of a header field in each request.
  public func fields(_ field: String) -> [String?] { sent.withLock { $0.map { $0.headers[field] } } }
  /// The names of the header fields in each request that are not sent to other servers.
  public var ownHeaders: [Set<String>] { sent.withLock { $0.map(\.ownHeaders) } }
  /// The document that linked to the address of each request.
  public var links: [URL?] { sent.withLock { $0.map(\.linkedFrom) } }

  /// A client that requests the pages.
  public var client: NetworkClient {
    NetworkClient { [self] request in
      let address = request.url.absoluteString
      sent.withLock { $0.append(request) }
      if let cause = failures.withLock({ $0[address] }) { throw NetworkClient.Error.unreachable(cause) }
      let redirects = [moves.withLock { $0[address] }].compactMap(\.self)
      let last = redirects.last?.to.absoluteString ?? address
      if let status = statuses.withLock({ $0[last] }) {
        return .init(status: status, url: request.url, headers: [("Retry-After", "60")])
      }
      let tag = tags.withLock { $0[last] }
      if let tag, request.headers["If-None-Match"] == tag { return .init(status: 304, url: request.url) }
      guard let page = self[last] else { return .init(status: 404, url: request.url) }
      return .init(
        url: redirects.last?.to ?? request.url, redirects: redirects, headers: tag.map { [("ETag", $0)] } ?? [],
        body: Data(page.utf8))
    }
  }
}
