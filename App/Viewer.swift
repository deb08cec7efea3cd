import Essentials
import Observed
import Screen
import Terminal

/// The desktop's viewer for files. The files are in folders that only the user can read, under the folder for temporary
/// files. They stay until the program ends, because a viewer may need its file for that long.
struct Viewer: Sendable {
  private let browser: Browser
  /// The folders to remove at the end.
  private let folders = Observed<[URL]>([])

  /// - Parameter browser: The browser for files that the desktop cannot open.
  init(_ browser: Browser) { self.browser = browser }

  /// Writes a file and opens it with the desktop's program for its kind, or with the browser if that fails.
  func open(_ file: Data, name: String, on terminal: Terminal) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "satchel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    folders.update { $0.append(folder) }
    let address = folder.appending(component: name)
    guard
      FileManager.default.createFile(
        atPath: address.path(percentEncoded: false), contents: file, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    do { try await browser.desktop.open(address, on: terminal) } catch { try await browser.open(address, on: terminal) }
  }

  /// Removes the files. The system clears temporary files that cannot be removed here.
  func removeFiles() {
    for folder in folders.replace(with: []) { try? FileManager.default.removeItem(at: folder) }
  }
}
