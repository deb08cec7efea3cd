import Database
import DatabaseLive
import Essentials

extension Database {
  /// Starts to load SQLite as early as possible, because no thread can start while a library is being loaded. The
  /// loading thread, and the threads of the pools that start from it, block all signals except those of a crash: if
  /// they were blocked, the process would end before the terminal is restored.
  static func prewarmWithoutSignals() {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { sigdelset(&all, crash) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    prewarm()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
