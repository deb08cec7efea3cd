public import Essentials
public import NetworkClient

/// The state of one feed between two requests: validators, pauses, moves.
public struct FeedState: Codable, Equatable, Sendable {
  /// The checksum of the last document; nil where none is saved.
  public var documentChecksum: String?
  /// The posts of the first load that arrive read, where it is to come.
  public var arrivingRead: String?
  /// The number of the last arrival by an import before the first load: up to it, nothing arrives read.
  public var importedBy: Int64?
  /// The title, by the feed's own word.
  public var title: String?
  /// The `ETag` of the last 200 or 304, byte for byte.
  public var etag: String?
  /// The `Last-Modified` of the last 200 or 304, byte for byte.
  public var lastModified: String?
  /// The address that gave both, after redirects.
  public var validatorsAddress: String?
  /// The date of the last request.
  public var askedAt: Date?
  /// The date of the request that the server answered last.
  public var answeredAt: Date?
  /// The date of the last 200.
  public var documentDate: Date?
  /// The date until which the server wants no requests.
  public var pausedUntil: Date?
  /// The address behind redirects whose server was too busy; nil if it was that of the feed.
  public var busyAddress: URL?
  /// The seconds for which the server declared its last answer fresh.
  public var freshFor: Double?
  /// The seconds between two changes of the document, by its own word.
  public var updateInterval: Double?
  /// The hours of the day, in UTC, in which the document does not change.
  public var skippedHours: [Int]?
  /// The days of the week, in UTC, on which the document does not change; 0 is Sunday.
  public var skippedDays: [Int]?
  /// The address of the page or the feed that links to this one; nil for an address that a person gave.
  public var linkedFrom: URL?
  /// The address that has taken the place of the feed's own.
  public var movedTo: String?
  /// An address that a permanent redirect led to on one day. It is taken when it is seen on another.
  public var pendingMove: String?
  /// The day on which it was first seen, counted from 1970.
  public var pendingMoveDay: Int?
  /// An address that a redirect led to, whose document had no known entry: it never takes the feed's place.
  public var rejectedMove: String?
  /// The day on which the page that links to it was last asked for another one, because its host was not reached.
  public var pageDay: Int?
  /// The day of the first 410 since the last success.
  public var goneDay: Int?
  /// Whether the feed has ended: 410 on two days, or its own word.
  public var hasEnded: Bool?
  /// The number of failures in a row.
  public var failures: Int?
  /// The date of the first of them.
  public var failingSince: Date?
  /// The date of the last of them.
  public var failedAt: Date?
  /// The reason of the last of them.
  public var failure: FailureRecord?

  /// Whether the feed has ever given a document.
  public var hasDocument: Bool { documentChecksum != nil || documentDate != nil }

  /// The longest pause in seconds that a server can ask for.
  public static let pauseLimit = 86_400.0

  /// Returns the date until which the server has asked for no requests; nil if it has passed. A later date than a server
  /// can ask for was written before the clock was set back.
  public func requestedPauseEnd(at now: Date) -> Date? {
    pausedUntil.flatMap { $0 > now && $0.timeIntervalSince(now) <= Self.pauseLimit ? $0 : nil }
  }

  /// The state before the first request.
  /// - Parameter linkedFrom: The address of the page or the feed that links to this one.
  public init(linkedFrom: URL? = nil) { self.linkedFrom = linkedFrom }

  /// The keys in the cache, which earlier versions have written.
  private enum CodingKeys: String, CodingKey {
    case documentChecksum = "document"
    case arrivingRead, importedBy, title, etag, lastModified
    case validatorsAddress = "validatorsOf"
    case askedAt, answeredAt
    case documentDate = "lastDocument"
    case pausedUntil, busyAddress, freshFor, updateInterval, skippedHours, skippedDays, linkedFrom, movedTo
    case pendingMove = "candidate"
    case pendingMoveDay = "candidateDay"
    case rejectedMove = "stranger"
    case pageDay, goneDay, hasEnded, failures, failingSince, failedAt, failure
  }
}
