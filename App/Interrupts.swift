import CommandLine
import Essentials
import Observed

/// The signals that end a command which first reports what it has done. The command has a second for that; a second
/// signal ends it at once.
struct Interrupts: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let signal = Observed<Int32?>(nil)

  /// Blocks these signals in this thread and in all threads created later; nil for a command that may end at any time.
  init?(for invocation: Invocation) {
    guard invocation.downloadsEverything else { return nil }
    var set = Self.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits in this thread for one of the signals, then cancels the task; never returns. A signal that the parent
  /// process set to be ignored never arrives. (`dispatchMain` would create a thread that receives all signals.)
  func wait(toCancel task: Task<Void, Never>) -> Never {
    var (set, number) = (Self.set, Int32(0))
    while sigwait(&set, &number) != 0 {}
    signal.replace(with: number)
    task.cancel()
    // timeout(1) signals a program and then its group: this drops the second copy of one request.
    poll(nil, 0, 100)
    takePending()
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    poll(nil, 0, 800)
    _exit(128 + number)
  }

  private func takePending() {
    for signal in Self.signals {
      var (pending, one, number) = (sigset_t(), sigset_t(), Int32(0))
      sigpending(&pending)
      guard sigismember(&pending, signal) == 1 else { continue }
      sigemptyset(&one)
      sigaddset(&one, signal)
      sigwait(&one, &number)
    }
  }

  /// The exit status after a signal: 128 plus its number, as in shells.
  var status: Int32? { signal.value.map { 128 + $0 } }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
