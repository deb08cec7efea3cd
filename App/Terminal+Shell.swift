import Essentials
import Observed
import Subprocess
import Terminal

/// Runs a shell with this program's standard streams, and returns its exit status or the negative number of the signal
/// that ended it; nil if it cannot be started.
func runShell(_ arguments: [String], environment: [String: String], input: Int32 = STDIN_FILENO) async -> Int32? {
  // The shell shares this program's process group: it is in the foreground, and ctrl-z stops both.
  guard
    let process = try? Subprocess(
      "/bin/sh", arguments, environment: environment, input: input, output: STDOUT_FILENO, errors: STDERR_FILENO)
  else { return nil }
  return await withCheckedContinuation { ended in process.onEnd { ended.resume(returning: $0) } }
}

extension Terminal {
  /// Runs a shell that has the terminal until it ends, and returns its exit status or the negative number of the signal
  /// that ended it; nil if it cannot be started, or if the screen is not taken.
  func run(_ arguments: [String], environment: [String: String], input: Int32 = STDIN_FILENO) async -> Int32? {
    let status = Observed<Int32?>(nil)
    _ = await lend { status.replace(with: await runShell(arguments, environment: environment, input: input)) }
    return status.value
  }
}
