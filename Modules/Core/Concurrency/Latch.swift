import Synchronization

/// An event that happens once and can be waited for.
public final class Latch: Sendable {
  private enum State {
    case closed([CheckedContinuation<Void, Never>])
    case open
  }

  private let state = Mutex(State.closed([]))

  public init() {}

  /// It has happened. Only the first time counts.
  public func open() {
    let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
      defer { state = .open }
      return if case .closed(let waiting) = state { waiting } else { [] }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until it has happened, also in a task that is cancelled.
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

  /// Waits until it has happened, or until the time that is waited for; then it is as if it had.
  /// - `time`: returns when it is over; its task is cancelled when the event comes first.
  public func wait(orUntil time: @escaping @Sendable () async throws -> Void) async {
    let timer = Task {
      do { try await time() } catch {
        // It happened first, or there is no time to wait for.
      }
      open()
    }
    await wait()
    timer.cancel()
  }
}
