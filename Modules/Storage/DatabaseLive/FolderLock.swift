import CSQLite
import Database
import Essentials

/// Which file it is, whatever its name.
struct FileIdentity: Equatable {
  private var device: UInt64
  private var number: UInt64

  /// Nil where there is no file, or one without a single byte, which is none yet.
  /// - Throws: `DatabaseError.notPermitted` for what is no file, or not ours.
  init?(_ path: String) throws {
    var found = stat()
    guard lstat(path, &found) == 0 else {
      // Below a file, too, nothing is.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw DatabaseError(errno)
    }
    guard found.st_mode & S_IFMT == S_IFREG, found.st_uid == geteuid() else { throw DatabaseError.notPermitted }
    guard found.st_size > 0 else { return nil }
    (device, number) = (UInt64(truncatingIfNeeded: found.st_dev), UInt64(truncatingIfNeeded: found.st_ino))
  }

  /// Whether what was written last may be in the log beside a file.
  static func hasLog(_ path: String) -> Bool { size(path + "-wal") > 0 }

  /// Whether it has no part of a page, or a log that has the whole of it.
  static func isWhole(_ path: String) -> Bool {
    let size = size(path)
    return size.isMultiple(of: 4_096) || Log(path + "-wal").hasPage(UInt32(clamping: size / 4_096 + 1))
  }

  private static func size(_ path: String) -> Int {
    var found = stat()
    return lstat(path, &found) == 0 ? Int(found.st_size) : 0
  }
}

/// Held while a file is opened, shared, and alone while one is made or set aside; so nobody opens half of either. Where a
/// folder cannot be locked, there is none.
final class FolderLock {
  private var descriptor: Int32

  enum Kind { case shared, exclusive }

  /// - Throws: `DatabaseError.busy`, or `CancellationError`.
  init(_ location: DatabaseLocation, _ job: Job, _ kind: Kind, _ library: csqlite) throws {
    descriptor = Essentials.open(location.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor != -1 else { return }
    var waited = 0
    while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == -1,
      errno == EWOULDBLOCK || errno == EINTR
    {
      if job.isCancelled { throw CancellationError() }
      guard waited < location.milliseconds else { throw DatabaseError.busy }
      _ = library.sleep(2)
      waited += 2
    }
  }

  deinit { unlock() }

  func unlock() {
    if descriptor != -1 { close(descriptor) }
    descriptor = -1
  }
}

func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func lastComponent(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// The folder without links on the way.
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

/// Makes a folder and those above it, 0700 each, and has each entry on the disk.
func makeFolder(_ path: String) throws {
  if mkdir(path, 0o700) == -1 {
    if errno == EEXIST { return }
    guard errno == ENOENT, path.count > 1 else { throw DatabaseError(errno) }
    try makeFolder(parent(of: path))
    if mkdir(path, 0o700) == -1, errno != EEXIST { throw DatabaseError(errno) }
  }
  try synchronize(folder: parent(of: path))
}

/// Returns when the folder's entries are on the disk. Somebody else's folder, which may be entered but not read, is
/// theirs to synchronize, and some file systems have nothing to.
func synchronize(folder: String) throws {
  let descriptor = Essentials.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  defer { close(descriptor) }
  if descriptor == -1 || fsync(descriptor) == -1, errno != EACCES, errno != EINVAL { throw DatabaseError(errno) }
}
