public import Essentials
public import Settings
import TextLayout

/// What was asked for on the command line and in the environment, as one value.
public struct Invocation: Equatable, Sendable {
  /// What is to be done.
  public enum Command: Equatable, Sendable {
    /// Opens the reader; where there is no terminal, prints what `posts` prints.
    case reader
    /// Prints the titles of all posts, or of the first `limit`; where `search` is not empty, of those whose titles hold
    /// it; of those that are bookmarked, the newest bookmark first; of those that were not read.
    case posts(search: String = "", limit: Int? = nil, isBookmarked: Bool = false, isUnread: Bool = false)
    /// Prints one post.
    case post(id: String)
    /// Prints the titles of all comics, as `posts` does.
    case comics(search: String = "", limit: Int? = nil, isBookmarked: Bool = false, isUnread: Bool = false)
    /// Prints one comic.
    case comic(ComicChoice)
    /// Bookmarks an item, and keeps it for offline use; or takes its bookmark away.
    case bookmark(BookmarkChoice, isRemoved: Bool)
    /// Does something with to-dos.
    case todos(TodoCommand)
    /// Fetches a response code, and prints it and how many were fetched.
    case fetch
    /// Prints the last response code and how many were fetched, without the network.
    case lastFetched
    /// Gets all that a server has, for reading it without a network.
    case sync(SyncChoice)
    /// Prints what is kept of each server.
    case status
    /// Forgets what is kept of a server, or a part of it.
    case forget(ForgetChoice)
    /// Prints what the program stands on, and what is wrong with that.
    case doctor
    /// Prints every setting, and where it comes from.
    case settings
    /// Prints the servers that have a name.
    case servers
    /// Prints how the program is used, or one command of it.
    case help(command: String? = nil)
    /// Prints the man page.
    case manPage
    /// Prints what completes commands in a shell.
    case completions(Shell)
    /// Prints which program this is.
    case version
  }

  /// Which comic is meant.
  public enum ComicChoice: Equatable, Sendable {
    /// The one of this number, from 1.
    case number(Int)
    /// The newest.
    case latest
    /// Any.
    case random
  }

  /// What is bookmarked.
  public enum BookmarkChoice: Equatable, Sendable {
    /// The comic of this number, from 1.
    case comic(Int)
    /// The post of this ID.
    case post(String)
  }

  /// Which doors to the world are opened.
  public enum Configuration: String, CaseIterable, Sendable {
    /// The network and the disk.
    case live
    /// Sample content, without network or disk.
    case stub
    /// Neither network nor disk works.
    case failing
  }

  /// What the output looks like.
  public enum Format: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For programs.
    case json
  }

  /// What is to be done.
  public var command: Command
  /// The address that the server's resources lie under.
  public var server: URL
  /// The address that the comics lie under: the same, unless another is named.
  public var comicsServer: URL
  /// The address that the to-dos lie under: the same, unless another is named.
  public var todosServer: URL
  /// The address that the response code lies under: the same, unless another is named.
  public var fetchServer: URL
  /// The sections of the reader, in their order.
  public var sections: [ReaderSection]
  /// The command that opens an address, as `BROWSER` has it; nil for what the desktop has.
  public var browser: String?
  /// The largest room for what can be had again, in bytes.
  public var keep: Int
  /// The folder that copies are kept in.
  public var cache: URL
  /// The folder that what happened is remembered in: unlike copies, it cannot be had again.
  public var state: URL
  /// How long one request may take, everything included.
  public var timeout: Duration
  /// Whether the network is left alone.
  public var isOffline: Bool
  /// Which doors to the world are opened.
  public var configuration: Configuration
  /// What the output looks like.
  public var format: Format
  /// Which colours the reader has.
  public var theme: ReaderTheme
  /// Whether the reader keeps to ASCII.
  public var isASCII: Bool
  /// Whether notices on standard error are left out; errors never are.
  public var isQuiet: Bool
  /// The configuration file, and what was in it.
  public var settingsFile: ReadSettings
  /// Where the settings come from that are not by default.
  var origins: [Setting: SettingOrigin]
}

/// A command line or a configuration file that cannot be understood: why, and what would be right, as one sentence.
public struct UsageError: Error, Equatable {
  /// The sentence, without a full stop.
  public var message: String
  /// What to do, as a sentence; without a full stop where it ends in a command.
  public var advice: String
  /// How the program ends.
  public var status: Invocation.ExitStatus

  init(
    _ message: String, advice: String = "Try: satchel --help", status: Invocation.ExitStatus = .usage
  ) {
    (self.message, self.advice, self.status) = (message, advice, status)
  }

  /// What standard error says: one line, whatever was written on the command line.
  public var line: String {
    TextLayout.line("satchel: \(message)\(message.hasSuffix("?") ? "" : ".") \(advice)")
  }
}

extension Invocation {
  /// How the program ends, as `sysexits.h` has it.
  public enum ExitStatus: Int32, Sendable {
    /// What was asked for was shown, if only what of it is kept.
    case shown = 0
    /// The command line is wrong.
    case usage = 64
    /// There is no such post, comic or to-do, or nothing is kept of the server that is to be forgotten.
    case noSuchItem = 66
    /// The server failed, or the disk where it is needed: there is nothing to show, and nothing changed; or changes of
    /// to-dos were refused or wait.
    case unavailable = 69
    /// The configuration file is wrong.
    case configuration = 78
    /// Not everything could be had; what could is there.
    case incomplete = 75
    /// Stopped by the interrupt key; what was done until then is there.
    case interrupted = 130
    /// The output could not be written.
    case outputFailed = 74
  }
}
