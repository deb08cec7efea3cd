import Database
import DatabaseLive
import Essentials

extension Database {
  /// Loads SQLite beside the rest, as early as can be: no other thread can begin while a library is being loaded. The
  /// thread that does it takes no signals, nor do those of the pools, which begin with it. Those of a crash stay: where
  /// they are blocked, the process ends before the terminal is given back.
  static func prewarmWithoutSignals() {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { sigdelset(&all, crash) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    prewarm()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
