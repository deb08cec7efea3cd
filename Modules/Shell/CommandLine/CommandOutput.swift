/// Where results and notices go.
public struct CommandOutput: Sendable {
  /// How many cells a line of the terminal has that standard output is; nil where it is no terminal.
  public var width: Int?
  /// Writes to standard output, all of it.
  /// - Throws: `OutputError`.
  public var write: @Sendable (_ text: String) throws -> Void
  /// Writes one line to standard error; where that cannot be written there is nobody to tell.
  public var note: @Sendable (_ line: String) -> Void
  /// Where it is shown how far something is; nil where standard error is no terminal.
  public var progress: Progress?

  public init(
    width: Int? = nil, progress: Progress? = nil, write: @escaping @Sendable (_ text: String) throws -> Void,
    note: @escaping @Sendable (_ line: String) -> Void
  ) {
    self.width = width
    self.progress = progress
    self.write = write
    self.note = note
  }

  /// A line that changes while something is done.
  public struct Progress: Sendable {
    /// What the time between two changes is measured with.
    public var clock: any Clock<Duration>
    /// Shows a line, of ASCII alone, in place of the one before; an empty one takes that away.
    public var show: @Sendable (_ line: String) -> Void

    public init(clock: any Clock<Duration>, show: @escaping @Sendable (_ line: String) -> Void) {
      (self.clock, self.show) = (clock, show)
    }
  }
}

/// Why standard output takes no more.
public enum OutputError: Error, Equatable {
  /// Whoever read it has gone, which is no failure: `satchel posts | head -1`.
  case closed
  /// Anything else, in the system's words.
  case failed(String)
}
