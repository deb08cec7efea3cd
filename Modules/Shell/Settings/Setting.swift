import Essentials

/// A setting: all the ways to set it, and its text for the help, the man page and the completions.
///
/// A new setting is a row of `all` and a member of `Settings` with its default.
public struct Setting: Sendable {
  /// The name in `satchel config`, and the key in the configuration file.
  public let name: String
  /// The option that sets the value.
  public let option: Option?
  /// The environment variable that sets the value when the option is absent.
  public let variable: String?
  /// The key at the top of the configuration file, which sets the value when nothing else does.
  public let key: Key?
  /// The key in `servers.NAME`, which overrides the one at the top.
  public let serverKey: Key?
  /// Whether the value is the address of a server.
  var isServer = false
  /// Sets the value.
  /// - Returns: The line in the configuration file with the address of a server that `@NAME` names; nil for other
  ///   values.
  let set: @Sendable (_ settings: inout Settings, _ written: Written) throws(ValueError) -> Int?
  /// Returns the value, for `satchel config`.
  public let shown: @Sendable (_ settings: Settings) -> ShownValue

  /// The text for a key of the configuration file: the placeholder of its value, and an explanation.
  public typealias Key = (value: String, help: String)

  /// The key in `servers.NAME`.
  public var nameInServer: String { Self.nameInServer(name) }

  fileprivate static func nameInServer(_ name: String) -> String { name == "server" ? "address" : name }
}

extension Setting {
  fileprivate init<Value>(
    _ name: String, _ member: any WritableKeyPath<Settings, Value> & Sendable, _ kind: ValueKind<Value>,
    option: Option? = nil, variable: String? = nil, key: Key? = nil, serverKey: Key? = nil
  ) {
    var option = option
    option?.values = kind.values
    self.init(
      name: name, option: option, variable: variable, key: key, serverKey: serverKey,
      set: { settings, written throws(ValueError) in
        settings[keyPath: member] = try kind.read(written)
        return nil
      }, shown: { kind.shown($0[keyPath: member]) })
  }

  /// Creates a setting for the address of a server, written as an address or as `@NAME`.
  fileprivate init(
    _ name: String, server member: any WritableKeyPath<Settings, URL> & Sendable, option: Option, variable: String,
    key: Key? = nil, serverKey: Key
  ) {
    self.init(
      name: name, option: option, variable: variable, key: key, serverKey: serverKey, isServer: true,
      set: { settings, written throws(ValueError) in
        let text = try written.text("an address or \"@\" and a name, in quotes")
        let found = try settings.file.address(text, of: Self.nameInServer(name))
        let url = found.address.url
        if name != "server", url.isFileURL || url.query() != nil, url != settings.server {
          throw ValueError("needs an address of a server: \(url.absoluteString.excerpt)")
        }
        settings[keyPath: member] = url
        if let own = found.address.credentials, !settings.credentials.contains(own) { settings.credentials.append(own) }
        if name == "server" { settings.namedServer = found.server }
        return found.line
      },
      shown: { settings in
        settings.namesServer(name) ? ShownValue(settings[keyPath: member].absoluteString) : ShownValue("none", nil)
      })
  }
}

extension Setting {
  /// All settings, in the order of `satchel config`. Each may use the values of those before it.
  public static let all: [Setting] = [
    config,
    Setting(
      "configuration", \.configuration, .choice,
      option: Option(
        "--configuration", value: "NAME", in: .general, "live; stub: sample content, no network or disk;",
        "failing: nothing works, to see the errors", "[default: live]")),
    Setting(
      "server", server: \.server,
      option: Option(
        "--server", "-s", value: "URL", in: .reading, "server, feed, or page with a feed; or @NAME",
        "[default: none; then your feeds are shown]"),
      variable: "SATCHEL_SERVER", key: ("URL or \"@NAME\"", "the server when none is named"),
      serverKey: ("URL", "of posts, and of what is not below")),
    Setting(
      "comics", server: \.comicsServer,
      option: Option(
        "--comics-server", value: "URL", in: .reading, "comics server: https://xkcd.com, or @NAME",
        "[default: same as --server]"),
      variable: "SATCHEL_COMICS_SERVER", serverKey: ("URL", "address of the comics, or \"@NAME\"")),
    Setting(
      "todos", server: \.todosServer,
      option: Option(
        "--todos-server", value: "URL", in: .reading, "to-do server, or @NAME", "[default: same as --server]"),
      variable: "SATCHEL_TODOS_SERVER", serverKey: ("URL", "address of the to-dos, or \"@NAME\"")),
    Setting(
      "fetch", server: \.fetchServer,
      option: Option(
        "--fetch-server", value: "URL", in: .reading, "server of the response code, or @NAME",
        "[default: same as --server]"),
      variable: "SATCHEL_FETCH_SERVER", serverKey: ("URL", "address of the response code, or \"@NAME\"")),
    Setting(
      "sections", \.sections, .sections,
      key: ("[\"posts\", \"todos\", …]", "sections that the reader shows, in this order"),
      serverKey: ("[…]", "as above, for this server")),
    feeds,
    Setting(
      "format", \.format, .choice,
      option: Option("--format", "-f", value: "FORMAT", in: .showing, "text, or json for programs", "[default: text]")),
    Setting(
      "theme", \.theme, .choice,
      option: Option(
        "--theme", value: "THEME", in: .showing, "colours: auto, light, dark or none",
        "[default: auto, which asks the terminal]"),
      variable: "SATCHEL_THEME", key: ("NAME", "as --theme")),
    Setting(
      "browser", \.browser, .command(otherwise: "the desktop's"), variable: "BROWSER",
      key: ("COMMAND", "as BROWSER: %s is the address")),
    Setting(
      "player", \.player, .command(otherwise: "the browser"), variable: "SATCHEL_PLAYER",
      key: ("COMMAND", "for audio and video files of posts: \"mpv %s\"")),
    Setting(
      "offline", \.isOffline, .flag,
      option: Option("--offline", in: .reading, "do not use the network; show what is saved")),
    Setting(
      "timeout", \.timeout, .seconds,
      option: Option(
        "--timeout", "-t", value: "SECONDS", in: .reading, "time limit for one request, decimals allowed;",
        "half of it for the connection; post allows as long", "again for author and comments", "[default: 10]"),
      key: ("SECONDS", "as --timeout"), serverKey: ("SECONDS", "as above, for this server")),
    Setting(
      "keep", \.keep, .size,
      option: Option(
        "--keep", value: "SIZE", in: .saving, "most room for saved copies of all servers", "[default: 1 GiB]"),
      key: ("SIZE", "as --keep: \"1 GiB\", \"500 MB\"")),
    Setting(
      "cache", \.cache, .folder,
      option: Option(
        "--cache", "-c", value: "DIR", in: .saving, "folder for saved copies",
        "[default: satchel in the user's cache folder]"),
      variable: "SATCHEL_CACHE"),
    Setting(
      "state", \.state, .folder,
      option: Option(
        "--state", value: "DIR", in: .saving, "folder for data that is not a cache: read marks,",
        "bookmarks, to-dos, fetch's code and count", "[default: satchel in the user's state folder]"),
      variable: "SATCHEL_STATE"),
    Setting(
      "ascii", \.isASCII, .flag,
      option: Option("--ascii", in: .showing, "show the reader in ASCII only")),
    Setting(
      "quiet", \.isQuiet, .flag,
      option: Option("--quiet", "-q", in: .showing, "no notices on standard error, only errors")),
  ]

  /// The rules for feeds, which are read with the configuration file.
  static let feeds = Setting(
    name: "feeds", option: nil, variable: nil, key: ("[{…}, …]", "rules for feeds: for each of them what is below"),
    serverKey: nil,
    set: { settings, _ in
      settings.feedRules = settings.file.feedRules
      return nil
    }, shown: { $0.feedRules.shown })

  /// The configuration file's path, which is read before all other settings.
  static let config = Setting(
    name: "config",
    option: Option(
      "--config", value: "FILE", in: .general, "configuration file; /dev/null is none",
      "[default: satchel/config.json5 in the user's", "configuration folder]"),
    variable: "SATCHEL_CONFIG", key: nil, serverKey: nil, set: { _, _ in nil },
    shown: { ShownValue($0.file.path + ($0.file.isThere ? "" : " (not there)"), $0.file.isThere ? $0.file.path : nil) })
}
