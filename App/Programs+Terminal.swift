import Concurrency
import Essentials
import Observed
import Subprocess
import Terminal

extension Programs {
  /// Runs a command, which has the terminal until it ends, and returns its exit status or the negative number of the signal
  /// that ended it; nil if it cannot be started.
  /// - Parameters:
  ///   - command: A command for the shell, as the person typed it.
  ///   - input: The standard input. The command need not read all of it.
  func run(_ command: String, input: Data, on terminal: Terminal) async -> Int32? {
    let status = Observed<Int32?>(nil)
    _ = await terminal.lend {
      guard let (source, writing) = channel() else { return }
      // The command shares this program's process group: it is in the foreground, and ctrl-z stops both.
      let process = try? Subprocess(
        "/bin/sh", ["-c", command], environment: environment, input: source, output: STDOUT_FILENO,
        errors: STDERR_FILENO)
      close(source)
      guard let process else {
        close(writing)
        return
      }
      detachThread { send(input, to: writing) }
      status.replace(with: await withCheckedContinuation { ended in process.onEnd { ended.resume(returning: $0) } })
    }
    return status.value
  }
}
