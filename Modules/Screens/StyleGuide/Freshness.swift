public import Essentials
import Messages
import Rendering

/// The provenance of what a screen shows, and the date when the server last sent or confirmed it.
public enum Freshness: Equatable, Sendable {
  /// The server sent or confirmed it when it was last asked.
  case live(Date)
  /// A cached copy, and why it is shown; no reason while the server may still answer.
  case cached(Date, because: String?)
  /// A cached copy, shown in offline mode.
  case offline(Date)
}

extension Freshness {
  /// Returns the text for a header, in full and as one word. A confirmation is "live" for a minute; after that it may
  /// be outdated, so its age is shown.
  func signs(at now: Date) -> (full: [Span], word: [Span]) {
    func age(_ date: Date) -> String { Messages.age(of: date, now: now) }
    switch self {
    case .live(let date):
      let isNow = now.timeIntervalSince(date) < 60
      let sign = Span(isNow ? "live" : "checked \(age(date))", .quiet)
      return ([sign], [Span(isNow ? "live" : "checked", .quiet)])
    case .cached(let date, _): return ([Span("saved \(age(date))")], [Span("saved")])
    case .offline(let date): return ([Span("offline"), Span("  saved \(age(date))")], [Span("offline")])
    }
  }
}

extension Date {
  /// The number of the minute, from which ages are measured.
  public var minute: Int { Int((timeIntervalSinceReferenceDate / 60).rounded(.down)) }
}
