/// A format of feeds.
public enum FeedFormat: Equatable, Sendable {
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 and 1.0, based on RDF.
  case rdf
  /// Atom 0.3, from before the standard.
  case atom03
  /// Atom 1.0 (RFC 4287).
  case atom10
  /// JSON Feed 1.0 and 1.1.
  case json

  var isRSS: Bool { self == .rss || self == .rdf }
}

/// The values of a feed.
public struct FeedValues: Equatable, Sendable {
  /// The title in plain text.
  public var title: String?
  /// The address of the page that the feed belongs to.
  public var link: String?
  /// The language as a BCP 47 tag.
  public var language: String?
  /// The program that generated the feed.
  public var generator: String?
  /// The authors of entries that have none.
  public var authors: [FeedAuthor] = []
  /// The address of the next page of the same list (RFC 5005, 3; JSON's `next_url`).
  public var next: String?
  /// The address of the archive with older entries (RFC 5005, 4).
  public var previousArchive: String?
  /// The time in minutes during which the feed need not be requested again.
  public var minutesToLive: Int?
  /// The hours of the day, in UTC, in which it does not change.
  public var skippedHours: Set<Int> = []
  /// The days of the week on which it does not change; 0 is Sunday.
  public var skippedDays: Set<Int> = []
  /// The time between changes, from `sy:updatePeriod` and `sy:updateFrequency`.
  public var updateInterval: Duration?
  /// Whether the feed declares that it will never change again.
  public var isExpired = false
}
