import Foundation
import ItemList
import Screen
import Terminal
import TerminalTestSupport
import Testing
struct PrintTests {
  @Test func `printing`() throws {
    var out = "extension GoldenFrameTests {\n  static let golden: [String: String] = [\n"
    for size in [Size(), Size(width: 40, height: 10), Size(width: 20, height: 4)] {
      for (name, state) in GoldenFrameTests.states {
        let text = compact(GoldenFrameTests.screen(state).frame(size).text)
        out += "    \"\(name) \(size.width)x\(size.height)\":\n      #\"\"\"\n"
        out += text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "      " + $0 }.joined(separator: "\n")
        out += "\n      \"\"\"#,\n"
      }
    }
    out += "  ]\n}\n"
    try Data(out.utf8).write(to: URL(filePath: "/tmp/golden.swift"))
  }
}
