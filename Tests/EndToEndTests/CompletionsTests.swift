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
    let folder = try #require(ReaderProgram.program).deletingLastPathComponent().path(percentEncoded: false)
    var session = try ReaderSession(
      reader, Self.options[typed.shell] ?? [], program: [typed.program],
      environment: ["PATH": "\(folder):/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    let setUp = [typed.setUp, Self.setUp[typed.shell] ?? ""].filter { !$0.isEmpty }
    try session.type(setUp.joined(separator: "; ") + "\r")
    try await session.waitBeside { $0.contains("<ready>") }
    try session.type("satchel post \(typed.keys)")
    if typed.showsTitles { try await session.waitBeside { $0.contains("; touch hit #") } }
    try session.type("\u{14}")
    try await session.waitBeside { $0.contains(/<satchel post[^>]*>/) }
    let line = session.display.plain.firstMatch(of: /<(satchel post[^>]*?) *>/)?.1
    #expect(line.map(String.init) == typed.line)
    #expect(!FileManager.default.fileExists(atPath: reader.folder.appending(path: "hit").path()))
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
