import ChangeNotifier
import Essentials
import NetworkClient
import Observed

/// Tells which servers have just answered.
struct Answers: Sendable {
  private let notifiers = Observed<[WebOrigin: ChangeNotifier]>([:])

  /// The answers of one server from now on.
  func stream(of server: URL) -> AsyncStream<Void> { notifier(of: server).stream() }

  fileprivate func send(_ server: URL) { notifiers.value[server.webOrigin]?.send() }

  private func notifier(of server: URL) -> ChangeNotifier {
    notifiers.update { notifiers in
      let notifier = notifiers[server.webOrigin] ?? ChangeNotifier()
      notifiers[server.webOrigin] = notifier
      return notifier
    }
  }
}

extension NetworkClient {
  /// The same client, telling of every answer.
  func telling(_ answers: Answers) -> Self {
    Self { request in
      let response = try await send(request)
      answers.send(request.url)
      return response
    }
  }
}
