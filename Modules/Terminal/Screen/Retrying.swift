import Observed

/// Asks again for what a server did not give: after five seconds, then after twice as long each time, five minutes at most,
/// and at once when the server answers something.
public struct Retrying: Sendable {
  private struct Box: Sendable {
    /// How often it failed in a row.
    var failures = 0
    /// Whether it was last asked for because of an answer.
    var wasAnswered = false
    var waiting: Task<Void, Never>?
  }

  private let environment: ScreenEnvironment
  private let box = Observed(Box())

  /// - Parameter environment: the server, its answers, and the clock.
  public init(_ environment: ScreenEnvironment) { self.environment = environment }

  /// Something could not be had.
  /// - Parameters:
  ///   - isSilence: whether there was no answer at all. Only then is an answer to something else a reason to ask again, and
  ///     not twice in a row: others may be answered as often as they like.
  ///   - again: asks for it again.
  public func failed(isSilence: Bool, again: @escaping @Sendable () -> Void) {
    // An answer that comes from now on counts.
    let answers = environment.answers(environment.server).stream()
    let before = box.update { box in
      box.failures += 1
      let delay = Duration.seconds(min(5 << min(box.failures - 1, 10), 300))
      let listens = isSilence && !box.wasAnswered
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

  /// There is nothing to be asked for again.
  public func stop() { box.replace(with: Box()).waiting?.cancel() }

  /// Waits, and returns whether it was an answer that ended that; nil where it was given up.
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
