import Essentials
import NetworkClient
import Observed

/// Signals the answers of servers.
struct Answers: Sendable {
  private let sources = Observed<[WebOrigin: ChangeSource]>([:])

  /// Signals every answer of one server.
  func signal(of server: URL) -> ChangeSignal {
    sources.update { sources in
      let source = sources[server.webOrigin] ?? ChangeSource()
      sources[server.webOrigin] = source
      return source.signal
    }
  }

  fileprivate func send(_ server: URL) { sources.value[server.webOrigin]?.send() }
}

extension NetworkClient {
  /// The same client, signalling every answer.
  func telling(_ answers: Answers) -> Self {
    Self { request in
      let response = try await send(request)
      answers.send(request.url)
      return response
    }
  }
}
