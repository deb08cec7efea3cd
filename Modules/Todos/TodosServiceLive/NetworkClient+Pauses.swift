import CachedResource
import Essentials
import NetworkClient

extension NetworkClient {
  /// The longest time, in seconds, for which a server is left alone.
  private static let pauseLimit: TimeInterval = 24 * 60 * 60

  /// Returns the same client, which throws `AnswerFailure.pausedUntil` for an answer of 429 or 503 with `Retry-After`.
  /// - Parameter now: Returns the date from which the seconds count.
  func reportingPauses(now: @escaping @Sendable () -> Date) -> Self {
    Self { request in
      var asked = request
      asked.returnedRejections = 400..<600
      let answer = try await send(asked)
      let status = answer.status
      if status == 429 || status == 503, let delay = answer.header("Retry-After")?.retryDelay(at: now()) {
        throw AnswerFailure.pausedUntil(now().addingTimeInterval(min(max(delay, 1), Self.pauseLimit)))
      }
      guard status < 400 || request.returnedRejections?.contains(status) == true else {
        throw Error.rejected(status: status)
      }
      return answer
    }
  }
}
