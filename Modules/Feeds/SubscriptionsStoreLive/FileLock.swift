import Essentials
import SubscriptionsStore

/// An exclusive lock on the folder of a file, among processes. A file system that has no locks is used without.
final class FileLock {
  private var descriptor: Int32

  /// Waits for the lock.
  /// - Throws: `SubscriptionsStore.Error.busy`.
  init(_ folder: String, _ patience: Duration) throws(SubscriptionsStore.Error) {
    descriptor = Essentials.open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor != -1 else { return }
    let (seconds, fraction) = patience.components
    var rest = Int(seconds) * 1_000 + Int(fraction / 1_000_000_000_000_000)
    while flock(descriptor, LOCK_EX | LOCK_NB) == -1, errno == EWOULDBLOCK || errno == EINTR {
      guard rest > 0 else {
        close(descriptor)
        throw .busy
      }
      // The time of waiting for no descriptor.
      poll(nil, 0, 2)
      rest -= 2
    }
  }

  func unlock() {
    if descriptor != -1 { close(descriptor) }
    descriptor = -1
  }

  deinit { unlock() }
}
