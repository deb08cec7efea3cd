import Essentials

/// A file that is written beside others.
enum NewFile {
  /// Writes a file to the current folder under a name that is free: "Title.md", else "Title 2.md", "Title 3.md".
  /// Returns its path.
  /// - Throws: `POSIXError`; there is no new file then.
  static func write(_ data: Data, name: String) throws -> String {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    for number in 1...9_999 {
      let free = number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])"
      let file = folder.appending(component: free)
      // A link of that name is left alone, too.
      do { try data.write(to: file, options: .withoutOverwriting) } catch let error as CocoaError {
        if error.code == .fileWriteFileExists { continue }
        // On a full disk there is a part of it.
        try? FileManager.default.removeItem(at: file)
        throw error.underlying ?? error
      }
      return file.path(percentEncoded: false)
    }
    throw POSIXError(.EEXIST)
  }
}
