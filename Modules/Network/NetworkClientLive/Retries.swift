import Essentials
import NetworkClient

/// Whether a rejected request is worth another try, and when.
struct Retries: Sendable {
  var limit = 2
  var first = Duration.milliseconds(250)
  var now: @Sendable () -> Date
  var jitter: @Sendable () -> Double

  /// How long to wait before the next try; nil when there is to be none.
  ///
  /// The server's `Retry-After` counts; without one it is 250 ms the first time and 500 ms the second, of which
  /// half is random, so that many readers do not come back at once.
  func wait(
    after answer: RawResponse, to request: NetworkClient.Request, tries: Int, patience: Duration
  ) -> Duration? {
    guard [429, 502, 503, 504].contains(answer.status), request.isRetried, request.method != .post, tries < limit
    else { return nil }
    let backOff = first * (1 << tries)
    guard let field = answer.header("Retry-After"), let seconds = delay(field) else {
      let wait = backOff / 2 + backOff / 2 * min(max(jitter(), 0), 1)
      return wait < patience ? wait : nil
    }
    // Compared as numbers first: a server may ask for more seconds than a Duration holds.
    return seconds < patience / .seconds(1) ? .seconds(seconds) : nil
  }

  /// The seconds a `Retry-After` asks for (RFC 9110, 10.2.3); nil when it is neither a number nor a date.
  private func delay(_ field: String) -> Double? {
    if !field.isEmpty, field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Double(field)
    }
    return Date(httpDate: field).map { max($0.timeIntervalSince(now()), 0) }
  }
}
