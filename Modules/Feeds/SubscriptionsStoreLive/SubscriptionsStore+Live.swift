// The file of subscriptions on disk, replaced atomically.

import Concurrency
public import Essentials
import Subscriptions
public import SubscriptionsStore
import Synchronization

extension SubscriptionsStore {
  /// Returns a store in a file.
  ///
  /// - The first change creates a missing file with mode 0600 in folders with mode 0700.
  /// - Where the file is a symbolic link, its target is replaced, or created.
  /// - A change locks the folder of the file, so that of two processes none loses the change of the other. Text editors
  ///   do not lock; the file is compared once more before it is replaced.
  ///
  /// - Parameters:
  ///   - location: The file.
  ///   - patience: The time to wait for another process.
  public static func live(at location: URL, patience: Duration = .seconds(10)) -> Self {
    let worker = FileWorker(location.path(percentEncoded: false), patience: patience)
    return Self(
      location: location, file: { try await worker.file() }, editing: { try await worker.edit($0) })
  }
}

/// An actor on a queue of its own, where it may block on the disk.
private actor FileWorker {
  private let path: String
  private let patience: Duration
  private let executor = QueueExecutor("SubscriptionsStoreLive")
  /// The file as it was read last, so that the same bytes are not parsed again.
  private var known: (bytes: [UInt8], file: SubscriptionFile)?

  init(_ path: String, patience: Duration) {
    self.path = path
    self.patience = patience
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func file() throws -> SubscriptionFile { try parsed(contents(of: path)) }

  func edit(_ change: (inout SubscriptionFile) throws -> Void) throws {
    // A change that adds nothing and changes nothing needs no right to write.
    var before = try file()
    var after = before
    try change(&after)
    guard after != before else { return }
    do {
      let target = try FileTarget(path)
      let lock = try FileLock(target.folder, patience)
      defer { lock.unlock() }
      for _ in 0..<Self.attempts {
        before = try file()
        after = before
        try change(&after)
        guard after != before else { return }
        let bytes = after.bytes
        let isReplaced = try target.replace(with: bytes) { try contents(of: target.path) == before.bytes }
        if isReplaced {
          known = (bytes, after)
          return
        }
      }
      throw Error.busy
    } catch let error as POSIXError {
      throw Error.notWritable(
        error.code, lines: after.linesMissing(in: before).map(\.text).filter { !$0.isEmpty },
        removed: before.linesMissing(in: after).map(\.number))
    }
  }

  private typealias Error = SubscriptionsStore.Error
  /// The number of attempts to replace the file while an editor is changing it.
  private static let attempts = 10

  private func parsed(_ bytes: [UInt8]) -> SubscriptionFile {
    if let known, known.bytes == bytes { return known.file }
    let file = SubscriptionFile(bytes)
    known = (bytes, file)
    return file
  }
}

extension SubscriptionFile {
  /// Returns the lines that another state of the file lacks, with their numbers from 1.
  fileprivate func linesMissing(in other: Self) -> [(number: Int, text: String)] {
    var counts: [Substring: Int] = [:]
    for line in other.lines { counts[line, default: 0] += 1 }
    return lines.enumerated().compactMap { index, line in
      counts[line, default: 0] -= 1
      return counts[line, default: 0] < 0 ? (index + 1, String(line)) : nil
    }
  }

  private var lines: [Substring] {
    String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

/// Returns the bytes of a file; none if it is missing.
private func contents(of path: String) throws(SubscriptionsStore.Error) -> [UInt8] {
  let limit = 16 << 20
  // Without O_NONBLOCK, opening a named pipe would wait for its writer.
  let descriptor = Essentials.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor != -1 else {
    if errno == ENOENT || errno == ENOTDIR { return [] }
    throw .unreadable(POSIXError.current.code)
  }
  defer { close(descriptor) }
  var found = stat()
  guard fstat(descriptor, &found) == 0 else { throw .unreadable(POSIXError.current.code) }
  guard found.st_mode & S_IFMT == S_IFREG else {
    throw .unreadable(found.st_mode & S_IFMT == S_IFDIR ? .EISDIR : .EINVAL)
  }
  let all: [UInt8]
  do throws(POSIXError) { all = try bytes(from: descriptor, limit: limit) } catch { throw .unreadable(error.code) }
  guard all.count <= limit else { throw .tooLarge }
  return all
}
