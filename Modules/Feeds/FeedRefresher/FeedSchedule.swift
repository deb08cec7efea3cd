public import Essentials
public import FeedsService
import NetworkClient

/// The dates on which feeds are asked by themselves.
public enum FeedSchedule {
  private static let hour = 3_600.0
  private static let day = 86_400.0
  /// Clocks of two processes differ by less. A date further ahead was written before the clock was set back.
  private static let tolerance = 60.0
  /// A request without an outcome is in flight in another process, or was when that ended.
  private static let longestRequest = 60.0

  /// Returns the date from which a feed is asked: in the past for one that is due; nil for one that has ended.
  ///
  /// A feed is asked every hour at most, twice in the time that it usually takes to change, and once a day at least. A
  /// failing feed is asked after twice the time each time, and once a day at least. No feed is asked before its server or
  /// its document wants that. An interval takes the place of the feed's own rhythm: the hour, the time that it takes
  /// to change, and what its document says about that.
  /// - Parameters:
  ///   - state: The results of the feed's requests so far.
  ///   - perWeek: The number of posts a week; nil while nothing is known.
  ///   - interval: The time between two requests that a person has set; nil for the feed's own rhythm.
  ///   - now: The current date.
  public static func dueDate(
    of state: FeedState, perWeek: Double? = nil, every interval: Duration? = nil, at now: Date
  ) -> Date? {
    guard state.hasEnded != true else { return nil }
    let interval = interval.map { $0 / .seconds(1) }
    var due = Date.distantPast
    if let answered = past(state.answeredAt, now) {
      let time = state.failures == nil ? interval ?? time(between: perWeek) : 0
      due = answered + max(time, state.freshFor ?? 0, interval == nil ? min(state.updateInterval ?? 0, day) : 0)
    }
    if let failures = state.failures, let failed = past(state.failedAt, now) {
      due = max(due, failed + backoff(after: failures, of: state, interval ?? hour))
    }
    if let asked = state.requestWithoutOutcome(at: now) { due = max(due, asked + longestRequest) }
    if let end = state.pauseEnd(at: now) { due = max(due, end) }
    return firstDate(from: due, outside: state, now)
  }

  /// Returns whether a server or a file was asked within the last ten minutes. A request that never left for want of a
  /// network does not count.
  public static func wasJustAsked(_ state: FeedState, at now: Date) -> Bool {
    guard let outcome = past(state.outcome, now), !state.failedWithoutNetwork else { return false }
    return now.timeIntervalSince(outcome) < 600
  }

  /// Returns whether a feed is being asked, perhaps by another process, as far as it can be told.
  public static func isBeingAsked(_ state: FeedState, at now: Date) -> Bool {
    state.requestWithoutOutcome(at: now).map { now.timeIntervalSince($0) < longestRequest } ?? false
  }

  private static func time(between perWeek: Double?) -> Double {
    guard let perWeek else { return hour }
    let half = perWeek > 0 ? 7 * day / perWeek / 2 : day
    return max(hour, min(half, day))
  }

  private static func backoff(after failures: Int, of state: FeedState, _ interval: Double) -> Double {
    let first = state.isRefused ? FeedState.pause : interval
    return min(first * exp2(Double(failures - 1)), max(interval, day))
  }

  /// Returns a date unless it lies in the future.
  fileprivate static func past(_ date: Date?, _ now: Date) -> Date? {
    date.flatMap { $0.timeIntervalSince(now) < tolerance ? $0 : nil }
  }

  /// Returns the first date that is not in the skipped hours and days of a document, unless it skips all.
  private static func firstDate(from due: Date, outside state: FeedState, _ now: Date) -> Date {
    let hours = Set(state.skippedHours ?? [])
    let days = Set(state.skippedDays ?? [])
    guard !hours.isEmpty || !days.isEmpty else { return due }
    let start = max(due, now)
    let hour = (start.timeIntervalSince1970 / 3_600).rounded(.down)
    for ahead in 0..<(8 * 24) {
      let hour = Int(hour) + ahead
      // The first of January 1970 was a Thursday.
      let ofDay = modulo(hour, 24)
      let ofWeek = modulo(modulo(hour, 168) / 24 + 4, 7)
      if hours.contains(ofDay) || days.contains(ofWeek) { continue }
      return ahead == 0 ? due : Date(timeIntervalSince1970: Double(hour) * 3_600)
    }
    return due
  }

  private static func modulo(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

extension FeedState {
  fileprivate static let pause = 600.0

  /// Returns the date until which the server wants no requests: the one that it gave, or ten minutes after it was too
  /// busy; nil if it has passed.
  public func pauseEnd(at now: Date) -> Date? {
    var state = self
    if pausedUntil == nil, isRefused { state.pausedUntil = failedAt.map { $0 + Self.pause } }
    return state.requestedPauseEnd(at: now)
  }

  /// The site behind redirects that was too busy; nil if it was that of the feed.
  var busySite: WebSite? { busyAddress.flatMap { WebSite($0) } }

  /// Whether the last request failed for want of a network, as far as it can be told: a host that does not exist looks the
  /// same.
  var failedWithoutNetwork: Bool {
    switch failure?.error {
    case .unreachable(.offline), .unreachable(.unknownHost): true
    default: false
    }
  }

  /// The date of the last answer of the server, an error among them.
  var serverAnswer: Date? {
    let isAnswer = failure.map { if case .unreachable? = $0.error { false } else { true } } ?? false
    return [answeredAt, isAnswer ? failedAt : nil].compactMap(\.self).max()
  }

  /// Whether the host did not answer the last request.
  var isSilent: Bool {
    switch failure?.error {
    case .unreachable(.refused), .unreachable(.notConnected), .unreachable(.timedOut), .unreachable(.lost),
      .unreachable(.proxy):
      true
    default: false
    }
  }

  /// Whether the server was too busy for the last request.
  var isRefused: Bool { failure?.feedFailure?.meansTooBusy ?? false }

  /// The date of the last answer or failure.
  fileprivate var outcome: Date? { [answeredAt, failedAt].compactMap(\.self).max() }

  /// The date of the last request if neither an answer nor a failure followed.
  fileprivate func requestWithoutOutcome(at now: Date) -> Date? {
    guard let asked = FeedSchedule.past(askedAt, now) else { return nil }
    return outcome.map { $0 >= asked } ?? false ? nil : asked
  }
}
