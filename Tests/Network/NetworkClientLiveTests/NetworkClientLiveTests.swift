import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import TestClocks
import Testing

/// The suites are in files of their own, by subject.
// The longest makes two thousand requests: most of a minute where all tests share two cores.
@Suite(.timeLimit(.minutes(5)))
struct NetworkClientLiveTests {}

extension NetworkClient {
  /// A live client that no environment disturbs and that does not wait between tries. Its deadline is beyond the
  /// time limit of a test, so that nothing ends because of it.
  static func undisturbed(timeout: Duration = .seconds(600), bodyLimit: Int = 1 << 20) -> Self {
    .live(timeout: timeout, bodyLimit: bodyLimit, environment: [:], clock: ImmediateClock())
  }

  /// How a request ended; nil if with an answer. Other errors than ours are thrown.
  func failure(_ request: Request) async throws -> Error? {
    do {
      _ = try await send(request)
      return nil
    } catch let error as Error {
      return error
    }
  }
}
