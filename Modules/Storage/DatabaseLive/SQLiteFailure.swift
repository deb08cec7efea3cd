import CSQLite
import Database
import Essentials

/// Why the last call failed, in the words of the interface. `errno` was zero before that call.
func lastFailure(_ library: csqlite, _ database: OpaquePointer, _ name: String) -> any Error {
  // First: whatever is called next may change it. SQLite does not remember what a commit failed with.
  let systemError = errno
  let code = library.extended_errcode(database)
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
    let number = library.system_errno(database)
    if number != 0 || systemError != 0 { return DatabaseError(number != 0 ? number : systemError) }
  default: break
  }
  let words = library.errmsg(database).map { String(cString: $0) } ?? "SQLite error \(code)"
  // No version of SQLite writes a format that another does not read.
  return words == "unsupported file format" ? DatabaseError.damaged(file: name) : DatabaseError.failed(words)
}

extension DatabaseError {
  /// What a system call left in `errno`.
  init(_ number: Int32) {
    switch number {
    case EACCES, EPERM, ELOOP: self = .notPermitted
    case EROFS: self = .readOnly
    // A limit on the size of files is the user's share of the disk.
    case ENOSPC, EDQUOT, EFBIG: self = .noSpace
    default: self = .failed(String(cString: strerror(number)))
    }
  }
}

/// Throws what a system call left in `errno`.
@discardableResult
func check<Result: SignedInteger>(_ result: Result) throws(DatabaseError) -> Result {
  guard result == -1 else { return result }
  throw DatabaseError(errno)
}
