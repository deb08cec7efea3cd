// Other programs, started beside this one.

import Concurrency
public import Essentials

/// Another program that is run beside this one.
///
/// Not Foundation's `Process`, which on Linux reads beyond the list of open files when there are more than a thousand of
/// them, hands down the signals that are blocked, and brings all of Foundation along.
public struct Subprocess: Sendable {
  /// The system's number for it.
  public let number: pid_t

  /// Starts a program, which is looked for in `PATH`, and has no files open but these three.
  /// - `environment`: its variables.
  /// - `folder`: where it runs; nil for where this one does.
  /// - `input`, `output`, `errors`: the files that are its standard ones; nil for nothing.
  /// - `isLeader`: whether it gets a process group of its own, so that ctrl-c on the terminal does not reach it.
  /// - Throws: `POSIXError`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String? = nil,
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, isLeader: Bool = false
  ) throws {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing != -1 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(nothing) }
    number = try spawn(
      program, arguments, environment, folder, files: [input ?? nothing, output ?? nothing, errors ?? nothing],
      isLeader: isLeader)
  }

  /// Tells once how it ended: what it returned, or the negative number of the signal that killed it. The system keeps a
  /// program that has ended until somebody has asked; call this once for each.
  public func onEnd(_ body: @escaping @Sendable (_ status: Int32) -> Void) {
    detachThread { [number] in
      var status: Int32 = 0
      while waitpid(number, &status, 0) == -1 { if errno != EINTR { return body(-1) } }
      // As WIFEXITED, WEXITSTATUS and WTERMSIG have it, which are macros.
      body(status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F))
    }
  }
}
