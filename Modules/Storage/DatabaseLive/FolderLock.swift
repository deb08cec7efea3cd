import Database
import Essentials

/// The identity of a file on its disk, independent of its name.
struct FileIdentity: Equatable {
  private var device: UInt64
  private var number: UInt64

  /// Creates the identity of a file; nil if the file does not exist or is empty, because then it has no database yet.
  /// - Throws: `DatabaseError.notPermitted` if it is not a regular file of this user.
  init?(_ path: String) throws {
    var found = stat()
    guard lstat(path, &found) == 0 else {
      // A path through a regular file does not exist either (ENOTDIR).
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw DatabaseError(errno)
    }
    guard found.st_mode & S_IFMT == S_IFREG, found.st_uid == geteuid() else { throw DatabaseError.notPermitted }
    guard found.st_size > 0 else { return nil }
    device = UInt64(truncatingIfNeeded: found.st_dev)
    number = UInt64(truncatingIfNeeded: found.st_ino)
  }

  /// Returns whether the write-ahead log or the rollback journal beside a file may hold other data.
  static func hasLog(_ path: String) -> Bool { size(path + "-wal") > 0 || size(path + "-journal") > 0 }

  /// Returns whether a file ends with a whole page, or the log has the page that is cut.
  /// - Parameter page: The size of pages in bytes.
  static func isWhole(_ path: String, page: Int) -> Bool {
    var size = size(path)
    while !size.isMultiple(of: page) {
      if Log(path + "-wal").hasPage(UInt32(clamping: size / page + 1), size: page) { return true }
      // Another process may have written the rest of the page meanwhile, and begun a new log.
      let now = Self.size(path)
      if now == size { return false }
      size = now
    }
    return true
  }

  /// Returns the size of a file in bytes; zero if there is none.
  static func size(_ path: String) -> Int {
    var found = stat()
    return lstat(path, &found) == 0 ? Int(found.st_size) : 0
  }
}

/// A lock on a folder: shared while a file is opened, exclusive while one is created or renamed, so that no half-made
/// file is opened. If the folder cannot be locked, there is no lock.
final class FolderLock {
  private var descriptor: Int32

  enum Kind { case shared, exclusive }

  /// Waits for the lock.
  /// - Throws: `DatabaseError.busy`, or `CancellationError`.
  init(_ location: DatabaseLocation, _ job: Job, _ kind: Kind) throws {
    descriptor = Essentials.open(location.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor != -1 else { return }
    var waited = 0
    while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == -1,
      errno == EWOULDBLOCK || errno == EINTR
    {
      if job.isCancelled { throw CancellationError() }
      guard waited < location.milliseconds else { throw DatabaseError.busy }
      block(milliseconds: 2)
      waited += 2
    }
  }

  deinit { unlock() }

  func unlock() {
    if descriptor != -1 { close(descriptor) }
    descriptor = -1
  }
}

/// Blocks the thread, which belongs to the queue of a connection.
func block(milliseconds: Int) { _ = poll(nil, 0, Int32(clamping: milliseconds)) }

func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func lastComponent(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// Returns the path of a folder with all symbolic links resolved.
func resolved(_ folder: String) throws -> String {
  guard let path = realpath(folder, nil) else { throw DatabaseError(errno) }
  defer { free(path) }
  let resolved = String(cString: path)
  return resolved == "/" ? "" : resolved
}

func checkWritable(_ path: String) throws {
  try check(access(path, W_OK))
  try check(access(parent(of: path), W_OK | X_OK))
}

func remove(_ paths: [String]) throws {
  for path in paths where unlink(path) == -1 && errno != ENOENT { throw DatabaseError(errno) }
}

/// Creates a folder and its missing parents with mode 0700, and synchronizes each new entry to the disk.
func makeFolder(_ path: String) throws {
  if mkdir(path, 0o700) == -1 {
    if errno == EEXIST { return }
    guard errno == ENOENT, path.count > 1 else { throw DatabaseError(errno) }
    try makeFolder(parent(of: path))
    if mkdir(path, 0o700) == -1, errno != EEXIST { throw DatabaseError(errno) }
  }
  try synchronize(folder: parent(of: path))
}

/// Synchronizes the entries of a folder to the disk. Ignores folders that this user may not read, and file systems that
/// do not support it.
func synchronize(folder: String) throws {
  let descriptor = Essentials.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  defer { close(descriptor) }
  if descriptor == -1 || fsync(descriptor) == -1, errno != EACCES, errno != EINVAL { throw DatabaseError(errno) }
}

/// The write-ahead log beside a database, with changes that are not in the file yet
/// (https://sqlite.org/fileformat2.html, 4).
struct Log {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Returns whether a committed transaction in the log has written a page.
  /// - Parameter size: The size of pages in bytes.
  func hasPage(_ number: UInt32, size: Int) -> Bool {
    let descriptor = Essentials.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor != -1 else { return false }
    defer { close(descriptor) }
    guard let head = bytes(descriptor, at: 0, count: 32) else { return false }
    var start = 32
    var hasFoundPage = false
    while let frame = bytes(descriptor, at: start, count: 24), frame[8..<16] == head[16..<24] {
      if frame[0..<4].number == number { hasFoundPage = true }
      let isCommit = frame[4..<8].number != 0
      if hasFoundPage, isCommit { return true }
      start += 24 + size
    }
    return false
  }

  private func bytes(_ descriptor: Int32, at start: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(start)) == count ? bytes : nil
  }
}

extension ArraySlice<UInt8> {
  /// The big-endian number of these bytes.
  fileprivate var number: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }
}
