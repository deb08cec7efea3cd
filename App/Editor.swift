import Essentials
import Observed
import Screen
import Subprocess
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
    let status = Observed<Int32?>(nil)
    let work: @Sendable () async -> Void = {
      // Ctrl-C is a key of the editor.
      let before = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
      defer {
        signal(SIGINT, before.0)
        signal(SIGQUIT, before.1)
      }
      guard
        let process = try? Subprocess(
          "/bin/sh", arguments(file, line: line), environment: environment, input: STDIN_FILENO,
          output: STDOUT_FILENO, errors: STDERR_FILENO)
      else { return }
      status.replace(with: await withCheckedContinuation { ended in process.onEnd { ended.resume(returning: $0) } })
    }
    // A command runs without a screen.
    if !(await terminal.lend(work)) { await work() }
    // 127 is the shell's word for a command that it does not find.
    let ended = status.value.flatMap { $0 == 127 ? nil : $0 }
    if ended != 0 { throw EditorFailure(command, status: ended) }
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
