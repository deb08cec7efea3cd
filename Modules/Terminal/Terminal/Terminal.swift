// The size of a terminal, its keys, and writing to it.

/// The terminal the reader runs in: a screen, a keyboard, a mouse.
///
/// Call `enter`, then `write` frames and follow `events`, then call `leave`. A program that ends without `leave` has a
/// bug; the live terminal then still restores the screen and its settings as well as it can.
public struct Terminal: Sendable {
  /// The reason for which a terminal cannot be used.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// Input or output is not a terminal. The program may still print.
    case notATerminal
    /// The system refused; the number is its `errno`.
    case refused(Int32)
  }

  /// The capabilities by the environment; `Event.synchronizedOutput` may add one.
  public var capabilities: Capabilities
  /// Returns the current size of the screen.
  public var size: @Sendable () -> Size
  /// Takes the screen: keys arrive as they are pressed, the cursor is hidden, and the previous contents are saved for
  /// `leave`. Call it once.
  /// - Throws: `Terminal.Error`.
  public var enter: @Sendable () async throws -> Void
  /// Returns all events from `enter` on, in order. Call it once. The stream ends when the terminal is gone and after
  /// `leave`.
  public var events: @Sendable () -> AsyncStream<Event>
  /// Writes text unchanged, including escape sequences, in one piece. Returns once the text is written, or when the
  /// task is cancelled, because a terminal may never accept it. Writes appear in the order of the calls, even those of
  /// cancelled tasks. Once the terminal is gone nothing is written, and `events` reports the hangup.
  public var write: @Sendable (_ text: String) async -> Void
  /// Sets text that is also written whenever the screen is given back: when the program stops, when it ends, and when a
  /// signal or crash ends it. Use it for changes that leaving the screen does not undo. It replaces the text set
  /// before. Text of more than 256 bytes is not written.
  public var beforeGivingBack: @Sendable (_ text: String) async -> Void
  /// Gives the screen back and stops the program, as ctrl-Z does in other programs. When the program continues, it
  /// takes the screen again and reports `Event.resumed`. Returns when the program continues, or when the task is
  /// cancelled.
  public var suspend: @Sendable () async -> Void
  /// Gives the screen back while another program uses the terminal. `work` must end when that program does; then the
  /// screen is taken again and `Event.resumed` is reported. Does not run `work` when the screen is not taken.
  /// - Returns: Whether `work` ran.
  public var lend: @Sendable (_ work: @Sendable () async -> Void) async -> Bool
  /// Restores the screen and returns once that is done. May be called at any time, also twice.
  public var leave: @Sendable () async -> Void

  public init(
    capabilities: Capabilities,
    size: @escaping @Sendable () -> Size,
    enter: @escaping @Sendable () async throws -> Void,
    events: @escaping @Sendable () -> AsyncStream<Event>,
    write: @escaping @Sendable (_ text: String) async -> Void,
    beforeGivingBack: @escaping @Sendable (_ text: String) async -> Void,
    suspend: @escaping @Sendable () async -> Void,
    lend: @escaping @Sendable (_ work: @Sendable () async -> Void) async -> Bool,
    leave: @escaping @Sendable () async -> Void
  ) {
    self.capabilities = capabilities
    self.size = size
    self.enter = enter
    self.events = events
    self.write = write
    self.beforeGivingBack = beforeGivingBack
    self.suspend = suspend
    self.lend = lend
    self.leave = leave
  }
}
