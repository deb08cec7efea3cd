import Foundation

/// The commands of a block, in order, with their output.
typealias Transcript = [DocumentedCommand]

struct DocumentedCommand {
  var line: String
  /// Empty if the text omits the output.
  var output = ""
}

extension Transcript {
  /// Returns the blocks in a Markdown text that have lines with `$ `, each followed by its output.
  static func all(in markdown: String) -> [Transcript] {
    markdown.components(separatedBy: "```").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { _, block in
      block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().reduce(into: []) {
        typed, line in
        if line.hasPrefix("$ ") {
          typed.append(DocumentedCommand(line: String(line.dropFirst(2))))
        } else if !typed.isEmpty {
          typed[typed.endIndex - 1].output += line + "\n"
        }
      }
    }.filter { !$0.isEmpty }
  }

  /// Returns the examples in the help: a command, two or more spaces, and its meaning.
  static func examples(inHelp help: String) -> [(line: String, meaning: String)] {
    section("\nExamples:\n", of: help, to: "\n\n").split(separator: "\n").map { row in
      let parts = row.dropFirst(2).split(separator: #/ {2,}/#, maxSplits: 1)
      return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
    }
  }

  /// Returns the examples in the man page: bold terms, in roff.
  static func examples(inManPage page: String) -> [String] {
    let escapes = [(#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(dq"#, "\""), (#"\(ti"#, "~"), (#"\e"#, #"\"#)]
    return section("\n.SH EXAMPLES\n", of: page, to: "\n.SH").matches(of: /(?m)^\.B "(.*)"$/).map { match in
      escapes.reduce(String(match.1)) { $0.replacing($1.0, with: $1.1) }
    }
  }

  private static func section(_ start: String, of text: String, to end: String) -> Substring {
    guard let start = text.firstRange(of: start) else { return "" }
    let rest = text[start.upperBound...]
    return rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)]
  }
}
