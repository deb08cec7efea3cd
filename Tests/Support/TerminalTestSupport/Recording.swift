public import Terminal

/// A terminal in the hands of a test: the test makes things happen on it and reads what is written to it.
public struct Recording: Sendable {
  /// What the program did to the terminal.
  public enum Call: Hashable, Sendable {
    /// The endpoint of that name was called.
    case enter, suspend, lend, leave
    /// What was written, as it was.
    case write(String)
    /// What is to be written before the screen is given back.
    case beforeGivingBack(String)
  }

  /// The terminal to give to the program.
  public let terminal: Terminal
  private let size: Sized
  private let events: AsyncStream<Terminal.Event>.Continuation
  private let calls: AsyncStream<Call>

  /// - `beforeWrite`: awaited before each write is taken: a terminal that does not take what is written.
  public init(
    size: Size = Size(), capabilities: Capabilities = Capabilities(),
    beforeWrite: @escaping @Sendable () async -> Void = {}
  ) {
    let (stream, events) = AsyncStream.makeStream(of: Terminal.Event.self)
    let (calls, record) = AsyncStream.makeStream(of: Call.self)
    let size = Sized(size)
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

  /// Makes something happen. A new size is also what the terminal then says it has.
  public func send(_ event: Terminal.Event) {
    if case .resized(let newSize) = event { size.value = newSize }
    events.yield(event)
  }

  /// Presses keys, one after the other.
  public func press(_ keys: Key...) {
    for key in keys { events.yield(.key(key)) }
  }

  /// Takes the terminal away.
  public func hangUp() {
    events.yield(.terminated(.hangup))
    events.finish()
  }

  /// Waits for the next thing the program does to the terminal; `nil` after it left.
  /// To be waited for by one task at a time.
  public func next() async -> Call? {
    var calls = calls.makeAsyncIterator()
    return await calls.next()
  }

  /// Waits for the next text that is written; `nil` when the program leaves first.
  public func nextWrite() async -> String? {
    while let call = await next() {
      if case .write(let text) = call { return text }
    }
    return nil
  }
}
