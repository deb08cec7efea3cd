import CTerminal
import Concurrency
import Dispatch
import Synchronization
import Terminal

extension Display {
  /// The time a terminal may need to accept pending output when the program ends. All waits at the end together take
  /// less than a second.
  private static let leavingTimeout = Duration.milliseconds(500)

  /// Writes text, unless another program has the screen or had it since the call.
  func write(_ text: String) async {
    let stops = state.withLock { $0.stops }
    await inOrder { [self] in
      if state.withLock({ $0.phase == .taken && $0.stops == stops }) { put(text) }
    }
  }

  /// Runs the work on the queue. Returns when it is done, or when the task is cancelled.
  func inOrder(_ work: @escaping @Sendable () -> Void) async {
    let isDone = Latch()
    queue.async {
      work()
      isDone.open()
    }
    await withTaskCancellationHandler {
      await isDone.wait()
    } onCancel: {
      isDone.open()
    }
  }

  func put(_ text: String) {
    if state.withLock({ $0.isGone }) || device.writeAll(text) { return }
    state.withLock { $0.isGone = true }
    input.hangUp()
  }

  /// Gives the screen back after all pending output. Stops waiting after `leavingTimeout`, because a terminal may
  /// accept nothing.
  func close() async {
    let isDone = Latch()
    queue.async { @Sendable [self] in
      let (wasTaken, restoringText) = state.withLock { state in
        defer { if state.phase == .taken { state.phase = .leaving } }
        return (state.phase == .taken, state.restoringText)
      }
      if wasTaken { _ = device.writeAll(restoringText) }
      isDone.open()
    }
    await isDone.wait(orUntil: { [clock] in try await clock.sleep(for: Self.leavingTimeout) })
  }

  /// Restores the settings and the signal handlers.
  func release() {
    let (phase, settings) = state.withLock { state in
      defer { state.phase = .left }
      return (state.phase, state.settings)
    }
    guard let settings else { return }
    if phase == .taken || phase == .leaving { device.restore(settings) }
    cterminal_disarm()
    cterminal_release(input.isGone)
  }
}
