/// Where results and notices go.
public struct CommandOutput: Sendable {
  /// Writes to standard output, all of it.
  /// - Throws: `OutputError`.
  public var write: @Sendable (_ text: String) throws -> Void
  /// Writes one line to standard error; where that cannot be written there is nobody to tell.
  public var note: @Sendable (_ line: String) -> Void

  public init(
    write: @escaping @Sendable (_ text: String) throws -> Void, note: @escaping @Sendable (_ line: String) -> Void
  ) {
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
