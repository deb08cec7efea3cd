/// Standard output and standard error.
public struct CommandOutput: Sendable {
  /// The width in cells of the terminal behind standard output; nil without a terminal.
  public var width: Int?
  /// Writes a whole text to standard output.
  /// - Throws: `OutputError`.
  public var write: @Sendable (_ text: String) throws -> Void
  /// Writes one line to standard error. Failures are ignored, because there is nowhere to report them.
  public var note: @Sendable (_ line: String) -> Void
  /// Shows progress; nil when standard error is no terminal.
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

  /// A line on the terminal that shows the progress of a command.
  public struct Progress: Sendable {
    /// Measures the time between two updates.
    public var clock: any Clock<Duration>
    /// Replaces the line with another one in ASCII; an empty text removes it.
    public var show: @Sendable (_ line: String) -> Void

    public init(clock: any Clock<Duration>, show: @escaping @Sendable (_ line: String) -> Void) {
      self.clock = clock
      self.show = show
    }
  }
}

/// An error of reading a file that the command line names, or standard input.
public struct InputError: Error {
  /// The path of the file, or "standard input".
  var name: String
  /// The system's message.
  var reason: String

  /// The size in bytes of the largest input that is read to its end: more than the feeds of any person take.
  public static let sizeLimit = 4 << 20

  public init(_ name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// An error of writing to standard output.
public enum OutputError: Error, Equatable {
  /// The reader of the output has gone, which is no failure: `satchel posts | head -1`.
  case closed
  /// Any other error, with the system's message.
  case failed(String)
}
