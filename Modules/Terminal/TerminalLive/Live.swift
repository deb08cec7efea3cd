public import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Terminal {
  /// The terminal the program was started in.
  ///
  /// Entered, it is in raw mode on the alternate screen without wrapping, with the cursor hidden, and reports pastes and
  /// the mouse. It is given back by `leave`, before a stop, when the program calls `exit`, crashes, or is asked to end by
  /// the same signal (TERM, INT or QUIT) twice. One terminal can be entered at a time.
  /// - Parameters:
  ///   - input: The terminal's file descriptor keys come from; not closed.
  ///   - output: The terminal's file descriptor frames go to; not closed.
  ///   - environment: Where `TERM` and its kin are looked up.
  ///   - clock: Tells a lone ESC from a sequence, in 25 ms, and whether a stop has failed.
  ///   - stop: Stops the program until it is told to go on; the default action of SIGTSTP when `nil`.
  public static func live(
    input: Int32 = 0, output: Int32 = 1, environment: [String: String],
    clock: any Clock<Duration> = ContinuousClock(),
    stop: (@Sendable () -> Void)? = nil
  ) -> Self {
    let capabilities = Capabilities(environment: environment)
    let session = Session(
      input: input, output: output, asksForModes: environment["TERM"] != "linux", clock: clock,
      stop: stop ?? { kill(getpid(), SIGTSTP) })
    return Self(
      capabilities: capabilities,
      size: { Device.size(of: output) },
      enter: { try await session.enter() },
      events: { session.events },
      write: { await session.write($0) },
      suspend: { await session.suspend() },
      leave: { await session.leave() }
    )
  }
}
