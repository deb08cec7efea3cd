import Foundation
import Synchronization
public import Testing

/// What screens look like, written down in `Golden.txt` beside the tests that draw them.
///
/// Each screen is a line with its name, `== live 80x24`, and its rows as `compact` writes them. Where there is no such
/// file the tests fail and write it: delete it to have it written anew, and read the difference before you commit it.
public final class GoldenFrames: Sendable {
  private let file: URL
  private let isRecording: Bool
  private let frames: Mutex<[String: String]>

  /// - Parameter test: a file in the folder of `Golden.txt`.
  public init(beside test: String = #filePath) {
    file = URL(filePath: test).deletingLastPathComponent().appending(path: "Golden.txt")
    let text = try? String(contentsOf: file, encoding: .utf8)
    isRecording = text == nil
    frames = Mutex(text.map(Self.frames) ?? [:])
  }

  /// The names of all that is written there.
  public var names: Set<String> { frames.withLock { Set($0.keys) } }

  /// Records an issue where rows are not as they are written under a name.
  public func check(_ rows: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let text = compact(rows)
    if isRecording {
      Issue.record("Golden.txt was not there; it is written now", sourceLocation: sourceLocation)
      return record(text, name)
    }
    let expected = frames.withLock { $0[name] }
    #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
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
    var (frames, name) = ([String: [Substring]](), "")
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
