/// Why a database did not do what was asked.
public enum DatabaseError: Error, Hashable, Sendable {
  /// There is no SQLite on this system.
  case unavailable
  /// The folder or the file may not be read or written, belongs to somebody else, or is a symbolic link.
  case notPermitted
  /// The folder is on a read-only disk: what is kept can be read, nothing can be added.
  case readOnly
  /// The disk, or the user's share of it, is full.
  case noSpace
  /// Another process held the database for too long.
  case busy
  /// The file is damaged, or is no database of this program.
  case damaged(file: String)
  /// The file, or one of its tables, was written by a newer version of the program.
  case newer(file: String)
  /// Anything else, in the system's words.
  case failed(String)
}
