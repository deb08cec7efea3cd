import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import TestClocks
import Testing

/// The suites are in files of their own, by subject.
@Suite(.timeLimit(.minutes(1)))
struct NetworkClientLiveTests {
  @Test func `nothing is opened before the first request`() throws {
    let host = try LoopbackHost(.answer())
    _ = NetworkClient.live(environment: [:], libcurl: [])
    #expect(host.connections == 0)
  }
}

extension NetworkClient {
  /// A live client that no environment disturbs and that does not wait between tries.
  static func undisturbed(timeout: Duration = .seconds(20), bodyLimit: Int = 1 << 20) -> Self {
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
