/// Where results and notices go.
public struct CommandOutput: Sendable {
  /// How many cells a line of the terminal has that standard output is; nil where it is no terminal.
  public var width: Int?
  /// Writes to standard output, all of it.
  /// - Throws: `OutputError`.
  public var write: @Sendable (_ text: String) throws -> Void
  /// Writes one line to standard error; where that cannot be written there is nobody to tell.
  public var note: @Sendable (_ line: String) -> Void

  public init(
    width: Int? = nil, write: @escaping @Sendable (_ text: String) throws -> Void,
    note: @escaping @Sendable (_ line: String) -> Void
  ) {
    self.width = width
    self.write = write
    self.note = note
  }
}

/// Why standard output takes no more.
public enum OutputError: Error, Equatable {
  /// Whoever read it has gone, which is no failure: `satchel posts | head -1`.
  case closed
  /// Anything else, in the system's words.
  case failed(String)
}
