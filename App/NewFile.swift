import Essentials

/// A file that is written beside others.
enum NewFile {
  /// Writes a file to the current folder under a name that is free: "Title.md", else "Title 2.md", "Title 3.md". Returns its
  /// path.
  /// - Throws: `POSIXError`; there is no new file then.
  static func write(_ data: Data, name: String) throws -> String {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    for number in 1...9_999 {
      let free = number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])"
      let path = folder.appending(component: free).path(percentEncoded: false)
      // With O_EXCL, a file or a link of that name is left alone.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file == -1, errno == EEXIST { continue }
      guard file != -1 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      defer { close(file) }
      do { try data.withUnsafeBytes { try writeAll($0, to: file) } } catch {
        unlink(path)
        throw error
      }
      return path
    }
    throw POSIXError(.EEXIST)
  }
}
