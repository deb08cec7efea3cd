import Synchronization
import Terminal

/// One time the screen is taken, from `enter` to `leave`.
final class Session: Sendable {
  let device: Device
  let input: Input
  let display: Display
  private let leaving = Mutex<Task<Void, Never>?>(nil)

  init(device: Device, clock: any Clock<Duration>) {
    self.device = device
    input = Input(device: device, clock: clock)
    display = Display(device: device, input: input, clock: clock)
  }

  func enter() throws(Terminal.Error) {
    guard device.isTerminal else { throw .notATerminal }
    let signals = try display.take()
    input.start(signals: signals) { @Sendable [display] signal in
      switch signal {
      case .stop: Task { await display.suspend(group: false) }
      case .goOn: display.goOn()
      }
    }
  }

  func leave() async {
    let task = leaving.withLock { task in
      if let task { return task }
      let new = Task { await giveBack() }
      task = new
      return new
    }
    await task.value
  }

  /// First what can be seen; the settings last, so that nothing that still comes is echoed.
  private func giveBack() async {
    await display.close()
    await input.awaitAnswer()
    await input.stop()
    display.release()
  }
}
