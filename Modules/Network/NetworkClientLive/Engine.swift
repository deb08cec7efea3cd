import Concurrency
import Essentials
import NetworkClient

/// What a client holds: as long as it is there, so is the thread that was started for the first request.
final class Engine: Sendable {
  private let libraries: [String]
  private let mailbox = Mailbox()

  init(libraries: [String]) { self.libraries = libraries }

  deinit { mailbox.close() }

  /// Asks once.
  /// - Throws: `NetworkClient.Error`, or `CancellationError` as soon as the task is cancelled.
  func perform(_ exchange: Exchange) async throws -> RawResponse {
    let id = mailbox.nextID()
    // Not the current one: whoever waits for an answer raises that, sooner or later.
    let priority = Task.basePriority ?? .medium
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if mailbox.submit(id, exchange, priority, continuation) { startThread() }
        // Whoever was cancelled before the line above has not been found by `onCancel`.
        if Task.isCancelled { mailbox.cancel(id) }
      }
    } onCancel: {
      mailbox.cancel(id)
    }
  }

  private func startThread() {
    detachThread { [libraries, mailbox] in
      blockBrokenPipes()
      var failure = openLibcurl(libraries)
      if failure == nil { failure = EngineLoop(mailbox)?.run() ?? "libcurl has no memory" }
      mailbox.end(.unreachable(failure.map { .other($0) } ?? .lost))
    }
  }
}

/// With `CURLOPT_NOSIGNAL`, libcurl leaves it to us that a write to a closed connection does not end the process.
private func blockBrokenPipes() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
