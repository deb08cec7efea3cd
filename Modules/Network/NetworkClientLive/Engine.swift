import Concurrency
import Essentials
import NetworkClient

/// The owner of the thread that transfers run on. The thread starts with the first request and ends with the engine.
final class Engine: Sendable {
  private let libraries: [String]
  private let mailbox = Mailbox()

  init(libraries: [String]) { self.libraries = libraries }

  deinit { mailbox.close() }

  /// Sends one request and returns the response.
  /// - Throws: `NetworkClient.Error`, or `CancellationError` as soon as the task is cancelled.
  func perform(_ exchange: Exchange) async throws -> RawResponse {
    let id = mailbox.nextID()
    // Not the current priority, because tasks that wait for the answer raise it.
    let priority = Task.basePriority ?? .medium
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if mailbox.submit(id, exchange, priority, continuation) { startThread() }
        // If the task was cancelled before the job was submitted, `onCancel` did not find the job.
        if Task.isCancelled { mailbox.cancel(id) }
      }
    } onCancel: {
      mailbox.cancel(id)
    }
  }

  private func startThread() {
    detachThread { [libraries, mailbox] in
      blockBrokenPipes()
      do throws(NetworkClient.Error) {
        try openLibcurl(libraries)
        try EngineLoop(mailbox).run()
      } catch {
        mailbox.end(error)
      }
    }
  }
}

/// Blocks SIGPIPE: a write to a closed connection would end the process, because libcurl does not block the signal with
/// `CURLOPT_NOSIGNAL`.
private func blockBrokenPipes() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
