import Concurrency
import Synchronization
import Terminal

/// One use of the terminal, from `enter` to `leave`.
final class Session: Sendable {
  let device: Device
  let input: Input
  let display: Display
  private let isLeaving = Mutex(false)
  private let left = Latch()

  init(device: Device, questions: String, clock: any Clock<Duration>) {
    self.device = device
    input = Input(device: device, clock: clock)
    display = Display(device: device, input: input, questions: questions, clock: clock)
  }

  /// - Throws: `Terminal.Error`.
  func enter() throws {
    guard device.isTerminal else { throw Terminal.Error.notATerminal }
    let signals = try display.take()
    input.start(signals: signals) { @Sendable [display] signal in
      switch signal {
      case .stop: Task { await display.suspend(group: false) }
      case .goOn: display.goOn()
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
    await display.close()
    await input.awaitAnswer()
    await input.stop()
    display.release()
  }
}
