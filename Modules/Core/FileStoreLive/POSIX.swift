import Foundation

/// Throws what a system call left in `errno`.
@discardableResult
func check<Result: SignedInteger>(_ result: Result) throws -> Result {
  guard result == -1 else { return result }
  throw systemError()
}

func systemError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

extension CocoaError {
  /// The system's own error beneath Foundation's.
  var underlying: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }
}

/// Makes a file that was not there, 0600, and returns when its bytes are on the disk.
func create(_ path: String, holding data: Data) throws {
  let descriptor = try check(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
  defer { close(descriptor) }
  try data.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count == -1 && errno == EINTR { continue }
      rest = rest.dropFirst(try check(count))
    }
  }
  try synchronize(descriptor)
}

/// Makes a folder and those above it, 0700 each, and has each entry on the disk.
func makeFolder(_ path: String) throws {
  do {
    try check(mkdir(path, 0o700))
  } catch POSIXError.EEXIST {
    return
  } catch POSIXError.ENOENT where path.count > 1 {
    try makeFolder(parent(of: path))
    if mkdir(path, 0o700) == -1, errno != EEXIST { throw systemError() }
  }
  do {
    let folder = try openFolder(parent(of: path))
    defer { close(folder) }
    try synchronize(folder: folder)
  } catch POSIXError.EACCES {
    // Somebody else's folder, which may be entered but not read, is theirs to synchronize.
  }
}

/// Opens a folder, for `synchronize`.
func openFolder(_ path: String) throws -> Int32 { try check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }

/// Returns when the folder's entries are on the disk.
func synchronize(folder descriptor: Int32) throws {
  do {
    try synchronize(descriptor)
  } catch POSIXError.EINVAL {
    // Some file systems keep no folder of their own to synchronize.
  }
}

private func synchronize(_ descriptor: Int32) throws {
  #if canImport(Darwin)
    // fsync on Darwin stops at the drive's cache.
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
  #endif
  try check(fsync(descriptor))
}

func parent(of path: String) -> String {
  let parent = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
  return parent.count > 1 && parent.hasSuffix("/") ? String(parent.dropLast()) : parent
}
