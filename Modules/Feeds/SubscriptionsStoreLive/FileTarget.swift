import Essentials
import SubscriptionsStore

/// The file behind a path, with all symbolic links resolved. It need not exist.
struct FileTarget {
  let folder: String
  let name: String

  var path: String { folder + "/" + name }

  /// Resolves a path, and creates the folder of the file.
  init(_ path: String) throws(POSIXError) {
    var path = path
    for _ in 0..<40 {
      let parent = Self.parent(of: path)
      try makeFolder(parent)
      guard let resolved = realpath(parent, nil) else { throw POSIXError.current }
      let folder = String(cString: resolved)
      free(resolved)
      let name = String(path.split(separator: "/").last ?? "")
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name) else {
        self.folder = folder == "/" ? "" : folder
        self.name = name
        return
      }
      path = link.hasPrefix("/") ? link : folder + "/" + link
    }
    throw POSIXError(.ELOOP)
  }

  /// Replaces the file, which retains its mode and its owner.
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - isCurrent: Returns whether the file is still the one to replace.
  /// - Returns: Whether it was replaced.
  func replace(with bytes: [UInt8], if isCurrent: () throws -> Bool) throws -> Bool {
    // Without this, a file that is protected in a folder that is not would be replaced.
    if access(path, W_OK) == -1, errno != ENOENT { throw POSIXError.current }
    removeLeftovers()
    let temporary = "\(folder)/\(prefix)\(getpid())\(Self.suffix)"
    let descriptor = Essentials.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor != -1 else { throw POSIXError.current }
    do {
      defer { close(descriptor) }
      try fill(descriptor, with: bytes)
      guard try isCurrent() else {
        unlink(temporary)
        return false
      }
      guard rename(temporary, path) == 0 else { throw POSIXError.current }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronize(folder)
    return true
  }

  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(POSIXError) {
    var found = stat()
    if stat(path, &found) == 0 {
      // Only root may give a file to another user.
      _ = fchown(descriptor, found.st_uid, found.st_gid)
      guard fchmod(descriptor, found.st_mode & 0o7777) == 0 else { throw POSIXError.current }
    }
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
      if count == -1, errno == EINTR { continue }
      guard count > 0 else { throw POSIXError.current }
      start += count
    }
    guard fsync(descriptor) == 0 else { throw POSIXError.current }
  }

  // MARK: - Temporary files

  private var prefix: String { ".\(name)." }
  private static let suffix = ".new"

  /// Removes temporary files of processes that ended before they could. The folder is locked, so none is in use.
  private func removeLeftovers() {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "/" : folder)
    for name in names ?? [] {
      let middle = name.dropFirst(prefix.count).dropLast(Self.suffix.count)
      guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix), !middle.isEmpty, middle.allSatisfy(\.isNumber) else {
        continue
      }
      unlink(folder + "/" + name)
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Creates a folder and its missing parents with mode 0700.
private func makeFolder(_ path: String) throws(POSIXError) {
  if access(path, F_OK) == 0 { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw POSIXError.current }
  synchronize(path + "/..")
}

/// Synchronizes the entries of a folder to the disk. Not all file systems can, and the file itself is safe already.
private func synchronize(_ folder: String) {
  let descriptor = Essentials.open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor != -1 else { return }
  fsync(descriptor)
  close(descriptor)
}

/// An exclusive lock on the folder of a file, among processes. A file system that has no locks is used without.
struct FileLock {
  private let descriptor: Int32

  /// Waits for the lock.
  /// - Throws: `SubscriptionsStore.Error.busy`.
  init(_ folder: String, _ patience: Duration) throws(SubscriptionsStore.Error) {
    descriptor = Essentials.open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor != -1 else { return }
    var rest = Int(patience / .milliseconds(1))
    while flock(descriptor, LOCK_EX | LOCK_NB) == -1, errno == EWOULDBLOCK || errno == EINTR {
      guard rest > 0 else {
        close(descriptor)
        throw .busy
      }
      // A pause of two milliseconds: `flock` itself waits without end.
      poll(nil, 0, 2)
      rest -= 2
    }
  }

  func unlock() {
    if descriptor != -1 { close(descriptor) }
  }
}
