import Foundation
import Testing

/// A usage line of the help, such as `todo done|reopen ID` or `posts [--limit N]`.
struct UsageLine {
  let text: String

  init(_ text: String) { self.text = text }

  /// The values for each word in capitals; several when there are several kinds of valid values. Each value is a list
  /// of arguments.
  private static let examples: [String: [[String]]] = [
    "N": [["3"]], "ID": [["1"]], "TEXT": [["wind how"]], "TITLE": [["oil"]],
    "TITLE…": [["oil"], ["oil", "oil and milk"]],
    "URL": [["http://host"], ["@work"]], "SECONDS": [["2.5"]], "WHEN": [["4w"], ["2026-01-31"]],
    "WHICH": [["all"]], "ORDER": [["stale"]], "TAG": [["news"]],
    "URL…": [["http://host"], ["http://host", "b.example"]],
    "NAME…": [["a"], ["a", "b"]], "SECTION…": [["feeds"], ["posts", "comics", "todos"]], "DIR": [["/folder"]],
    "FILE": [["/file"]], "SIZE": [["2 GiB"]], "FORMAT": [["json"]],
    "THEME": [["dark"]], "NAME": [["stub"]], "COMMAND": [["posts"], ["feeds", "add"]],
  ]

  /// Returns the usage lines in a section of the man page, without the program's name.
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

  /// Every command line that this line describes: with and without each part in brackets, with each of the words
  /// between bars, and with examples for words in capitals.
  var commandLines: [[String]] {
    var lines = [[String]()]
    var rest = Substring(text)
    while !rest.isEmpty {
      let isOptional = rest.first == "["
      let part = rest.prefix { $0 != (isOptional ? "]" : " ") }
      rest = rest.dropFirst(part.count + (isOptional ? 1 : 0)).drop { $0 == " " }
      let choices = part.drop { $0 == "[" }.split(separator: "|").flatMap { Self.expanded($0) }
      lines = lines.flatMap { line in ((isOptional ? [[]] : []) + choices).map { line + $0 } }
    }
    return lines
  }

  /// Returns the expansions of one alternative, whose words may each have several values.
  private static func expanded(_ words: Substring) -> [[String]] {
    words.split(separator: " ").reduce([[]]) { lines, word in
      if word.contains(where: \.isUppercase), !word.hasPrefix("-"), examples[String(word)] == nil {
        Issue.record("\(word) has no example in `examples`")
      }
      let values = examples[String(word)] ?? [[String(word)]]
      return lines.flatMap { line in values.map { line + $0 } }
    }
  }
}
