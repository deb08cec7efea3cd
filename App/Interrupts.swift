import CommandLine
import Essentials
import Observed

/// The signals that end a command which first reports what it has done, or leaves something behind otherwise: programs
/// that make feeds, and the claims of feeds that are being asked. The command has some seconds for that, because the
/// machine may be busy; a second signal ends it at once.
struct Interrupts: Sendable {
  /// The signals, without those that the parent process ignores, as nohup(1) does: sigwait(3) would receive those, too.
  private let signals: [Int32]
  private let arrived = Observed<Int32?>(nil)
  /// Whether the command reports what it has done, so that it ends with a status of its own.
  private let isReported: Bool

  /// Blocks these signals in this thread and in all threads created later; nil for a command that may end at any time.
  init?(for invocation: Invocation) {
    isReported = invocation.downloadsEverything
    guard isReported || invocation.asksFeeds || invocation.editsTodos, !invocation.opensReader else { return nil }
    signals = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
    var set = set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // The handler comes first, in a union whose name is not the same everywhere.
    return withUnsafeBytes(of: action) { $0.load(as: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits in this thread for one of the signals, then cancels the task; never returns. (`dispatchMain` would create a
  /// thread that receives all signals.)
  /// - Parameter end: Ends the programs that were started.
  func wait(toCancel task: Task<Void, Never>, end: () -> Void) -> Never {
    var set = set
    var number = Int32(0)
    while sigwait(&set, &number) != 0 {}
    arrived.replace(with: number)
    task.cancel()
    // timeout(1) signals a program and then its group: ignoring a signal drops the second copy of one request.
    poll(nil, 0, 100)
    for number in signals {
      signal(number, SIG_IGN)
      signal(number, SIG_DFL)
    }
    end()
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    poll(nil, 0, 800)
    end()
    poll(nil, 0, 4_000)
    exit(by: number)
  }

  /// Ends the program if one of the signals has arrived.
  func endIfInterrupted() {
    if let number = arrived.value { exit(by: number) }
  }

  /// Ends the program as the signal does, or with the status that shells have for it: 128 plus its number.
  private func exit(by number: Int32) -> Never {
    if !isReported {
      // A shell that runs a loop ends that, too.
      var set = set
      signal(number, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
    }
    _exit(128 + number)
  }

  private var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
