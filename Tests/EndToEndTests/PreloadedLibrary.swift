import Foundation
import ProcessTestSupport
import Testing

/// A library in C that is loaded into a program before its own, so that it can change what the system does.
struct PreloadedLibrary {
  /// Whether there is what makes one.
  static let canBeMade = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

  private let file: URL

  /// Compiles the source, in a folder.
  init(_ source: String, in folder: URL) async throws {
    file = folder.appending(path: "preloaded.so")
    let text = folder.appending(path: "preloaded.c")
    try Data(source.utf8).write(to: text)
    let compiler = try Child(
      "/usr/bin/cc", ["-shared", "-fPIC", "-o", file.path(), text.path()], errors: .standardError)
    try #require(await compiler.status == 0)
  }

  /// The variable that loads it.
  var environment: [String: String] { ["LD_PRELOAD": file.path()] }
}
