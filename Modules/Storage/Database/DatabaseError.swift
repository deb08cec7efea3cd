/// An error of a database.
public enum DatabaseError: Error, Hashable, Sendable {
  /// There is no SQLite on this system.
  case unavailable
  /// The folder or the file may not be read or written, belongs to another user, or is a symbolic link.
  case notPermitted
  /// The folder is on a read-only disk. Saved data can be read, and nothing can be added.
  case readOnly
  /// The disk or the user's quota is full.
  case noSpace
  /// Another process used the database for too long.
  case busy
  /// The file is damaged, or is not a database of this program.
  case damaged(file: String)
  /// The file or one of its tables was written by a newer version of the program.
  case newer(file: String)
  /// Any other failure, in the system's words.
  case failed(String)
}
