public import Terminal

/// A terminal controlled by a test, which sends events and reads the output.
public struct RecordingTerminal: Sendable {
  /// A call of the terminal by the program.
  public enum Call: Hashable, Sendable {
    /// A call of the endpoint with this name.
    case enter, suspend, lend, leave
    /// Text that was written.
    case write(String)
    /// Text to write before the screen is given back.
    case beforeGivingBack(String)
  }

  /// The terminal to give to the program.
  public let terminal: Terminal
  private let size: MutableSize
  private let events: AsyncStream<Terminal.Event>.Continuation
  private let calls: AsyncStream<Call>

  /// - Parameter beforeWrite: Awaited before each write, to simulate a terminal that blocks.
  public init(
    size: Size = Size(), capabilities: Capabilities = Capabilities(),
    beforeWrite: @escaping @Sendable () async -> Void = {}
  ) {
    let (stream, events) = AsyncStream.makeStream(of: Terminal.Event.self)
    let (calls, record) = AsyncStream.makeStream(of: Call.self)
    let size = MutableSize(size)
    self.size = size
    self.events = events
    self.calls = calls
    terminal = Terminal(
      capabilities: capabilities,
      size: { size.value },
      enter: { record.yield(.enter) },
      events: { stream },
      write: {
        await beforeWrite()
        record.yield(.write($0))
      },
      beforeGivingBack: { record.yield(.beforeGivingBack($0)) },
      suspend: {
        record.yield(.suspend)
        events.yield(.resumed(size.value))
      },
      lend: { work in
        record.yield(.lend)
        await work()
        events.yield(.resumed(size.value))
        return true
      },
      leave: {
        record.yield(.leave)
        record.finish()
        events.finish()
      }
    )
  }

  /// Sends an event. A resize also changes the size that the terminal reports.
  public func send(_ event: Terminal.Event) {
    if case .resized(let newSize) = event { size.value = newSize }
    events.yield(event)
  }

  /// Presses keys in order.
  public func press(_ keys: Key...) {
    for key in keys { events.yield(.key(key)) }
  }

  /// Disconnects the terminal.
  public func hangUp() {
    events.yield(.terminated(.hangup))
    events.finish()
  }

  /// Waits for the next call; nil after the program has left. Only one task may wait at a time.
  public func next() async -> Call? {
    var calls = calls.makeAsyncIterator()
    return await calls.next()
  }

  /// Waits for the next text that is written; nil if the program leaves first.
  public func nextWrite() async -> String? {
    while let call = await next() {
      if case .write(let text) = call { return text }
    }
    return nil
  }
}
