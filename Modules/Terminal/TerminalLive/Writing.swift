import CTerminal
import Concurrency
import Dispatch
import Synchronization
import Terminal

extension Display {
  /// How long a terminal may need for what is still to be written when the program ends. Together with all else that is
  /// waited for then, it is less than a second.
  private static let leavingTimeout = Duration.milliseconds(500)

  /// Writes, unless another program has the screen, or had it in the meantime.
  func write(_ text: String) async {
    let stops = state.withLock { $0.stops }
    await inOrder { [self] in
      if state.withLock({ $0.phase == .taken && $0.stops == stops }) { put(text) }
    }
  }

  /// Runs the work on the queue; returns when that is done, or when the task is cancelled.
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

  /// Writes what gives the screen back, after all that was to be written before, but does not wait for a terminal that
  /// takes nothing.
  func close() async {
    let isDone = Latch()
    queue.async { @Sendable [self] in
      let (wasTaken, giveBack) = state.withLock { state in
        defer { if state.phase == .taken { state.phase = .leaving } }
        return (state.phase == .taken, state.giveBack)
      }
      if wasTaken { _ = device.writeAll(giveBack) }
      isDone.open()
    }
    await isDone.wait(orUntil: { [clock] in try await clock.sleep(for: Self.leavingTimeout) })
  }

  /// Gives the settings back, and the signals.
  func release() {
    let (phase, settings) = state.withLock { state in
      defer { state.phase = .left }
      return (state.phase, state.settings)
    }
    guard let settings else { return }
    if phase == .taken || phase == .leaving { device.restore(settings) }
    cterminal_disarm()
    cterminal_release()
  }
}
