import Foundation
import ProcessTestSupport

/// A program that runs for a test and ends with it. Its standard input ends when the test is over, even after a crash.
final class HelperProcess: Sendable {
  private let child: ChildProcess
  private let input = Pipe()
  private let output = Pipe()

  /// Returns whether there is an executable with this name on the path.
  static func isInstalled(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  init(_ program: String, _ arguments: String...) throws {
    child = try ChildProcess(
      program, arguments, input: input.fileHandleForReading, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
  }

  /// Returns the exit status.
  func status() async -> Int32? { await child.status }

  /// Returns the first line of the output; nil if there is none.
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

/// A directory that is removed after the test.
final class TemporaryDirectory: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "satchel-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path() }
}
