// Settings, where each comes from, and the configuration file.

public import Essentials
public import FeedRules
public import NetworkClient

/// The values of all settings, each a default unless an option, a variable or the configuration file sets it.
public struct Settings: Equatable, Sendable {
  /// The address of the server.
  public var server = URL(string: "http://localhost:8000") ?? URL(filePath: "/")
  /// The address of the comics; the same as `server` by default.
  public var comicsServer: URL
  /// The address of the to-dos; the same as `server` by default.
  public var todosServer: URL
  /// The address of the response code; the same as `server` by default.
  public var fetchServer: URL
  /// The user names and passwords that were written in addresses.
  public var credentials: [Credentials] = []
  /// The folder of the cache.
  public var cache: URL
  /// The folder of the state.
  public var state: URL
  /// The sections of the reader, in order.
  public var sections = ReaderSection.allCases
  /// The colours of the reader.
  public var theme = ReaderTheme.auto
  /// The command that opens an address, in the form of `BROWSER`; nil for the desktop's browser.
  public var browser: String?
  /// The command that plays the audio and video files of posts, in the same form; nil for the browser.
  public var player: String?
  /// The rules for feeds.
  public var feedRules = FeedRules()
  /// The time limit for one request, including its connection.
  public var timeout = Duration.seconds(10)
  /// The largest size of all caches together, in bytes.
  public var keep = 1 << 30
  /// Whether the network is not used.
  public var isOffline = false
  /// The set of dependencies to use.
  public var configuration = Configuration.live
  /// The form of the output.
  public var format = OutputFormat.text
  /// Whether the reader shows ASCII only.
  public var isASCII = false
  /// Whether notices on standard error are omitted; errors are always printed.
  public var isQuiet = false
  /// The contents of the configuration file.
  public var file: ConfigurationFile
  /// The sources of the settings that were given a value, by the names of the settings.
  public private(set) var origins: [String: SettingOrigin] = [:]
  /// The chosen server of the configuration file; nil for none.
  var namedServer: NamedServer?

  /// Creates the default settings.
  /// - Parameters:
  ///   - file: The configuration file.
  ///   - caches: The user's folder for caches.
  ///   - states: The user's folder for state.
  public init(file: ConfigurationFile, caches: URL, states: URL) {
    self.file = file
    comicsServer = server
    todosServer = server
    fetchServer = server
    cache = caches.appending(path: "satchel", directoryHint: .isDirectory)
    state = states.appending(path: "satchel", directoryHint: .isDirectory)
  }

  /// Sets each setting from the first source that has a value: the options, the environment, the chosen server in the
  /// configuration file, then the rest of that file.
  /// - Parameters:
  ///   - options: The values of the options on the command line, by name.
  ///   - server: The name of the server before the command, without its `@`; nil for none.
  ///   - environment: The environment variables.
  public mutating func read(
    options: [String: String], server: String?, environment: [String: String]
  ) throws(UsageError) {
    var options = options
    if let server {
      if file.server(named: server) == nil { throw file.unknown(server) }
      options["--server"] = "@\(server)"
    }
    for setting in Setting.all {
      // A server named on the command line overrides the variables for its comics, to-dos and response code.
      let isNamedByOption = namedServer != nil && isServerOnCommandLine
      if let given = setting.given(options, isNamedByOption && setting.isServer ? [:] : environment) {
        let line: Int?
        do { line = try setting.set(&self, .given(given.text)) } catch { throw UsageError(given.name, error) }
        let isName = setting.name == "server" && server != nil
        origins[setting.name] = SettingOrigin(
          source: given.source, name: isName ? given.text : given.name, line: line)
      } else if let value = namedServer?[setting] {
        // The value was checked when the file was read.
        _ = try? setting.set(&self, .file(value))
        let origin = setting.isServer ? origins["server"] : nil
        origins[setting.name] = SettingOrigin(source: origin?.source ?? .file, name: origin?.name, line: value.line)
      } else if let value = file.members[setting.name] {
        let line = try? setting.set(&self, .file(value))
        origins[setting.name] = SettingOrigin(source: .file, line: line ?? value.line)
      } else if setting.isServer {
        _ = try? setting.set(&self, .given(self.server.absoluteString))
      }
    }
  }

  /// Checks that the cache and the state have folders of their own. A cache is removed, and replaced when it is damaged;
  /// state never.
  public func checkFolders() throws(UsageError) {
    guard cache.standardizedFileURL.path() == state.standardizedFileURL.path() else { return }
    throw UsageError(
      "saved copies and state cannot share the folder \(cache.path(percentEncoded: false))",
      advice: "Name another one with --state or --cache")
  }

  /// Returns whether an option, a variable or the configuration file names a server. Sample content needs none.
  /// - Parameter setting: The name of the setting with the address: "server", "comics", "todos" or "fetch". The server of
  ///   the posts stands in for the others.
  public func namesServer(_ setting: String = "server") -> Bool {
    configuration != .live || origins["server"] != nil || origins[setting] != nil
  }

  /// Whether the command line names the server.
  public var isServerOnCommandLine: Bool { origins["server"]?.source == .option }
}

/// The source of a setting.
public struct SettingOrigin: Equatable, Sendable {
  /// A kind of source.
  public enum Source: String, Sendable {
    /// The configuration file.
    case file
    /// An environment variable.
    case environment
    /// An option, or `@` and the name of a server before the command.
    case option
  }

  /// The source of the value.
  public let source: Source
  /// The variable, the option or the server; nil for the configuration file.
  public let name: String?
  /// The line of the value in the configuration file; nil for a value from elsewhere.
  public let line: Int?

  public init(source: Source, name: String? = nil, line: Int? = nil) {
    self.source = source
    self.name = name
    self.line = line
  }
}

extension Setting {
  /// Returns the text of the option or else of the variable; an empty variable counts as unset. `NO_COLOR` stands for the
  /// theme without colours, and precedes every other theme but that of the option (no-color.org).
  func given(_ options: [String: String], _ environment: [String: String]) -> (
    name: String, text: String, source: SettingOrigin.Source
  )? {
    if let name = option?.name, let text = options[name] { return (name, text, .option) }
    if name == "theme", environment["NO_COLOR"]?.isEmpty == false {
      return ("NO_COLOR", ReaderTheme.none.rawValue, .environment)
    }
    guard let variable, let text = environment[variable], !text.isEmpty else { return nil }
    return (variable, text, .environment)
  }
}

/// An error in the command line or the configuration file.
public struct UsageError: Error, Equatable {
  /// The error and the valid values, as a sentence without a full stop.
  public let message: String
  /// The advice as a sentence, without a full stop when it ends in a command.
  public let advice: String
  /// Whether the error is in the configuration file.
  public let isInFile: Bool

  public init(_ message: String, advice: String = "Try: satchel --help", isInFile: Bool = false) {
    self.message = message
    self.advice = advice
    self.isInFile = isInFile
  }

  /// Creates the error for an invalid value of an option, a variable or an argument.
  public init(_ name: String, _ error: ValueError) { self.init("\(name) \(error.needs)") }
}

/// A section of the reader.
public enum ReaderSection: String, CaseIterable, Sendable {
  /// The subscriptions, and their posts.
  case feeds
  /// Posts, their authors and comments.
  case posts
  /// Comics and their pictures.
  case comics
  /// To-dos.
  case todos
  /// The response code.
  case fetch
}

/// The colours of the reader.
public enum ReaderTheme: String, CaseIterable, Sendable {
  /// Colours for the background that the terminal reports.
  case auto
  /// Colours for a white background.
  case light
  /// Colours for a black background.
  case dark
  /// No colours.
  case none
}

/// The dependencies of the program.
public enum Configuration: String, CaseIterable, Sendable {
  /// The network and the disk.
  case live
  /// Sample content, without network or disk.
  case stub
  /// Neither network nor disk works.
  case failing
}

/// The form of the output.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
}
