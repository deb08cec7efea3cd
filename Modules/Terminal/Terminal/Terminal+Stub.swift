extension Terminal {
  /// A terminal on which the given things happen, one after the other; then it is gone. What is written is lost.
  public static func stub(
    size: Size = Size(), capabilities: Capabilities = Capabilities(), events: [Event] = []
  ) -> Self {
    Self(
      capabilities: capabilities,
      size: { size },
      enter: {},
      events: {
        AsyncStream { continuation in
          for event in events { continuation.yield(event) }
          continuation.finish()
        }
      },
      write: { _ in },
      beforeGivingBack: { _ in },
      suspend: {},
      lend: {
        await $0()
        return true
      },
      leave: {}
    )
  }

  /// A terminal on which the given keys are pressed, one after the other; then it is gone.
  public static func stub(size: Size = Size(), keys: [Key]) -> Self {
    stub(size: size, events: keys.map(Event.key))
  }

  /// A terminal that cannot be entered and on which nothing happens.
  public static func failing(_ error: Error = .notATerminal) -> Self {
    var terminal = stub()
    terminal.enter = { throw error }
    return terminal
  }
}
