public import Essentials

/// The formats of feeds.
public enum FeedFormat: Equatable, Sendable {
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 and 1.0, in RDF.
  case rdf
  /// Atom before its standard.
  case atom03
  /// RFC 4287.
  case atom10
  /// JSON Feed 1.0 and 1.1.
  case json

  var isRSS: Bool { self == .rss || self == .rdf }
}

/// The values of a feed itself.
public struct FeedValues: Equatable, Sendable {
  /// The name in plain text.
  public var title: String?
  /// The subject, in plain text.
  public var summary: String?
  /// The page that it is the feed of.
  public var link: String?
  /// The identifier of the feed.
  public var id: String?
  /// The language, as BCP 47 names it.
  public var language: String?
  /// The program that made it.
  public var generator: String?
  /// The authors of entries that name none.
  public var authors: [FeedAuthor] = []
  /// When it was last changed.
  public var updated: Date?
  /// Its own address.
  public var selfLink: String?
  /// The next page of the same list (RFC 5005, 3; JSON's `next_url`).
  public var next: String?
  /// The archive with what came before (RFC 5005, 4).
  public var previousArchive: String?
  /// The time before which it need not be asked for again, in minutes.
  public var minutesToLive: Int?
  /// Hours of the day, in UTC, in which it does not change.
  public var skippedHours: Set<Int> = []
  /// Days of the week in which it does not change: 0 is Sunday.
  public var skippedDays: Set<Int> = []
  /// The time between changes, from `sy:updatePeriod` and `sy:updateFrequency`.
  public var updateInterval: Duration?
  /// Whether it says that it will never change again.
  public var isExpired = false
}
