public import Database
public import Essentials

/// A database among others in a folder.
public struct DatabaseFile: Hashable, Sendable {
  /// Where it is.
  public var url: URL
  /// How many bytes it and what SQLite keeps beside it take.
  public var bytes: Int

  public init(url: URL, bytes: Int) { (self.url, self.bytes) = (url, bytes) }

  /// All databases of a folder, whose names end in `.db`, by their names; none where there is no such folder.
  /// - Throws: `DatabaseError` where the folder cannot be read.
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
      guard let end = name.range(of: ".db", ending: ["", "-wal", "-shm", ".damaged"]) else { continue }
      var found = stat()
      guard lstat(path + "/" + name, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { continue }
      sizes[String(name[..<end]), default: 0] += Int(found.st_size)
    }
    return sizes.sorted { $0.key < $1.key }.map { name, bytes in
      Self(url: folder.appending(component: name), bytes: bytes)
    }
  }

  /// Whether a database can be made in a folder: the folder, or where it is not there yet the
  /// nearest that is above it, can be written. Nothing is left behind.
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
    // The system's own file systems, such as procfs, permit it and then refuse.
    var attempt = Array((path + "/.satchel-XXXXXX").utf8CString)
    guard mkdtemp(&attempt) != nil else { throw errno == ENOENT ? .notPermitted : DatabaseError(errno) }
    rmdir(attempt)
  }

  /// Removes it and what is beside it, while nobody opens it. Whoever has it open notices, and begins anew.
  /// - Throws: `DatabaseError`.
  public func remove(patience: Duration = .seconds(10), sqlite: [String] = Database.systemSQLite) throws {
    let path = url.path(percentEncoded: false)
    let location = DatabaseLocation(path: path, durability: .normal, damage: .keep, patience: patience)
    let library = try Opener(location: location, libraries: sqlite).library()
    let lock = try FolderLock(location, Job(), .exclusive, library)
    defer { lock.unlock() }
    try DatabaseLive.remove(["", "-wal", "-shm", ".damaged"].map { path + $0 })
  }
}

extension String {
  /// Where this ends, if one of some texts is all that follows it.
  fileprivate func range(of part: String, ending suffixes: [String]) -> Index? {
    for suffix in suffixes where hasSuffix(part + suffix) {
      return index(endIndex, offsetBy: -suffix.count)
    }
    return nil
  }
}
