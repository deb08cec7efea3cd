import Essentials
import Observed
import Repositories
import Subprocess
import Terminal

/// The user's text editor: the command in `VISUAL` or `EDITOR`, or else `vi`.
struct Editor: Sendable {
  let environment: [String: String]

  /// Opens a file, which may be missing, and returns when the editor is closed. It gets the terminal until then.
  /// - Parameter line: The number of the line to begin at, from 1, for editors that take it.
  /// - Throws: `EditorFailure`.
  func open(_ file: URL, at line: Int?, on terminal: Terminal) async throws {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    let command = named ?? "vi"
    let program = command.split(separator: " ").first?.split(separator: "/").last ?? ""
    let position = line.flatMap { Self.takingLines.contains(String(program)) ? ["+\($0)"] : nil } ?? []
    // The file is a separate argument, so the shell never interprets it.
    let arguments = ["-c", "exec \(command) \"$@\"", "sh"] + position + [file.path(percentEncoded: false)]
    let status = Observed<Int32?>(nil)
    @Sendable func run() async {
      guard
        let process = try? Subprocess(
          "/bin/sh", arguments, environment: environment, input: STDIN_FILENO, output: STDOUT_FILENO,
          errors: STDERR_FILENO)
      else { return }
      status.replace(with: await withCheckedContinuation { ended in process.onEnd { ended.resume(returning: $0) } })
    }
    // Without a reader, nobody else uses the terminal.
    if await !terminal.lend({ await run() }) { await run() }
    if status.value != 0 { throw EditorFailure(command, status: status.value) }
  }

  /// The editors that begin at a line that is given as `+N`.
  private static let takingLines: Set = [
    "ed", "emacs", "emacsclient", "ex", "jed", "joe", "jove", "kak", "mcedit", "mg", "micro", "nano", "ne", "nvi",
    "nvim", "pico", "vi", "view", "vim", "vis",
  ]
}
