import Essentials
import Screen
import Terminal

/// The person's editor of text files: the command in `VISUAL`, else that in `EDITOR`, else `vi`.
struct Editor: Sendable {
  let environment: [String: String]

  /// Opens a file, whose folder is created if it is missing, and returns when the editor is closed. The reader's screen
  /// is given back meanwhile.
  /// - Parameter line: The number of the line to begin at; ignored where the editor is not known to take one.
  /// - Throws: `EditorFailure`.
  func open(_ file: URL, line: Int?, on terminal: Terminal) async throws {
    let folder = file.deletingLastPathComponent()
    // The editor reports a folder that cannot be created.
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let arguments = arguments(file, line: line)
    var status = await terminal.run(arguments, environment: environment)
    if status == nil {
      // A command runs without a screen. Ctrl-C is a key of the editor.
      let before = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
      status = await runShell(arguments, environment: environment)
      signal(SIGINT, before.0)
      signal(SIGQUIT, before.1)
    }
    // 127 is the shell's word for a command that it does not find.
    if status == 127 { status = nil }
    if status != 0 { throw EditorFailure(command, status: status) }
  }

  private var command: String {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  /// Returns arguments for `/bin/sh`. The path is a separate argument, so the shell never interprets it.
  private func arguments(_ file: URL, line: Int?) -> [String] {
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    let start = line.map { Self.takesLine.contains(program) ? " +\($0)" : "" } ?? ""
    return ["-c", "exec \(command)\(start) \"$1\"", "sh", file.path(percentEncoded: false)]
  }

  /// Editors that begin at the line in an argument such as `+12`.
  private static let takesLine: Set = [
    "editor", "emacs", "emacsclient", "ex", "gedit", "gvim", "jed", "joe", "kak", "mcedit", "mg", "micro", "nano", "ne",
    "nvi", "nvim", "pico", "vi", "view", "vim",
  ]
}
