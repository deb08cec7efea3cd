import Synchronization

/// An event that happens once and can be waited for.
public final class Latch: Sendable {
  private enum State {
    case closed([CheckedContinuation<Void, Never>])
    case open
  }

  private let state = Mutex(State.closed([]))

  public init() {}

  /// Opens the latch. Only the first call has an effect.
  public func open() {
    let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
      defer { state = .open }
      return if case .closed(let waiting) = state { waiting } else { [] }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the latch is open, even if the task is cancelled.
  public func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        guard case .closed(let waiting) = state else { return true }
        state = .closed(waiting + [continuation])
        return false
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until the latch is open or a timeout has passed, which opens it as well.
  /// - Parameter time: Returns when the timeout has passed. Its task is cancelled if the latch is opened first.
  public func wait(orUntil time: @escaping @Sendable () async throws -> Void) async {
    let timer = Task {
      do { try await time() } catch {
        // The latch was opened first, or the clock failed.
      }
      open()
    }
    await wait()
    timer.cancel()
  }
}
