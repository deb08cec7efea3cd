/// Standard output and standard error.
public struct CommandOutput: Sendable {
  /// The width in cells of the terminal that standard output is; nil where it is no terminal.
  public var width: Int?
  /// Writes to standard output, all of it.
  /// - Throws: `OutputError`.
  public var write: @Sendable (_ text: String) throws -> Void
  /// Writes one line to standard error. Nobody can be told of a failure.
  public var note: @Sendable (_ line: String) -> Void
  /// Shows progress; nil where standard error is no terminal.
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
    /// Measures the time between two changes.
    public var clock: any Clock<Duration>
    /// Shows a line, of ASCII alone, in place of the one before; an empty one takes that away.
    public var show: @Sendable (_ line: String) -> Void

    public init(clock: any Clock<Duration>, show: @escaping @Sendable (_ line: String) -> Void) {
      self.clock = clock
      self.show = show
    }
  }
}

/// Standard output takes no more.
public enum OutputError: Error, Equatable {
  /// Its reader has gone, which is no failure: `satchel posts | head -1`.
  case closed
  /// Anything else, in the system's words.
  case failed(String)
}
