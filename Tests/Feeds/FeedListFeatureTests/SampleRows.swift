import CachedResource
import FeedsRepository
import Foundation
import NetworkClient
import Subscriptions

/// Rows for tests.
enum SampleRows {
  static let now = Date(timeIntervalSince1970: 1_000_000_000)

  static var all: FeedRow {
    var row = FeedRow(.all, title: "All")
    row.unread = 7
    row.total = 120
    row.newest = now - 100
    return row
  }

  static func tag(_ name: String, unread: Int) -> FeedRow {
    var row = FeedRow(.tag(name), title: name)
    row.unread = unread
    row.newest = now - 3_600
    return row
  }

  /// - Parameter failingFor: The time for which the feed has been failing, in seconds; nil if it does not fail.
  static func feed(
    _ host: String, _ title: String, unread: Int, age: TimeInterval = 86_400, isHidden: Bool = false,
    failingFor: TimeInterval? = nil, _ error: any Error = NetworkClient.Error.rejected(status: 404)
  ) -> FeedRow {
    let subscription = Subscription(.web(URL(string: "https://\(host)")!), isHidden: isHidden)
    var row = FeedRow(.feed(host), title: title, subscription: subscription)
    row.unread = unread
    row.newest = now - age
    row.updated = now - 60
    row.failure = failingFor.map { FeedRow.Failure(error, since: now - $0) }
    return row
  }

  static let long = "紙の地図を折りたたむ方法 — and what the creases remember of the road, and of the map, and of the hands"

  static let rows = [
    all, tag("comics", unread: 1_234), feed("xkcd.com", "xkcd.com", unread: 3, age: 7_200),
    feed("long.org", long, unread: 0, age: 86_400 * 3),
    feed("gone.org", "Gone away", unread: 12, age: 86_400 * 90, failingFor: 86_400 * 5),
    feed("new.org", "Failing for an hour", unread: 0, failingFor: 3_600),
    feed("wide.org", long, unread: 8, failingFor: 86_400, NetworkClient.Error.unreachable(.unknownHost)),
    feed("hostile.org", "hostile \u{9b}2J\ttab\nline \u{202e}drow", unread: 1), feed("blank.org", " ", unread: 0),
  ]
}
