import Foundation
import ProcessTestSupport

/// A program that runs for a test and ends with it. One that reads its standard input sees the end of it when the
/// test is no more, however that happened.
final class Helper: Sendable {
  private let child: Child
  private let input = Pipe()
  private let output = Pipe()

  /// Whether there is such a program on the path.
  static func isInstalled(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  init(_ program: String, _ arguments: String...) throws {
    child = try Child(
      program, arguments, input: input.fileHandleForReading, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
  }

  /// How it ended.
  func status() async -> Int32? { await child.status }

  /// The first line it wrote; nil when it wrote none.
  func line() async -> String? {
    let file = output.fileHandleForReading
    return await withCheckedContinuation { continuation in
      Thread {
        var text = ""
        while !text.hasSuffix("\n"), let data = try? file.read(upToCount: 1), !data.isEmpty {
          text += String(decoding: data, as: UTF8.self)
        }
        continuation.resume(returning: text.isEmpty ? nil : text.trimmingCharacters(in: .newlines))
      }.start()
    }
  }
}

/// A directory that is gone when the test is over.
final class TemporaryDirectory: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "satchel-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path() }
}
