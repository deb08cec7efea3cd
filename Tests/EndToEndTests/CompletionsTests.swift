import Foundation
import NetworkClientTestSupport
import ProcessTestSupport
import Testing

/// Tests of completion in real shells, with a server whose IDs a shell would execute.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CompletionsTests {
  /// A shell, and the keys that make it complete.
  struct CompletionInput: CustomTestStringConvertible, Sendable {
    var shell: String
    var setUp: String
    var keys: String
    /// The line afterwards, without trailing spaces.
    var line: String
    /// Whether the shell must list the titles before it completes the line.
    var showsTitles = false
    var testDescription: String { "\(shell): \(setUp) \(keys.debugDescription)" }

    var program: String { "/usr/bin/\(shell)" }
  }

  static let typed = [
    CompletionInput(shell: "bash", setUp: "", keys: "\t", line: "satchel post 1"),
    CompletionInput(shell: "bash", setUp: "", keys: "\t\t\t", line: "satchel post 1", showsTitles: true),
    CompletionInput(shell: "bash", setUp: "", keys: "10\t", line: "satchel post 10"),
    CompletionInput(shell: "bash", setUp: "", keys: "10\t\t\t", line: "satchel post 10"),
    CompletionInput(shell: "bash", setUp: "bind 'TAB:menu-complete'", keys: "\t", line: "satchel post 10"),
    CompletionInput(shell: "bash", setUp: "bind 'TAB:menu-complete'", keys: "\t\t\t", line: "satchel post 12"),
    CompletionInput(shell: "bash", setUp: "bind 'TAB:menu-complete-backward'", keys: "\t", line: "satchel post 12"),
    CompletionInput(shell: "bash", setUp: "bind 'TAB:insert-completions'", keys: "\t", line: "satchel post 10 11 12"),
    CompletionInput(
      shell: "bash", setUp: "bind 'TAB:possible-completions'", keys: "\t\t", line: "satchel post", showsTitles: true),
    CompletionInput(shell: "bash", setUp: "bind 'TAB:possible-completions'", keys: "10\t\t", line: "satchel post 10"),
    CompletionInput(
      shell: "bash", setUp: "bind 'set show-all-if-ambiguous on'", keys: "\t\t", line: "satchel post 1"),
    CompletionInput(
      shell: "bash", setUp: "bind 'set show-all-if-unmodified on'", keys: "\t\t", line: "satchel post 1"),
    CompletionInput(shell: "zsh", setUp: "", keys: "\t", line: "satchel post 1"),
    CompletionInput(shell: "zsh", setUp: "", keys: "\t\t\t", line: "satchel post 10"),
    CompletionInput(shell: "zsh", setUp: "setopt menu_complete", keys: "\t\t", line: "satchel post 11"),
    CompletionInput(shell: "zsh", setUp: "bindkey '^i' reverse-menu-complete", keys: "\t", line: "satchel post 12"),
    CompletionInput(
      shell: "zsh", setUp: "bindkey '^i' list-choices", keys: "\t", line: "satchel post", showsTitles: true),
    CompletionInput(
      shell: "zsh", setUp: "zstyle ':completion:*' menu select", keys: "\t\t\t", line: "satchel post 10"),
    CompletionInput(shell: "fish", setUp: "", keys: "\t", line: "satchel post 1", showsTitles: true),
    CompletionInput(shell: "fish", setUp: "", keys: "\t\t\t", line: "satchel post 11"),
  ].filter { FileManager.default.isExecutableFile(atPath: $0.program) }

  static let server = """
    [{"id": 10, "title": "; touch hit #"}, {"id": "11", "title": "$(touch hit)`touch hit`"},
     {"id": 12, "title": "x\\n; touch hit\\t; touch hit\\r; touch hit #"},
     {"id": "1;touch hit", "title": "a"}, {"id": "1$(touch hit)", "title": "b"}, {"id": "1`touch hit`", "title": "c"},
     {"id": "1\\n1;touch", "title": "d"}, {"id": "1 #", "title": "e"}, {"id": "--1", "title": "f"}]
    """

  /// Prints the line between angle brackets when ctrl-t is pressed. The prompt shows that the shell reads keys.
  static let setUp = [
    "bash": #"""
    eval "$(satchel completions bash)"; bind -x '"\C-t": printf "<%s>" "$READLINE_LINE"'; PS1='<rea''dy>'
    """#,
    "zsh": #"""
    autoload -U compinit; compinit -u -D; eval "$(satchel completions zsh)"; \#
    line() print -rn - "<$BUFFER>"; zle -N line; bindkey '^t' line; PROMPT='<rea''dy>'
    """#,
    "fish": #"""
    satchel completions fish | source; bind \ct 'printf "<%s>" (commandline | string collect)'; \#
    function fish_prompt; printf '<%s>' ready; end
    """#,
  ]
  static let options = [
    "bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "--private", "-i"],
  ]

  @Test(arguments: typed)
  func `completion inserts only plain IDs from the server into a command`(typed: CompletionInput) async throws {
    let host = try LoopbackHost(.answer(text: Self.server))
    let reader = try ReaderProgram(server: host.url(""))
    #expect(try await reader.run("posts").status == 0)
    let line = try await line(
      typed.shell, "satchel post \(typed.keys)", in: reader, setUp: typed.setUp,
      shows: typed.showsTitles ? "; touch hit #" : "")
    #expect(line == typed.line)
    #expect(!FileManager.default.fileExists(atPath: reader.folder.appending(path: "hit").path()))
  }

  /// Returns the line of a shell after some keys, without trailing spaces.
  /// - Parameters:
  ///   - setUp: A command before them.
  ///   - text: The text that the shell shows before the line is read.
  private func line(
    _ shell: String, _ keys: String, in reader: ReaderProgram, setUp: String = "", shows text: String = ""
  ) async throws -> String {
    let folder = try #require(ReaderProgram.program).deletingLastPathComponent().path(percentEncoded: false)
    var session = try ReaderSession(
      reader, Self.options[shell] ?? [], program: ["/usr/bin/\(shell)"],
      environment: ["PATH": "\(folder):/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    let setUp = [setUp, Self.setUp[shell] ?? ""].filter { !$0.isEmpty }
    try session.type(setUp.joined(separator: "; ") + "\r")
    try await session.waitBeside { $0.contains("<ready>") }
    try session.type(keys)
    if !text.isEmpty { try await session.waitBeside { $0.contains(text) } }
    try session.type("\u{14}")
    try await session.waitBeside { $0.contains(/<satchel [^>]*>/) }
    return try String(#require(session.display.plain.firstMatch(of: /<(satchel [^>]*?) *>/)).1)
  }

  @Test(arguments: [
    ("--server=@h", "--server=@home"), ("--server=@home fet", "--server=@home fetch"), ("@h", "@home"),
    ("-s HOST fet", "-s HOST fetch"), ("--server=HOST fet", "--server=HOST fetch"),
    ("-s HOST post 13", "-s HOST post 130"),
    ("'-s' \"HOST\" fet", "'-s' \"HOST\" fetch"), ("--format=j", "--format=json"),
    ("feeds import my", #"feeds import my\ feeds.opml"#), ("feeds import 'my f", "feeds import 'my feeds.opml'"),
    (#"feeds import my\ f"#, #"feeds import my\ feeds.opml"#), ("feeds import it", #"feeds import it\'s.opml"#),
    (#"feeds import \$"#, #"feeds import \$x.opml"#), ("feeds import sub/", #"feeds import sub/\*"#),
    ("--config=my", #"--config=my\ feeds.opml"#), ("-c su", "-c sub/"), ("--cache=su", "--cache=sub/"),
  ])
  func `bash completes words with addresses, names and files`(typed: String, completed: String) async throws {
    let host = try LoopbackHost(.answer(text: #"[{"id": 130, "title": "a"}]"#))
    let reader = try ReaderProgram(server: host.url(""))
    let address = host.url("").absoluteString
    if typed.contains("post") { #expect(try await reader.run("posts").status == 0) }
    let settings = reader.folder.appending(path: ".config/satchel")
    for folder in [settings, reader.folder.appending(path: "sub")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data("{ servers: { home: 'http://home' } }".utf8).write(to: settings.appending(path: "config.json5"))
    for name in ["my feeds.opml", "it's.opml", "$x.opml", "sub/*"] {
      try Data().write(to: reader.folder.appending(path: name))
    }
    let line = try await line("bash", "satchel \(typed.replacing("HOST", with: address))\t", in: reader)
    #expect(line == "satchel \(completed.replacing("HOST", with: address))")
  }

  private static let fish = "/usr/bin/fish"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: fish)),
    arguments: [("--config ", ""), ("--config=", "--config=")] as [(String, String)])
  func `fish completes the file of an option after a blank or an equals sign`(option: String, start: String)
    async throws
  {
    let reader = try ReaderProgram(server: URL(filePath: "/"))
    try Data().write(to: reader.folder.appending(path: "one.json5"))
    let folder = try #require(ReaderProgram.program).deletingLastPathComponent().path(percentEncoded: false)
    let path = reader.folder.appending(path: "on").path(percentEncoded: false)
    let script = "set PATH \(folder) $PATH; satchel completions fish | source; complete -C 'satchel \(option)\(path)'"
    let ended = try await reader.run(
      arguments: ["--no-config", "--private", "-c", script], executable: URL(filePath: Self.fish))
    #expect(ended.output == "\(start)\(path)e.json5\n")
  }
}
