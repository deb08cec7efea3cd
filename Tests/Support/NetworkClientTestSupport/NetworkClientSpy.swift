public import NetworkClient
import Synchronization

/// A client that records its requests and answers as a test specifies.
public final class NetworkClientSpy: Sendable {
  private let sent = Mutex<[NetworkClient.Request]>([])
  private let answer: @Sendable (NetworkClient.Request) async throws -> NetworkClient.Response

  public init(answer: @escaping @Sendable (NetworkClient.Request) async throws -> NetworkClient.Response) {
    self.answer = answer
  }

  /// The requests so far, in order.
  public var requests: [NetworkClient.Request] { sent.withLock { $0 } }

  /// The client to pass to the code under test.
  public var client: NetworkClient {
    NetworkClient { [self] request in
      sent.withLock { $0.append(request) }
      return try await answer(request)
    }
  }
}
