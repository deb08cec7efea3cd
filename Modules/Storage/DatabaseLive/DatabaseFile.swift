import Database
public import Essentials

/// A database file in a folder.
public struct DatabaseFile: Hashable, Sendable {
  /// The location of the file.
  public var url: URL
  /// The size in bytes, including SQLite's other files beside it.
  public var bytes: Int

  public init(url: URL, bytes: Int) {
    self.url = url
    self.bytes = bytes
  }

  /// Returns all databases in a folder (files whose names end in `.db`), sorted by name; none if the folder does not
  /// exist.
  /// - Throws: `DatabaseError` if the folder cannot be read.
  public static func all(in folder: URL) throws -> [Self] {
    let path = folder.path(percentEncoded: false)
    guard let directory = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw DatabaseError(errno)
    }
    defer { closedir(directory) }
    var sizes: [String: Int] = [:]
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let end = name.range(of: ".db", ending: ["", "-wal", "-shm", "-journal", ".damaged"]) else { continue }
      var found = stat()
      guard lstat(path + "/" + name, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { continue }
      sizes[String(name[..<end]), default: 0] += Int(found.st_size)
    }
    return sizes.sorted { $0.key < $1.key }.map { name, bytes in
      Self(url: folder.appending(component: name), bytes: bytes)
    }
  }

  /// Checks that a database can be created in a folder: that the folder or, if it does not exist, its nearest existing
  /// parent is writable. Leaves nothing behind.
  /// - Throws: `DatabaseError`.
  public static func check(_ folder: URL) throws {
    var path = folder.path(percentEncoded: false)
    var found = stat()
    while stat(path, &found) == -1 {
      guard errno == ENOENT, path != "/", path != "." else { throw DatabaseError(errno) }
      path = parent(of: path.hasSuffix("/") ? String(path.dropLast()) : path)
    }
    guard found.st_mode & S_IFMT == S_IFDIR else { throw DatabaseError(ENOTDIR) }
    try DatabaseLive.check(access(path, W_OK | X_OK))
    // File systems such as procfs report write access and then refuse, so this creates and removes a folder.
    var attempt = Array((path + "/.satchel-XXXXXX").utf8CString)
    guard mkdtemp(&attempt) != nil else { throw errno == ENOENT ? .notPermitted : DatabaseError(errno) }
    rmdir(attempt)
  }

  /// Removes the database and SQLite's files beside it, under a lock against opening it. A process that has it open
  /// notices that and starts a new file.
  /// - Throws: `DatabaseError`.
  public func remove(patience: Duration = .seconds(10)) throws {
    let path = url.path(percentEncoded: false)
    let location = DatabaseLocation(path: path, durability: .normal, damage: .keep, patience: patience)
    let lock = try FolderLock(location, Job(), .exclusive)
    defer { lock.unlock() }
    try DatabaseLive.remove(["", "-wal", "-shm", "-journal", ".damaged"].map { path + $0 })
  }
}

extension String {
  /// Returns the end of the part of this name before one of the suffixes, if the name ends in `part` and that suffix.
  fileprivate func range(of part: String, ending suffixes: [String]) -> Index? {
    for suffix in suffixes where hasSuffix(part + suffix) {
      return index(endIndex, offsetBy: -suffix.count)
    }
    return nil
  }
}
