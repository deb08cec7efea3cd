import Dispatch
import KeyDecoder
import Synchronization
import Terminal

extension Input {
  /// The time after which a lone ESC is the Escape key and not the start of a sequence.
  private static let escapeDelay = Duration.milliseconds(25)

  /// Reads the available input. Runs on the queue.
  func readKeys(handler: @Sendable (ScreenSignal) -> Void) {
    switch device.readAvailable() {
    case .bytes(let bytes): take(bytes)
    case .nothing: break
    case .notOurs:
      state.withLock { $0.keys }?.pause()
      handler(.resume)
    case .gone: hangUp()
    }
  }

  private func take(_ bytes: [UInt8]) {
    let (events, isPending) = state.withLock { state in
      state.isOver ? ([], false) : (state.decoder.decode(bytes), state.decoder.isPending)
    }
    replaceFlush(with: isPending ? flushLater() : nil)
    send(events)
  }

  private func flushLater() -> Task<Void, Never> {
    Task {
      do { try await clock.sleep(for: Self.escapeDelay) } catch { return }  // More bytes arrived.
      queue.async { @Sendable [self] in flush() }
    }
  }

  private func replaceFlush(with new: Task<Void, Never>?) {
    let unwanted = state.withLock { state in
      if state.isOver { return new }
      defer { state.flush = new }
      return state.flush
    }
    unwanted?.cancel()
  }

  /// Decodes a pending ESC as a key once the delay is over, unless more bytes have arrived that the program was too
  /// busy to read. Nothing is pending while another program has the terminal.
  private func flush() {
    guard state.withLock({ $0.decoder.isPending }) else { return }
    if case .bytes(let bytes) = device.readAvailable() { return take(bytes) }
    send(state.withLock { $0.isOver ? [] : $0.decoder.flush() })
  }

  private func send(_ events: [Terminal.Event]) {
    for event in events {
      if isLastAnswer(event) { replaceQuestion(with: nil) }
      continuation.yield(event)
    }
  }

  private func isLastAnswer(_ event: Terminal.Event) -> Bool {
    guard let question = state.withLock({ $0.question }) else { return false }
    return switch event {
    case .synchronizedOutput: !question.endsWithAttributes
    case .answer(let bytes): question.endsWithAttributes && bytes.last == UInt8(ascii: "c")
    default: false
    }
  }
}
