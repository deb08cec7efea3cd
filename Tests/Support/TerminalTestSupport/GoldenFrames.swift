import Foundation
import Synchronization
public import Testing

/// The expected frames of a test target, in `Golden.txt` beside its tests.
///
/// Each frame is a line with its name, such as `== live 80x24`, followed by its rows as `compact` returns them. This
/// command rewrites the file of a target. Review the difference before you commit it:
///
///     SATCHEL_RECORD=1 swift test --filter PostListFeatureTests
public final class GoldenFrames: Sendable {
  private let file: URL
  private let isRecording: Bool
  private let frames: Mutex<[String: String]>

  /// - Parameter test: A file in the folder of `Golden.txt`.
  public init(beside test: String = #filePath) {
    file = URL(filePath: test).deletingLastPathComponent().appending(path: "Golden.txt")
    isRecording = ProcessInfo.processInfo.environment["SATCHEL_RECORD"] == "1"
    let text = isRecording ? nil : try? String(contentsOf: file, encoding: .utf8)
    frames = Mutex(text.map(Self.frames) ?? [:])
  }

  /// The names of all frames in the file.
  public var names: Set<String> { frames.withLock { Set($0.keys) } }

  /// Records an issue if rows differ from the frame with this name. When recording, it writes the frame instead.
  public func check(_ rows: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let text = compact(rows)
    if isRecording { return record(text, name) }
    let expected = frames.withLock { $0[name] }
    #expect(
      text == expected, "\(name) differs; run the test with SATCHEL_RECORD=1 to rewrite it",
      sourceLocation: sourceLocation)
  }

  private func record(_ text: String, _ name: String) {
    frames.withLock { frames in
      frames[name] = text
      let entries = frames.sorted { $0.key < $1.key }.map { "== \($0.key)\n\($0.value)\n" }
      do {
        try entries.joined().write(to: file, atomically: true, encoding: .utf8)
      } catch {
        Issue.record(error)
      }
    }
  }

  private static func frames(in text: String) -> [String: String] {
    var frames = [String: [Substring]]()
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("== ") {
        name = String(line.dropFirst(3))
        frames[name] = []
      } else {
        frames[name, default: []].append(line)
      }
    }
    return frames.mapValues { $0.joined(separator: "\n") }
  }
}
