import Essentials
import ScreenEnvironment

/// The desktop's viewer of files. What it is given lies in a folder that only the user can read, under the folder for
/// temporary files, which is cleared by the system: nobody knows for how long a viewer needs it.
struct Viewer: Sendable {
  let environment: [String: String]
  let clock: any Clock<Duration>

  /// Writes the file and opens it with what the desktop has for files of its kind; where that fails, with the browser.
  func open(_ file: Data, name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "satchel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let address = folder.appending(component: name)
    guard
      FileManager.default.createFile(
        atPath: address.path(percentEncoded: false), contents: file, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    do {
      try await Browser(environment: environment.filter { $0.key != "BROWSER" }, clock: clock).open(address)
    } catch {
      try await Browser(environment: environment, clock: clock).open(address)
    }
  }
}
