public import Essentials

/// The programs and the files of the person's machine, as far as screens use them. Unless they are set, programs do
/// nothing, and no file can be saved.
public struct Desktop: Sendable {
  /// Opens an address in the browser. Calls `onFailure` if the browser starts but fails later.
  /// - Throws: `BrowserError`.
  public var browse: Opening = { _, _ in }
  /// Plays an audio or video file of the web; nil if the browser does. Calls `onFailure` if the player starts but fails
  /// later.
  /// - Throws: `BrowserError`.
  public var play: Opening?
  /// Opens a file in the desktop's viewer. The name is that of the file, as in "614.png".
  /// - Throws: `BrowserError`, or the error of writing the file.
  public var view: @Sendable (_ file: Data, _ name: String) async throws -> Void = { _, _ in }
  /// Opens a text file, which may be missing, in the person's editor, and returns when that is closed.
  /// - Parameter line: The number of the line to begin at, from 1.
  /// - Throws: `EditorFailure`, or `CancellationError`.
  public var edit: @Sendable (_ file: URL, _ line: Int?) async throws -> Void = { _, _ in }
  /// Runs a command for the shell, which has the terminal until it ends, with a standard input. Returns its exit status or
  /// the negative number of a signal; nil if it cannot be started.
  public var pipe: @Sendable (_ input: Data, _ command: String) async -> Int32? = { _, _ in nil }
  /// Writes a new file to the current folder, under a name like the given one, and returns its path.
  /// - Throws: `POSIXError`.
  public var save: @Sendable (_ file: Data, _ name: String) async throws -> String = { _, _ in
    throw POSIXError(.EROFS)
  }

  /// Opens an address in another program. Calls `onFailure` if that starts but fails later.
  public typealias Opening =
    @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void) async throws -> Void

  public init() {}
}

/// An error of the person's editor.
public struct EditorFailure: Error, Equatable {
  /// The command of the editor.
  public var command: String
  /// The exit status, or the negative number of a signal; nil if the editor could not be started.
  public var status: Int32?

  public init(_ command: String, status: Int32? = nil) {
    self.command = command
    self.status = status
  }
}

extension EditorFailure {
  /// The failure as a clause: "emacs -nw cannot be started".
  public var clause: String {
    switch status {
    case nil: "\(command) cannot be started"
    case let status? where status < 0: "\(command) was ended by signal \(-status)"
    case let status?: "\(command) failed with status \(status)"
    }
  }
}
