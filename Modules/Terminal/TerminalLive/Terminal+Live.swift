// The terminal itself: raw mode, the alternate screen, and signals.

public import Terminal

extension Terminal {
  /// Returns the terminal the process was started in. Only one can be entered at a time, and each only once.
  ///
  /// From `enter` to `leave` the signals of a terminal (HUP, INT, QUIT, TERM, TSTP, CONT, WINCH) become events, except
  /// those that were ignored when the program started. A crash, `exit` or any other signal that ends a process gives
  /// the screen back first, except a stack overflow, after which no code can run. Before `enter` and after `leave`
  /// signals have their previous effect. Child processes do not inherit these handlers.
  ///
  /// Text written while the program is stopped, or after `leave`, is dropped. `enter` waits until the program is in the
  /// foreground. It throws `refused(EBUSY)` while another terminal is entered, and `refused(EALREADY)` when this one
  /// has been entered before.
  ///
  /// - Parameters:
  ///   - input: The descriptor that keys are read from, usually standard input.
  ///   - output: The descriptor of the screen, usually standard output. Neither is made non-blocking, because the shell
  ///     uses both too.
  ///   - environment: Determines the capabilities, and the size (`COLUMNS`, `LINES`) if the system does not know it.
  ///   - questions: Escape sequences that ask the terminal something when its screen is first taken. The last one must
  ///     be a question that every terminal answers with its device attributes (`CSI c`). Answers arrive as
  ///     `Event.answer`, at any time or never. Only `leave` and `suspend` wait for them, no longer than for any answer.
  ///   - clock: Measures the 25 ms that distinguish the escape key from a sequence, and when leaving, the 100 ms for an
  ///     answer and the 500 ms for pending output, after which the terminal is not waited for any more.
  public static func live(
    input: Int32 = 0, output: Int32 = 1, environment: [String: String], questions: [String] = [],
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Self {
    let display = Display(
      device: Device(input: input, output: output, environment: environment), questions: questions.joined(),
      clock: clock)
    return Self(
      capabilities: Capabilities(environment: environment),
      size: { display.device.size },
      enter: { try display.enter() },
      events: { display.input.events },
      write: { await display.write($0) },
      beforeGivingBack: { await display.beforeGivingBack($0) },
      suspend: { await display.suspend() },
      lend: { await display.lend($0) },
      leave: { await display.leave() }
    )
  }
}
