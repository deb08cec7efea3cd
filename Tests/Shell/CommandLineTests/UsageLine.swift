import Foundation
import Testing

/// A line of the help that shows how something is written, such as `todo done|reopen ID` or `posts [--limit N]`.
struct UsageLine {
  let text: String

  init(_ text: String) { self.text = text }

  /// What is typed in place of the words in capitals; a list where several kinds of values are right.
  private static let examples: [String: [[String]]] = [
    "N": [["3"]], "ID": [["1"]], "TEXT": [["wind how"]], "TITLE": [["oil"]],
    "TITLE…": [["oil"], ["oil", "oil and milk"]],
    "URL": [["http://host"], ["@work"]], "SECONDS": [["2.5"]], "WHEN": [["4w"], ["2026-01-31"]],
    "WHICH": [["all"]], "DIR": [["/folder"]], "FILE": [["/file"]], "SIZE": [["2 GiB"]], "FORMAT": [["json"]],
    "THEME": [["dark"]], "NAME": [["stub"]],
  ]

  /// Those of a section of the man page, without the program's name.
  static func all(inManPage page: String, section: String = "COMMANDS") -> [UsageLine] {
    let text = page.replacing("\\-", with: "-").replacing("\\[u2026]", with: "…")
    guard let start = text.range(of: ".SH \(section)\n")?.upperBound else { return [] }
    let end = text[start...].range(of: "\n.SH ")?.lowerBound ?? text.endIndex
    return text[start..<end].matches(of: /(?m)^\.B "(?:satchel )?(.*)"$/).map { UsageLine(String($0.1)) }
  }

  /// The ways to write an option: "-n, --limit N" is "-n N" and "--limit N".
  var spellings: [UsageLine] {
    let names = text.split(separator: ", ")
    guard names.count == 2 else { return [self] }
    let value = names[1].drop { $0 != " " }
    return [UsageLine("\(names[0])\(value)"), UsageLine(String(names[1]))]
  }

  /// Every command line that it stands for: what is in brackets there and not, one word of those between bars, and an
  /// example of what is in capitals.
  var commandLines: [[String]] {
    var (lines, rest) = ([[String]()], Substring(text))
    while !rest.isEmpty {
      let isOptional = rest.first == "["
      let part = rest.prefix { $0 != (isOptional ? "]" : " ") }
      rest = rest.dropFirst(part.count + (isOptional ? 1 : 0)).drop { $0 == " " }
      let choices = part.drop { $0 == "[" }.split(separator: "|").flatMap { Self.expanded($0) }
      lines = lines.flatMap { line in ((isOptional ? [[]] : []) + choices).map { line + $0 } }
    }
    return lines
  }

  /// One side of a bar: words, each of which may stand for several.
  private static func expanded(_ words: Substring) -> [[String]] {
    words.split(separator: " ").reduce([[]]) { lines, word in
      if word.contains(where: \.isUppercase), !word.hasPrefix("-"), examples[String(word)] == nil {
        Issue.record("\(word) has no example here")
      }
      let values = examples[String(word)] ?? [[String(word)]]
      return lines.flatMap { line in values.map { line + $0 } }
    }
  }
}
