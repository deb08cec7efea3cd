// Starting other programs.

import Concurrency
public import Essentials
import Synchronization

/// Another program that runs beside this one.
///
/// Foundation's `Process` is not used: on Linux it reads beyond the list of open files if there are more than a
/// thousand, passes blocked signals on, and links all of Foundation.
public struct Subprocess: Sendable {
  /// The process ID.
  public let number: pid_t

  /// Starts a program, which is looked up in `PATH`. It inherits no open files but its standard ones.
  /// - Parameters:
  ///   - program: The name or path of the program.
  ///   - arguments: The arguments, without the program's name.
  ///   - environment: The environment variables.
  ///   - folder: The working folder; nil for that of this process.
  ///   - input: The standard input; nil for `/dev/null`.
  ///   - output: The standard output; nil for `/dev/null`.
  ///   - errors: The standard error; nil for `/dev/null`.
  ///   - isLeader: Whether the program leads a new process group, so that Ctrl-C on the terminal does not reach it.
  /// - Throws: `POSIXError`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String? = nil,
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, isLeader: Bool = false
  ) throws {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing != -1 else { throw POSIXError.current }
    defer { close(nothing) }
    number = try spawn(
      program, arguments, environment, folder, files: [input ?? nothing, output ?? nothing, errors ?? nothing],
      isLeader: isLeader)
  }

  /// Runs `body` while no program is being started: a signal that stops this process group would stop a program before it
  /// has begun, and the thread that starts it would wait for ever.
  ///
  /// The terminal may already have stopped one so. It is continued, so `body` should stop the whole process group.
  public static func betweenStarts(_ body: () -> Void) {
    if startLock.withLockIfAvailable({ _ in body() }) != nil { return }
    kill(0, SIGCONT)
    startLock.withLock { _ in body() }
  }

  /// Calls `body` once when the program has ended, with its exit status or the negative number of the signal that ended
  /// it. Call this exactly once per program: the system keeps an ended program as a zombie until its status is read.
  public func onEnd(_ body: @escaping @Sendable (_ status: Int32) -> Void) {
    detachThread { [number] in
      var status: Int32 = 0
      while waitpid(number, &status, 0) == -1 { if errno != EINTR { return body(-1) } }
      // The same as WIFEXITED, WEXITSTATUS and WTERMSIG, which are macros that Swift cannot import.
      body(status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F))
    }
  }
}
