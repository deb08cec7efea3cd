import CSQLite
import Database
import Essentials

/// Returns the failure of the last call. `errno` must have been 0 before that call.
func lastFailure(_ library: UnsafePointer<csqlite>, _ database: OpaquePointer, _ name: String) -> any Error {
  // Read first, because the next call may change it. SQLite does not remember the `errno` of a failed commit.
  let systemError = errno
  let code = library.pointee.extended_errcode(database)
  switch code {
  case SQLITE_READONLY_DBMOVED: return FileMoved()
  case SQLITE_CANTOPEN_SYMLINK: return DatabaseError.notPermitted
  case SQLITE_IOERR_CORRUPTFS: return DatabaseError.damaged(file: name)
  default: break
  }
  switch code & 0xFF {
  case SQLITE_CORRUPT, SQLITE_NOTADB: return DatabaseError.damaged(file: name)
  case SQLITE_FULL: return DatabaseError.noSpace
  case SQLITE_BUSY, SQLITE_LOCKED: return DatabaseError.busy
  case SQLITE_READONLY: return DatabaseError.readOnly
  case SQLITE_PERM, SQLITE_AUTH: return DatabaseError.notPermitted
  case SQLITE_IOERR, SQLITE_CANTOPEN:
    let number = library.pointee.system_errno(database)
    if number != 0 || systemError != 0 { return DatabaseError(number != 0 ? number : systemError) }
  default: break
  }
  let words = library.pointee.errmsg(database).map { String(cString: $0) } ?? "SQLite error \(code)"
  // All versions of SQLite write the same format, so another format number is damage.
  return words == "unsupported file format" ? DatabaseError.damaged(file: name) : DatabaseError.failed(words)
}

extension DatabaseError {
  /// Creates an error from an `errno`.
  init(_ number: Int32) {
    switch number {
    case EACCES, EPERM, ELOOP: self = .notPermitted
    case EROFS: self = .readOnly
    // A limit on file sizes counts as a quota.
    case ENOSPC, EDQUOT, EFBIG: self = .noSpace
    default: self = .failed(String(cString: strerror(number)))
    }
  }
}

/// Returns the result of a system call, or throws its `errno` if the result is -1.
@discardableResult
func check<Result: SignedInteger>(_ result: Result) throws(DatabaseError) -> Result {
  guard result == -1 else { return result }
  throw DatabaseError(errno)
}
