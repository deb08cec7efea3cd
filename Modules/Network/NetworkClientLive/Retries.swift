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
