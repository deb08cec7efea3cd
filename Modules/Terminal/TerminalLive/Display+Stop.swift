import CTerminal
import Concurrency
import Dispatch
import Essentials
import Subprocess
import Synchronization
import Terminal

extension Display {
  /// The time that a program continued in the background waits before it stops again. A shell's `kill %1` sends
  /// SIGTERM, then SIGCONT; the program must end then and not stop.
  private static let backgroundDelay = Duration.milliseconds(100)

  /// Gives the screen back and stops the program. Returns when the program continues.
  /// - Parameter group: Whether to stop the whole process group, as ctrl-Z does. Otherwise a script that waits for the
  ///   program would not return the terminal to the shell.
  func suspend(group: Bool = true) async {
    await input.awaitAnswer()
    await inOrder { [self] in stop(group: group) }
  }

  private func stop(group: Bool) {
    // The program that has the terminal stops too, and both continue together.
    if phase == .lent, cterminal_can_stop() { return Subprocess.betweenStarts { cterminal_stop(SIGTSTP, true) } }
    guard cterminal_can_stop(), giveBack(as: .stopped) else { return }
    Subprocess.betweenStarts { cterminal_stop(SIGTSTP, group) }
    takeAgain()
  }

  /// Gives the screen back to another program.
  /// - Returns: Whether the screen was taken.
  private func giveBack(as new: Phase) -> Bool {
    let (phase, settings) = state.withLock { ($0.phase, $0.settings) }
    guard phase == .taken, let settings, !input.isOver else { return false }
    input.pause()
    _ = device.writeAll(state.withLock(\.restoringText))
    device.restore(settings)
    cterminal_disarm()
    state.withLock { state in
      state.phase = new
      state.stops += 1
    }
    return true
  }

  /// Gives the screen back while `work` runs, then takes it again.
  func lend(_ work: @Sendable () async -> Void) async -> Bool {
    await input.awaitAnswer()
    let isDone = Latch()
    queue.async { @Sendable [self] in
      // The keys that make these signals are for the other program, but reach all of the foreground.
      if giveBack(as: .lent) { cterminal_ignore_keys(true) }
      isDone.open()
    }
    await isDone.wait()
    guard phase == .lent else { return false }
    await work()
    queue.async { @Sendable [self] in
      cterminal_ignore_keys(false)
      // Uses the settings saved earlier, whatever the other program has left.
      let wasLent = state.withLock { state in
        guard state.phase == .lent else { return false }
        state.phase = .taken
        state.stops += 1
        return true
      }
      if wasLent { takeAgain() }
    }
    return true
  }

  /// Takes the screen again after a stop from outside, or stops if another program has the terminal.
  func takeAgainLater() { queue.async { @Sendable [self] in takeAgain() } }

  private func takeAgain() {
    let (phase, settings) = state.withLock { ($0.phase, $0.settings) }
    guard phase == .taken || phase == .stopped, let settings else { return }
    guard device.isInForeground else { return waitForTurn() }
    do {
      try hold(phase == .stopped ? device.settings() : settings, isAgain: true)
    } catch {
      return input.hangUp()
    }
    input.resume()
  }

  /// Stops the program after a delay, unless it is about to end. In the background it can neither write nor read keys.
  private func waitForTurn() {
    let wasWaiting = state.withLock { state in
      defer { state.isWaitingForTurn = true }
      return state.isWaitingForTurn
    }
    if wasWaiting { return }
    Task {
      await Latch().wait(orUntil: { [clock] in try await clock.sleep(for: Self.backgroundDelay) })
      queue.async { @Sendable [self] in
        state.withLock { $0.isWaitingForTurn = false }
        guard phase == .taken || phase == .stopped, !input.isEnding else { return }
        if !device.isInForeground { Subprocess.betweenStarts { cterminal_stop(SIGTTOU, true) } }
        takeAgain()
      }
    }
  }
}
