extension Terminal {
  /// Returns a terminal that reports the given events in order and then ends its event stream. It discards all output.
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

  /// Returns a terminal that throws the error when entered and reports no events.
  public static func failing(_ error: Error = .notATerminal) -> Self {
    var terminal = stub()
    terminal.enter = { throw error }
    return terminal
  }
}
