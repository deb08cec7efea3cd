import Essentials
import NetworkClient
import Observed

/// A change signal for each server that answers a request.
struct Answers: Sendable {
  private let sources = Observed<[WebOrigin: ChangeSource]>([:])

  /// Returns the signal that fires at every answer of a server.
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
  /// Returns a client that signals every answer.
  func signalling(_ answers: Answers) -> Self {
    Self { request in
      let response = try await send(request)
      answers.send(request.url)
      return response
    }
  }
}
