public import Essentials
import Messages
import Rendering

/// Where what is shown comes from, and when the server last gave or confirmed it.
public enum Freshness: Equatable, Sendable {
  /// The server gave it, or confirmed it, when it was last asked.
  case live(Date)
  /// It is the kept copy, and why it is shown; no reason while the server may still answer.
  case cached(Date, because: String?)
  /// It is the kept copy because no network is wanted.
  case offline(Date)
}

extension Freshness {
  /// How a header says it, in full and in a word. What the server confirmed a minute ago may be another by now.
  func signs(at now: Date) -> (full: [Span], word: [Span]) {
    func age(_ date: Date) -> String { Messages.age(of: date, now: now) }
    switch self {
    case .live(let date):
      let isNow = now.timeIntervalSince(date) < 60
      let sign = isNow ? Span("live", .live) : Span("checked \(age(date))", .quiet)
      return ([sign], isNow ? [sign] : [])
    case .cached(let date, _): return ([Span("saved \(age(date))", .cached)], [Span("saved", .cached)])
    case .offline(let date):
      return ([Span("offline", .cached), Span("  saved \(age(date))", .cached)], [Span("offline", .cached)])
    }
  }
}
