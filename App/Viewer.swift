import Essentials
import Observed
import Screen
import Terminal

/// The desktop's viewer of files. What it is given lies in folders that only the user can read, under the folder for
/// temporary files. They stay until the end of the program: nobody knows for how long a viewer needs its file.
struct Viewer: Sendable {
  private let browser: Browser
  /// What is to be removed at the end.
  private let folders = Observed<[URL]>([])

  /// - Parameter browser: what opens files where the desktop has nothing for them.
  init(_ browser: Browser) { self.browser = browser }

  /// Writes the file and opens it with what the desktop has for files of its kind; where that fails, with the browser.
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
    var desktop = browser
    // The desktop's own programs read it, too.
    (desktop.named, desktop.environment["BROWSER"]) = (nil, nil)
    do { try await desktop.open(address, on: terminal) } catch { try await browser.open(address, on: terminal) }
  }

  /// Removes what was written. What cannot be removed is left to the system, which clears its temporary files.
  func removeFiles() {
    for folder in folders.replace(with: []) { try? FileManager.default.removeItem(at: folder) }
  }
}
