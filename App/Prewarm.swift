import Database
import DatabaseLive
import Essentials

extension Database {
  /// Loads SQLite beside the rest, as early as can be: no other thread can begin while a library is being loaded. The
  /// thread that does it takes no signals.
  static func prewarmWithoutSignals() {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    prewarm()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
