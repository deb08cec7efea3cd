import Foundation
import Synchronization

/// One folder on the disk and what is done in it, one thing at a time.
struct Folder: Sendable {
  let path: String
  let queue = DispatchQueue(label: "FileStoreLive")
  private let temporaries = Temporaries()

  init(path: String) { self.path = path }

  func read(_ name: String) throws -> Data? {
    do {
      return try Data(contentsOf: URL(filePath: file(name)))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  func write(_ data: Data, _ name: String) throws {
    try temporaries.sweepOnce(path)
    do {
      try replace(name, with: data)
    } catch POSIXError.ENOENT {
      // The folder is not there yet, or somebody cleared the cache between two of our steps.
      try makeFolder(path)
      try replace(name, with: data)
    }
  }

  func remove(_ name: String) throws {
    do {
      try check(unlink(file(name)))
    } catch POSIXError.ENOENT {
      return
    }
    let folder = try openFolder(path)
    defer { close(folder) }
    try synchronize(folder: folder)
  }

  func removeAll() throws {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch CocoaError.fileReadNoSuchFile {
      return
    }
    for name in names { try remove(name) }
  }

  private func file(_ name: String) -> String { path + "/" + name }

  /// A temporary file beside it, on the disk, then renamed: whoever looks sees the old or the new, never a part.
  /// The folder is opened before anything changes: what could not be made safe is not begun.
  private func replace(_ name: String, with data: Data) throws {
    let folder = try openFolder(path)
    defer { close(folder) }
    let temporary = file(temporaries.next())
    do {
      try create(temporary, holding: data)
      try check(rename(temporary, file(name)))
    } catch {
      unlink(temporary)
      throw error
    }
    try synchronize(folder: folder)
  }
}
