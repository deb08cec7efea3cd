import FeedDocument
import FeedsService
import Foundation
import NetworkClient

/// An answer of a stub server.
struct FeedReply: Sendable {
  var status = 200
  /// The status codes of the redirects before it. All but the last stay on the server.
  var redirects: [Int] = []
  var to: URL?
  var headers: [(name: String, value: String)] = []
  var body = Data()
  /// Whether the connection is lost before the end of the body.
  var isCut = false

  init(
    status: Int = 200, redirects: [Int] = [], to target: URL? = nil, headers: [(String, String)] = [],
    body: Data = Data(), isCut: Bool = false
  ) {
    self.status = status
    self.redirects = redirects
    to = target
    self.body = body
    self.isCut = isCut
    self.headers = headers.map { (name: $0.0, value: $0.1) }
  }

  func response(to request: NetworkClient.Request) -> NetworkClient.Response {
    let hops = redirects.map { NetworkClient.Redirect(status: $0, to: to ?? request.url) }
    var response = NetworkClient.Response(
      status: status, url: to ?? request.url, redirects: hops, headers: headers, body: body)
    response.isCut = isCut
    return response
  }
}

let feed = URL(string: "https://example.org/feed?a=1")!
let other = URL(string: "https://example.net/feed")!

/// Returns RSS with items of these titles.
func rss(_ titles: String...) -> Data {
  let items = titles.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined()
  return Data("<rss version='2.0'><channel><title>T</title>\(items)</channel></rss>".utf8)
}

/// Returns the date `day` days after 1 January 2026.
func date(_ day: Double) -> Date { Date(timeIntervalSince1970: 1_767_225_600 + day * 86_400) }
