import Concurrency
import Synchronization
import Terminal

/// One use of the terminal, from `enter` to `leave`.
extension Display {
  /// - Throws: `Terminal.Error`.
  func enter() throws {
    guard device.isTerminal else { throw Terminal.Error.notATerminal }
    let signals = try take()
    input.start(signals: signals) { @Sendable [self] signal in
      switch signal {
      case .stop: Task { await suspend(group: false) }
      case .goOn: goOn()
      }
    }
  }

  func leave() async {
    let isFirst = isLeaving.withLock { isLeaving in
      defer { isLeaving = true }
      return !isLeaving
    }
    if isFirst {
      await giveBack()
      left.open()
    }
    await left.wait()
  }

  /// Restores the screen first and the settings last, so that late answers of the terminal are not echoed.
  private func giveBack() async {
    await close()
    await input.awaitAnswer()
    await input.stop()
    release()
  }
}
