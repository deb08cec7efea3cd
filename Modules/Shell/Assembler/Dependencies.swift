import CachedResource
public import Database
public import Essentials
public import LocalData
public import NetworkClient
public import Screen
public import SubscriptionsStore
public import Terminal

/// The dependencies through which the program reaches the outside world.
public struct Dependencies: Sendable {
  /// The network.
  public var network: NetworkClient
  /// Returns the cache database with a name.
  public var cache: @Sendable (_ name: FileName) -> Database
  /// Returns the state database with a name.
  public var state: @Sendable (_ name: FileName) -> Database
  /// Returns the files of the cache databases that exist, by name.
  /// - Throws: `DatabaseError`.
  public var cacheFiles: @Sendable () throws -> [FileName: SavedFile]
  /// Returns the files of the state databases that exist, by name.
  /// - Throws: `DatabaseError`.
  public var stateFiles: @Sendable () throws -> [FileName: SavedFile]
  /// Removes one of these files.
  /// - Throws: `DatabaseError`.
  public var removeFile: @Sendable (_ file: SavedFile) throws -> Void
  /// Returns the bytes of a file that the person named.
  /// - Throws: The error of reading it.
  public var readFile: @Sendable (_ file: URL) async throws -> Data
  /// Returns the output of a program, given a command for the shell and its input.
  /// - Throws: `AnswerFailure.failedProgram`, or `CancellationError`.
  public var runProgram: @Sendable (_ command: String, _ input: Data) async throws -> Data = { _, _ in
    throw AnswerFailure.failedProgram(nil)
  }
  /// The file of subscriptions.
  public var subscriptions = SubscriptionsStore.stub()
  /// Returns the database of another program, which is only read.
  public var foreignDatabase: @Sendable (_ file: URL) -> Database = { _ in .failing() }
  /// Opens a text file, which may be missing, in the person's editor, and returns when that is closed.
  /// - Throws: `EditorFailure`, or `CancellationError`.
  public var edit: @Sendable (_ file: URL, _ line: Int?) async throws -> Void = { _, _ in }
  /// Runs a command for the shell, which has the terminal until it ends, with a standard input. Returns its exit status or
  /// the negative number of a signal; nil if it cannot be started.
  public var pipe: @Sendable (_ input: Data, _ command: String) async -> Int32? = { _, _ in nil }
  /// Writes a new file to the current folder, under a name like the given one, and returns its path.
  /// - Throws: `POSIXError`.
  public var save: @Sendable (_ file: Data, _ name: String) async throws -> String = { _, _ in throw POSIXError(.EROFS)
  }
  /// The screen and the keyboard.
  public var terminal: Terminal
  /// Facts about the system.
  public var facts: Facts
  /// Plays an audio or video file at an address; nil if the browser does. A command that fails after its start calls
  /// `onFailure`.
  /// - Throws: `BrowserError`.
  public var play:
    (@Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void) async throws -> Void)?
  /// Opens an address in the browser. A command that fails after its start calls `onFailure`.
  /// - Throws: `BrowserError`.
  public var browse:
    @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void) async throws -> Void
  /// Opens a file in the desktop's viewer, with `name` as its file name.
  /// - Throws: `BrowserError`, or the error of writing the file.
  public var view: @Sendable (_ file: Data, _ name: String) async throws -> Void

  public init(
    network: NetworkClient, cache: @escaping @Sendable (_ name: FileName) -> Database,
    state: @escaping @Sendable (_ name: FileName) -> Database,
    cacheFiles: @escaping @Sendable () throws -> [FileName: SavedFile] = { [:] },
    stateFiles: @escaping @Sendable () throws -> [FileName: SavedFile] = { [:] },
    removeFile: @escaping @Sendable (_ file: SavedFile) throws -> Void = { _ in },
    readFile: @escaping @Sendable (_ file: URL) async throws -> Data = { _ in
      throw CocoaError(.fileReadNoSuchFile)
    },
    terminal: Terminal, facts: Facts = .stub,
    browse:
      @escaping @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void)
      async throws -> Void,
    view: @escaping @Sendable (_ file: Data, _ name: String) async throws -> Void
  ) {
    self.network = network
    self.cache = cache
    self.state = state
    self.cacheFiles = cacheFiles
    self.stateFiles = stateFiles
    self.removeFile = removeFile
    self.readFile = readFile
    self.terminal = terminal
    self.facts = facts
    self.browse = browse
    self.view = view
  }
}
