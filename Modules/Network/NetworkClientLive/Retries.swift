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
    guard let field = answer.header("Retry-After"), let seconds = field.retryDelay(at: now()) else {
      let wait = backOff / 2 + backOff / 2 * min(max(jitter(), 0), 1)
      return wait < patience ? wait : nil
    }
    // Compared as numbers first, because a server may send more seconds than a `Duration` can hold.
    return seconds < patience / .seconds(1) ? .seconds(seconds) : nil
  }
}
