import CommandLine
import Essentials
import Observed

/// The signals that ask for the end, for a command that says what it has done until then. It has a second for that; who
/// asks twice does not wait for it.
struct Interrupts: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let signal = Observed<Int32?>(nil)

  /// Holds these signals back from now on, in this thread and all that are made later; nil for a command that may end at
  /// any moment.
  init?(for invocation: Invocation) {
    guard invocation.downloadsEverything else { return nil }
    var set = Self.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits in this thread for one of the signals, and cancels the task then; does not return. One that whoever started
  /// the program wants ignored never comes. (`dispatchMain` would make a thread that takes all signals.)
  func wait(toCancel task: Task<Void, Never>) -> Never {
    var (set, number) = (Self.set, Int32(0))
    while sigwait(&set, &number) != 0 {}
    signal.replace(with: number)
    task.cancel()
    // Who stops a program and its group, as timeout(1) does, is heard twice and has asked once.
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

  /// The exit status of who was asked to end, as shells have it: 128 and the signal.
  var status: Int32? { signal.value.map { 128 + $0 } }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
