import CachedResource
public import Database
public import Essentials
public import NetworkClient
public import Observed
public import Repositories
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
  /// The new name of a damaged file of the cache that was replaced; nil while none was.
  public var damagedCache = Observed<String?>(nil)
  /// The number of damaged rows that were removed from the cache.
  public var lostRows = Observed(0)
  /// Returns the files of the cache databases that exist, by name.
  /// - Throws: `DatabaseError`.
  public var cacheFiles: @Sendable () throws -> [FileName: SavedFile] = { [:] }
  /// Returns the files of the state databases that exist, by name.
  /// - Throws: `DatabaseError`.
  public var stateFiles: @Sendable () throws -> [FileName: SavedFile] = { [:] }
  /// Removes one of these files.
  /// - Throws: `DatabaseError`.
  public var removeFile: @Sendable (_ file: SavedFile) throws -> Void = { _ in }
  /// Returns the bytes of a file that is read as a feed.
  /// - Throws: The error of reading it.
  public var readFile: @Sendable (_ file: URL) async throws -> Data = { _ in throw CocoaError(.fileReadNoSuchFile) }
  /// Returns the output of a program, given a command for the shell and its input.
  /// - Throws: `FailedProgram`, `AnswerFailure`, `NetworkClient.Error.tooLarge`, or `CancellationError`.
  public var runProgram: @Sendable (_ command: String, _ input: Data) async throws -> Data = { _, _ in
    throw AnswerFailure.failedProgram(nil)
  }
  /// The file of subscriptions.
  public var subscriptions = SubscriptionsStore.stub()
  /// Returns the database of another program, which is only read.
  public var foreignDatabase: @Sendable (_ file: URL) -> Database = { _ in .failing() }
  /// The screen and the keyboard.
  public var terminal: Terminal
  /// The number of this process.
  public var process: Int64 = 0
  /// Returns whether a process is running on this machine.
  public var isRunning: @Sendable (_ process: Int64) -> Bool = { _ in true }
  /// The system and the machine: "Linux 6.1.0 x86_64".
  public var system = "a system"
  /// The name of the terminal: `TERM`.
  public var terminalName = "xterm"
  /// Returns the version of libcurl and of its parts.
  /// - Throws: `NetworkClient.Error` when libcurl cannot be used.
  public var libcurlVersion: @Sendable () throws -> String = { "8.0.0" }
  /// Checks that SQLite can be used.
  /// - Throws: `DatabaseError.unavailable` when it cannot.
  public var checkSQLite: @Sendable () throws -> Void = {}
  /// Checks that data can be saved in a folder, even if the folder does not exist yet.
  /// - Throws: `DatabaseError` when it cannot.
  public var checkFolder: @Sendable (_ folder: URL) throws -> Void = { _ in }
  /// The programs and the files of the person's machine.
  public var desktop = Desktop()

  public init(
    network: NetworkClient, cache: @escaping @Sendable (_ name: FileName) -> Database,
    state: @escaping @Sendable (_ name: FileName) -> Database, terminal: Terminal
  ) {
    self.network = network
    self.cache = cache
    self.state = state
    self.terminal = terminal
  }
}
