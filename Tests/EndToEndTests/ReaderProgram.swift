import Foundation
import ProcessTestSupport

/// The built program, with its own folders for cache and state.
final class ReaderProgram: Sendable {
  struct Ended: Equatable {
    var output: String
    var notes: String
    var status: Int32
  }

  let folder = FileManager.default.temporaryDirectory.appending(path: "satchel-\(UUID().uuidString)")
  var cache: URL { folder.appending(path: "cache") }
  var state: URL { folder.appending(path: "state") }
  let server: URL

  init(server: URL) throws {
    self.server = server
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "satchel")

  /// Starts the program. It inherits nothing from the test's environment, especially no proxies.
  func start(
    _ arguments: [String], executable: URL? = program, input: FileHandle? = nil, output: FileHandle?,
    notes: FileHandle? = nil,
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      executable?.path() ?? "", arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": folder.path(), "SATCHEL_SERVER": server.absoluteString,
        "SATCHEL_CACHE": cache.path(), "SATCHEL_STATE": state.path(),
      ].merging(environment) { $1 },
      folder: folder, input: input, output: output, errors: notes)
  }

  /// Runs the program to its end.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Ended {
    try await run(arguments: arguments, environment: environment)
  }

  /// Runs the program to its end.
  func run(
    arguments: [String], executable: URL? = program, environment: [String: String] = [:]
  ) async throws -> Ended {
    let files = ["output", "notes"].map { folder.appending(path: "\($0)-\(UUID().uuidString)") }
    let handles = try files.map { file in
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    let child = try start(
      arguments, executable: executable, output: handles[0], notes: handles[1], environment: environment)
    let status = await child.status
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Ended(output: texts[0], notes: texts[1], status: status)
  }

  /// Returns the files of the cache, with their bytes.
  func cached() throws -> [String: Data] { try files(in: cache) }

  /// Returns the files in a folder, with their bytes.
  func files(in folder: URL) throws -> [String: Data] {
    guard FileManager.default.fileExists(atPath: folder.path()) else { return [:] }
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path()).reduce(into: [:]) { files, path in
      let url = folder.appending(path: path)
      if (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
        files[path] = try Data(contentsOf: url)
      }
    }
  }
}
