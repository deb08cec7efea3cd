import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import TestSupport
import Testing

/// The suites of the live client, each in its own file. The longest test makes two thousand requests, which takes most
/// of a minute when all tests share two cores.
@Suite(.timeLimit(.minutes(5)))
struct NetworkClientLiveTests {}

extension NetworkClient {
  /// Returns a live client that ignores the environment and does not wait between retries. Its deadline is longer than
  /// the time limit of a test, so that it never ends a request.
  static func undisturbed(timeout: Duration = .seconds(600), bodyLimit: Int = 1 << 20) -> Self {
    .live(timeout: timeout, bodyLimit: bodyLimit, environment: [:], clock: ImmediateClock())
  }

  /// Returns the error of a request; nil for an answer. Other errors than `NetworkClient.Error` are thrown.
  func failure(_ request: Request) async throws -> Error? {
    do {
      _ = try await send(request)
      return nil
    } catch let error as Error {
      return error
    }
  }
}
