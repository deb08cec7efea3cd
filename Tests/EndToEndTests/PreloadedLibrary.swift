import Foundation
import ProcessTestSupport
import Testing

/// A library in C that is preloaded into a program, so that it can replace functions of the system.
struct PreloadedLibrary {
  /// Whether there is a C compiler.
  static let canBeMade = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

  private let file: URL

  /// Compiles a source in a folder.
  init(_ source: String, in folder: URL) async throws {
    file = folder.appending(path: "preloaded.so")
    let text = folder.appending(path: "preloaded.c")
    try Data(source.utf8).write(to: text)
    let compiler = try ChildProcess(
      "/usr/bin/cc", ["-shared", "-fPIC", "-o", file.path(), text.path()], errors: .standardError)
    try #require(await compiler.status == 0)
  }

  /// The environment variable that preloads the library.
  var environment: [String: String] { ["LD_PRELOAD": file.path()] }
}
