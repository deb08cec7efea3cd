import CTerminal
import Dispatch
import Synchronization
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The screen: whether it is taken, and what is written to it. Everything is done in order on a queue of its own, whose
/// thread may block.
final class Display: Sendable {
  enum Phase { case untouched, taken, stopped, lent, leaving, left }

  struct State {
    var phase = Phase.untouched
    /// The settings to be given back.
    var settings: termios?
    var isGone = false
    var isWaitingForTurn = false
    /// How often another program got the screen: what was to be written before that is not written after it.
    var stops = 0
    /// What is written before the screen is given back.
    var textBefore = ""

    var giveBack: String { Sequences.giveBack(after: textBefore) }
  }

  /// The most bytes of what is written before the screen is given back.
  private static let longestTextBefore = 256

  let device: Device
  let input: Input
  let clock: any Clock<Duration>
  /// What else the terminal is asked when the screen is first taken.
  private let questions: String
  let queue = DispatchQueue(label: "terminal.display")
  let state = Mutex(State())

  init(device: Device, input: Input, questions: String, clock: any Clock<Duration>) {
    self.device = device
    self.input = input
    self.questions = questions
    self.clock = clock
  }

  var phase: Phase { state.withLock { $0.phase } }

  /// Takes the screen.
  /// - Returns: Where the numbers of signals can be read.
  func take() throws(Terminal.Error) -> Int32 {
    let result = queue.sync { () -> Result<Int32, Terminal.Error> in
      do throws(Terminal.Error) { return .success(try takeFirst()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func takeFirst() throws(Terminal.Error) -> Int32 {
    guard phase == .untouched else { throw .refused(EALREADY) }
    if !device.isInForeground { cterminal_stop(SIGTTOU, true) }
    guard device.isInForeground else { throw .refused(EIO) }
    let settings = try device.settings()
    let signals = cterminal_catch()
    guard signals >= 0 else { throw .refused(errno) }
    do throws(Terminal.Error) {
      try hold(settings, asking: questions)
    } catch {
      cterminal_disarm()
      cterminal_release()
      throw error
    }
    return signals
  }

  /// Takes the screen, the first time or again.
  func hold(_ settings: termios, asking questions: String = "", isAgain: Bool = false) throws(Terminal.Error) {
    arm(settings)
    try device.makeRaw(from: settings)
    state.withLock { state in
      state.settings = settings
      state.phase = .taken
    }
    input.ask(endsWithAttributes: !questions.isEmpty)
    let take = Sequences.take(asking: questions)
    // Before anything else that is to be written by now.
    if isAgain { return put(take) }
    // Not here: a terminal that takes nothing would keep `enter` from returning, and the program from ending.
    queue.async { @Sendable [self] in put(take) }
  }

  /// From now on a crash gives the settings back, and the screen.
  private func arm(_ settings: termios) {
    var giveBack = state.withLock(\.giveBack)
    giveBack.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        withUnsafePointer(to: settings) {
          cterminal_arm(device.input, device.output, $0, bytes.baseAddress, bytes.count)
        }
      }
    }
  }

  /// Writes the text, too, whenever the screen is given back.
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
