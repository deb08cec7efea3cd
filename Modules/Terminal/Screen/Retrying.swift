import Observed

/// A retry timer for a failed request to a server.
///
/// It retries after five seconds, then after twice as long each time, at most five minutes. When the server did not
/// answer at all, it also retries as soon as the server answers another request.
public struct Retrying: Sendable {
  private struct Box: Sendable {
    /// The number of failures in a row.
    var failures = 0
    /// Whether an answer to another request caused the last retry.
    var wasAnswered = false
    var waiting: Task<Void, Never>?
  }

  private let environment: ScreenEnvironment
  private let box = Observed(Box())

  /// - Parameter environment: Provides the server, the signal of its answers, and the clock.
  public init(_ environment: ScreenEnvironment) { self.environment = environment }

  /// Records a failure and schedules a retry.
  /// - Parameters:
  ///   - isUnanswered: Whether the server did not answer at all. Only then does an answer to another request cause a
  ///     retry, and not twice in a row, because other requests may be answered often.
  ///   - again: Retries the request.
  public func failed(isUnanswered: Bool, again: @escaping @Sendable () -> Void) {
    // Subscribes now, so that no answer is missed before the task starts.
    let answers = environment.answers(environment.server).stream()
    let before = box.update { box in
      box.failures += 1
      let delay = Duration.seconds(min(5 << min(box.failures - 1, 10), 300))
      let listens = isUnanswered && !box.wasAnswered
      let before = box.waiting
      box.waiting = Task {
        guard let isAnswer = await wait(delay, or: listens ? answers : nil), !Task.isCancelled else { return }
        self.box.update { $0.wasAnswered = isAnswer }
        again()
      }
      return before
    }
    before?.cancel()
  }

  /// Cancels the scheduled retry and resets the delay.
  public func stop() { box.replace(with: Box()).waiting?.cancel() }

  /// Waits, and returns whether an answer ended the wait; nil if the task was cancelled.
  private func wait(_ delay: Duration, or answers: AsyncStream<Void>?) async -> Bool? {
    await withTaskGroup(of: Bool?.self) { [clock = environment.clock] group in
      group.addTask { (try? await clock.sleep(for: delay)) == nil ? nil : false }
      if let answers {
        group.addTask {
          for await _ in answers { return true }
          return nil
        }
      }
      for await isAnswer in group {
        guard let isAnswer else { continue }
        group.cancelAll()
        return isAnswer
      }
      return nil
    }
  }
}
