public import FileLock
import FileStore
public import Foundation
import Synchronization

extension FileLock {
  /// A file that is locked (flock), and made, with the folders above it, when first needed; it is never removed, or two
  /// could lock two files of the same name.
  /// - Parameter patience: how long somebody else may hold the lock before it is given up as busy.
  /// - Throws: `FileStoreError`, or `CancellationError`.
  public static func live(file: URL, patience: Duration) -> Self {
    let path = file.path(percentEncoded: false)
    // A thread that waits for a lock cannot be called back: those who come later queue behind it.
    let queue = DispatchQueue(label: "FileLockLive")
    return Self {
      let attempt = Attempt()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          attempt.begin(continuation)
          queue.async { if attempt.isWanted { attempt.end(Result { try translated { try locked(path) } }) } }
          DispatchQueue.global().asyncAfter(deadline: .now() + patience.interval) {
            attempt.giveUp(FileStoreError.busy)
          }
        }
      } onCancel: {
        attempt.giveUp(CancellationError())
      }
    }
  }
}

/// The way to a lock: it ends when the lock is had, or when it is given up, whichever comes first.
private final class Attempt: Sendable {
  private enum Stage {
    case new
    case waiting(CheckedContinuation<FileLock.Release, any Error>)
    case over((any Error)?)
  }

  private let stage = Mutex(Stage.new)

  var isWanted: Bool { stage.withLock { if case .over = $0 { false } else { true } } }

  func begin(_ continuation: CheckedContinuation<FileLock.Release, any Error>) {
    let error: (any Error)? = stage.withLock { stage in
      if case .over(let error) = stage { return error }
      stage = .waiting(continuation)
      return nil
    }
    if let error { continuation.resume(throwing: error) }
  }

  func giveUp(_ error: any Error) { finish(error)?.resume(throwing: error) }

  /// A lock that comes too late is let go at once.
  func end(_ result: Result<LockedFile, any Error>) {
    guard let continuation = finish(nil) else { return }
    continuation.resume(with: result.map { file in { @Sendable in file.close() } })
  }

  private func finish(_ error: (any Error)?) -> CheckedContinuation<FileLock.Release, any Error>? {
    stage.withLock { stage in
      switch stage {
      case .over: return nil
      case .new:
        stage = .over(error)
        return nil
      case .waiting(let continuation):
        stage = .over(error)
        return continuation
      }
    }
  }
}

/// A file that is open and locked: closing it, by hand or when nobody knows it any more, unlocks it.
private final class LockedFile: Sendable {
  private let descriptor: Mutex<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { close() }

  func close() {
    let open = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    if let open { Foundation.close(open) }
  }
}

/// Waits, on this thread, until the file is ours alone.
private func locked(_ path: String) throws -> LockedFile {
  while true {
    let file = try descriptor(of: path)
    let locked = LockedFile(file)
    while flock(file, LOCK_EX) == -1 {
      guard errno == EINTR else { throw systemError() }
    }
    var (ours, there) = (stat(), stat())
    try check(fstat(file, &ours))
    // Somebody who cleared the folder while we waited has left us a file that nobody else will ask for.
    if lstat(path, &there) == 0, ours.st_dev == there.st_dev, ours.st_ino == there.st_ino { return locked }
  }
}

private func descriptor(of path: String) throws -> Int32 {
  let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
  do {
    return try check(open(path, flags, 0o600))
  } catch POSIXError.ENOENT {
    try makeFolder(parent(of: path))
    return try check(open(path, flags, 0o600))
  }
}

extension Duration {
  fileprivate var interval: DispatchTimeInterval {
    .milliseconds(Int(clamping: components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000))
  }
}
