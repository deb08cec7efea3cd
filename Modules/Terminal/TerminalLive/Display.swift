import CTerminal
import Concurrency
import Dispatch
import Essentials
import Synchronization
import Terminal

/// The screen: whether it is taken, and the text written to it. All work runs in order on its own queue, whose thread
/// may block.
final class Display: Sendable {
  enum Phase { case untouched, taken, stopped, lent, leaving, left }

  struct State {
    var phase = Phase.untouched
    /// The settings to restore.
    var settings: termios?
    var isGone = false
    var isWaitingForTurn = false
    /// The number of times another program got the screen. Text queued before such a change is discarded.
    var stops = 0
    /// The text of `beforeGivingBack(_:)`.
    var textBefore = ""

    var restoringText: String { Sequences.giveBack(after: textBefore) }
  }

  /// The maximum length of `textBefore`, in bytes.
  private static let longestTextBefore = 256

  let device: Device
  let input: Input
  let clock: any Clock<Duration>
  let isLeaving = Mutex(false)
  let left = Latch()
  /// The further questions that the terminal is asked when the screen is first taken.
  private let questions: String
  let queue = DispatchQueue(label: "terminal.display")
  let state = Mutex(State())

  init(device: Device, questions: String, clock: any Clock<Duration>) {
    self.device = device
    input = Input(device: device, clock: clock)
    self.questions = questions
    self.clock = clock
  }

  var phase: Phase { state.withLock { $0.phase } }

  /// Takes the screen for the first time.
  /// - Returns: The descriptor from which the numbers of signals are read.
  /// - Throws: `Terminal.Error`.
  func take() throws -> Int32 { try queue.sync { try takeFirst() } }

  private func takeFirst() throws -> Int32 {
    guard phase == .untouched else { throw Terminal.Error.refused(EALREADY) }
    if !device.isInForeground { cterminal_stop(SIGTTOU, true) }
    guard device.isInForeground else { throw Terminal.Error.refused(EIO) }
    let settings = try device.settings()
    let signals = cterminal_catch()
    guard signals >= 0 else { throw Terminal.Error.refused(errno) }
    do {
      try hold(settings, asking: questions)
    } catch {
      cterminal_disarm()
      cterminal_release(false)
      throw error
    }
    return signals
  }

  /// Takes the screen for the first time or again.
  func hold(_ settings: termios, asking questions: String = "", isAgain: Bool = false) throws(Terminal.Error) {
    arm(settings)
    try device.makeRaw(from: settings)
    state.withLock { state in
      state.settings = settings
      state.phase = .taken
    }
    input.ask(endsWithAttributes: !questions.isEmpty)
    let take = Sequences.take(asking: questions)
    // Already on the queue: written before anything that waits there.
    if isAgain { return put(take) }
    // Not written here: a terminal that accepts nothing would block `enter`, and the program could not end.
    queue.async { @Sendable [self] in put(take) }
  }

  /// Makes a crash restore the settings and the screen from now on.
  private func arm(_ settings: termios) {
    var restoringText = state.withLock(\.restoringText)
    restoringText.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        withUnsafePointer(to: settings) {
          cterminal_arm(device.input, device.output, $0, bytes.baseAddress, bytes.count)
        }
      }
    }
  }

  /// Sets the text that is also written whenever the screen is given back; empty if it is too long.
  func beforeGivingBack(_ text: String) async {
    await inOrder { [self] in
      let (phase, settings) = state.withLock { state in
        state.textBefore = text.utf8.count <= Self.longestTextBefore ? text : ""
        return (state.phase, state.settings)
      }
      if phase == .taken, let settings { arm(settings) }
    }
  }
}

/// One use of the terminal, from `enter` to `leave`.
extension Display {
  /// - Throws: `Terminal.Error`.
  func enter() throws {
    guard device.isTerminal else { throw Terminal.Error.notATerminal }
    let signals = try take()
    input.start(signals: signals) { @Sendable [self] signal in
      switch signal {
      case .stop: Task { await suspend(group: false) }
      case .resume: takeAgainLater()
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
