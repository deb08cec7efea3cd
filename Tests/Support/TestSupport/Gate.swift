/// A pause that ends when the test opens it or its task is cancelled.
public final class Gate: Sendable {
  private let paused = Waiters<Void>()

  public init() {}

  /// Waits for `open`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func pause() async throws { try await paused.wait(()) }

  /// Waits until that many tasks pause. Returns early if the waiting task is cancelled, as at its time limit.
  public func arrived(_ count: Int = 1) async { await paused.arrived { $0.count >= count } }

  /// Waits for a pause and ends it. Does nothing if the waiting task is cancelled.
  public func open() async {
    while !Task.isCancelled {
      await arrived()
      if paused.resume({ $0.isEmpty ? [] : [0] }) { return }
    }
  }
}
