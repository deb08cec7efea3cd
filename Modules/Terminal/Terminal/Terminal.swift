// The size of a terminal, its keys, and writing to it.

/// The terminal the reader sits at: a screen, a keyboard, a mouse.
///
/// The order of things: `enter`, then `write` frames and follow `events`, then `leave`. A program that ends without
/// `leave` is a broken one, but even then the terminal is given back as well as it can be.
public struct Terminal: Sendable {
  /// Why there is no terminal to be used.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// Input or output is no terminal; the program may still print.
    case notATerminal
    /// The system refused; the number is `errno`.
    case refused(Int32)
  }

  /// What it can show, as far as the environment tells; `Event.synchronizedOutput` may tell more.
  public var capabilities: Capabilities
  /// How large the screen is now.
  public var size: @Sendable () -> Size
  /// Takes the screen: keys come as they are pressed, the cursor is hidden, what was there is kept for `leave`.
  /// To be called once.
  /// - Throws: `Terminal.Error`.
  public var enter: @Sendable () async throws -> Void
  /// Everything that happens, in order, from `enter` on. To be asked for once. Ends when the terminal is gone and
  /// after `leave`.
  public var events: @Sendable () -> AsyncStream<Event>
  /// Writes the text as it is, escape sequences and all, in one go; returns when it is written, or when the task is
  /// cancelled, because a terminal may never take it. Writes come out in the order they were called in, those of cancelled
  /// tasks too. When the terminal is gone nothing is written, and `events` says so.
  public var write: @Sendable (_ text: String) async -> Void
  /// From now on the text is written, too, whenever the screen is given back: when the program stops, when it ends, and by
  /// whatever ends it. It is for what the screen's end alone does not undo, and takes the place of what was given before.
  /// At most 256 bytes; what is longer is left out.
  public var beforeGivingBack: @Sendable (_ text: String) async -> Void
  /// Gives the screen back and stops the program, as ctrl-z does elsewhere. When it goes on the screen is taken again
  /// and `Event.resumed` tells. Returns when it goes on, or when the task is cancelled.
  public var suspend: @Sendable () async -> Void
  /// Gives the screen back while another program that was started has the terminal, and takes it again when the work, which
  /// ends with that program, is done; `Event.resumed` tells. Where no screen is taken the work is not done.
  /// - Returns: Whether it was done.
  public var lend: @Sendable (_ work: @Sendable () async -> Void) async -> Bool
  /// Gives the screen back as it was; returns when that is done. May be called at any time, also twice.
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
