// The terminal itself: raw mode, the alternate screen, and signals.

public import Terminal

extension Terminal {
  /// The terminal the process was started in. There is one: only one can be entered at a time, and each once.
  ///
  /// From `enter` to `leave` the signals of a terminal (HUP, INT, QUIT, TERM, TSTP, CONT, WINCH) become events, except
  /// those whoever started the program had ignored, and a crash, `exit` or any other signal that ends a process gives the
  /// screen back first (except when a stack overflows: then nothing more can be run). Outside of that signals do what
  /// they did. Children inherit none of it.
  ///
  /// While the program is stopped, and after `leave`, what is written is dropped. `enter` waits until the program is in
  /// the foreground; it throws `refused(EBUSY)` while another terminal is entered, `refused(EALREADY)` when this one has
  /// been.
  ///
  /// - Parameters:
  ///   - input: Where keys come from, usually standard input.
  ///   - output: Where the screen is, usually standard output. Neither is made non-blocking: they are the shell's too.
  ///   - environment: For what the terminal can, and its size where the system does not know it (`COLUMNS`, `LINES`).
  ///   - questions: What else the terminal is asked when its screen is first taken, as escape sequences. The last is to be
  ///     one that every terminal answers with its device attributes (`CSI c`). What it says comes as `Event.answer`, in its
  ///     time or never; nothing waits for it but `leave` and `suspend`, no longer than for any answer.
  ///   - clock: On which 25 ms tell the escape key from a sequence, and on which a terminal that does not answer (100
  ///     ms) or does not take what is written (500 ms) is given up when leaving.
  public static func live(
    input: Int32 = 0, output: Int32 = 1, environment: [String: String], questions: [String] = [],
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Self {
    let session = Session(
      device: Device(input: input, output: output, environment: environment), questions: questions.joined(),
      clock: clock)
    return Self(
      capabilities: Capabilities(environment: environment),
      size: { session.device.size },
      enter: { try session.enter() },
      events: { session.input.events },
      write: { await session.display.write($0) },
      beforeGivingBack: { await session.display.beforeGivingBack($0) },
      suspend: { await session.display.suspend() },
      lend: { await session.display.lend($0) },
      leave: { await session.leave() }
    )
  }
}
