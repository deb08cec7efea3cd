import Concurrency
import Dispatch
import KeyDecoder
import Synchronization
import Terminal

/// The terminal's input and the signals of the process, as one stream of events.
final class Input: Sendable {
  struct State {
    var decoder = KeyDecoder()
    var keys: Watch?
    var signals: Watch?
    /// The task that waits for the bytes after an ESC.
    var flush: Task<Void, Never>?
    /// The question that the terminal has not answered yet.
    var question: Question?
    var size: Size?
    /// Whether the program has been asked to end.
    var isEnding = false
    var isOver = false
    /// Whether the terminal is gone.
    var isGone = false
  }

  struct Question {
    var answered = Latch()
    /// Whether the device attributes are the last answer. Otherwise the last is the report on synchronized output.
    var endsWithAttributes: Bool
    /// Returns once an answer is no longer expected.
    var timeout: @Sendable () async throws -> Void
  }

  /// The time, from the moment of asking, that `leave` and `suspend` wait for the terminal's answer.
  private static let answerTimeout = Duration.milliseconds(100)

  let events: AsyncStream<Terminal.Event>
  let continuation: AsyncStream<Terminal.Event>.Continuation
  let device: Device
  let clock: any Clock<Duration>
  let queue = DispatchQueue(label: "terminal.input")
  let state = Mutex(State())

  init(device: Device, clock: any Clock<Duration>) {
    self.device = device
    self.clock = clock
    (events, continuation) = AsyncStream.makeStream()
  }

  var isEnding: Bool { state.withLock { $0.isEnding } }
  var isOver: Bool { state.withLock { $0.isOver } }
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Starts reading keys and signals.
  /// - Parameters:
  ///   - signals: The descriptor from which the numbers of signals are read.
  ///   - handler: Called when the screen must be given back or taken again.
  func start(signals: Int32, handler: @escaping @Sendable (ScreenSignal) -> Void) {
    state.withLock { state in
      state.size = device.size
      state.keys = Watch(device.input, on: queue) { @Sendable [self] in readKeys(handler: handler) }
      state.signals = Watch(signals, on: queue) { @Sendable [self] in readSignals(from: signals, handler: handler) }
    }
  }

  /// Stops reading keys, and forgets an unfinished sequence or paste: the rest of it is discarded, or read by another
  /// program. No read is running once this returns.
  func pause() {
    state.withLock { $0.keys }?.pause()
    queue.sync { state.withLock { $0.decoder = KeyDecoder() } }
  }

  /// Reads keys again after a stop, and reports that the screen is empty.
  func resume() {
    let size = device.size
    state.withLock { $0.size = size }
    continuation.yield(.resumed(size))
    state.withLock { $0.keys }?.resume()
  }

  /// Records that the terminal was asked a question.
  func ask(endsWithAttributes: Bool) {
    let question = Question(
      endsWithAttributes: endsWithAttributes, timeout: Self.wait(for: Self.answerTimeout, on: clock))
    replaceQuestion(with: question)
  }

  /// Waits for the terminal's answer, so that the shell does not read it as typed input.
  func awaitAnswer() async {
    guard let question = state.withLock({ $0.isOver ? nil : $0.question }) else { return }
    await question.answered.wait(orUntil: question.timeout)
  }

  /// Replaces the open question, or removes it, and ends the wait for its answer.
  func replaceQuestion(with new: Question?) {
    let old = state.withLock { state in
      defer { state.question = new }
      return state.question
    }
    old?.answered.open()
  }

  /// Ends the event stream because the terminal is gone.
  func hangUp() {
    let (wasOver, keys, flush) = state.withLock { state in
      defer {
        state.isOver = true
        state.isEnding = true
        state.isGone = true
      }
      return (state.isOver, state.keys, state.flush)
    }
    flush?.cancel()
    keys?.cancel()
    replaceQuestion(with: nil)
    if wasOver { return }
    continuation.yield(.terminated(.hangup))
    continuation.finish()
  }

  /// Stops reading keys and signals for good.
  func stop() async {
    let (keys, signals, flush) = state.withLock { state in
      state.isOver = true
      return (state.keys, state.signals, state.flush)
    }
    flush?.cancel()
    keys?.cancel()
    signals?.cancel()
    await keys?.end()
    await signals?.end()
    continuation.finish()
  }

  /// Returns a wait whose time starts now and not when it is called.
  private static func wait(
    for duration: Duration, on clock: some Clock<Duration>
  ) -> @Sendable () async throws -> Void {
    let end = clock.now.advanced(by: duration)
    return { try await clock.sleep(until: end, tolerance: nil) }
  }
}
