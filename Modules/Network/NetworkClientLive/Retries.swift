import Essentials
import NetworkClient

/// The rules for retries of rejected requests.
struct Retries: Sendable {
  private static let limit = 2
  private static let firstWait = Duration.milliseconds(250)

  var now: @Sendable () -> Date
  var jitter: @Sendable () -> Double

  /// Returns the time to wait before the next try, or nil for no retry.
  ///
  /// The wait is the time in the server's `Retry-After`. Without one it is 250 ms the first time and 500 ms the second.
  /// Half of that is random, so that many readers do not return at the same moment.
  func wait(
    after answer: RawResponse, to request: NetworkClient.Request, tries: Int, patience: Duration
  ) -> Duration? {
    guard [429, 502, 503, 504].contains(answer.status), request.isRetried, request.method != .post, tries < Self.limit
    else { return nil }
    let backOff = Self.firstWait * (1 << tries)
    guard let field = answer.header("Retry-After"), let seconds = delay(field) else {
      let wait = backOff / 2 + backOff / 2 * min(max(jitter(), 0), 1)
      return wait < patience ? wait : nil
    }
    // Compared as numbers first, because a server may send more seconds than a `Duration` can hold.
    return seconds < patience / .seconds(1) ? .seconds(seconds) : nil
  }

  /// Returns the seconds in a `Retry-After` (RFC 9110, 10.2.3), or nil if it is neither a number nor a date.
  private func delay(_ field: String) -> Double? {
    if !field.isEmpty, field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Double(field)
    }
    return Date(httpDate: field).map { max($0.timeIntervalSince(now()), 0) }
  }
}

extension Date {
  /// Creates a date from an HTTP date in any of the three forms that a recipient must accept (RFC 9110, 5.6.7).
  ///
  /// Does not use a formatter, because formatters load ICU, which takes milliseconds.
  init?(httpDate text: String) {
    var words = text.split { " ,-".contains($0) }.dropFirst().map(String.init)
    // Sun Nov  6 08:49:37 1994 → 6 Nov 1994 08:49:37
    if words.count == 4, words[0].count == 3, words[0].allSatisfy(\.isLetter) {
      words = [words[1], words[0], words[3], words[2]]
    } else if words.count == 5, words[4] == "GMT" {
      words.removeLast()
    }
    guard words.count == 4, let day = Int(words[0]), let month = Self.months.firstIndex(of: words[1]),
      var year = Int(words[2])
    else { return nil }
    if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
    guard let date = CalendarDate(year: year, month: month + 1, day: day) else { return nil }
    let time = words[3].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
      return nil
    }
    self = date.start + Double(time[0] * 3_600 + time[1] * 60 + time[2])
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
