import Essentials
public import RichText

extension RichText {
  /// The text as Markdown (https://spec.commonmark.org, with tables and strikethrough as on GitHub). Marks of Markdown
  /// in the text are escaped.
  public var markdown: String {
    var lines: [String] = []
    var last: Block?
    for block in blocks {
      if let last, !block.follows(last) { lines.append(block.separator(after: last)) }
      let (first, rest) = block.prefixes
      for (number, line) in block.markdown.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let prefix = number == 0 ? first : rest
        lines.append(line.isEmpty ? prefix.droppingSpaces : prefix + line)
      }
      last = block
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension RichText.Block {
  /// Returns whether no empty line is needed between two blocks: they are items of a tight list.
  fileprivate func follows(_ last: Self) -> Bool {
    guard space == 0, kind == .paragraph, last.kind == .paragraph else { return false }
    return containers.contains { if case .item(_, isFirst: true) = $0 { true } else { false } }
      && last.containers.contains { if case .item = $0 { true } else { false } }
  }

  /// Returns the empty line after another block, with the marks of the containers around both.
  fileprivate func separator(after last: Self) -> String {
    var shared = self
    shared.containers = zip(containers, last.containers).prefix { $0.isSame(as: $1) }.map(\.0)
    return shared.prefixes.rest.droppingSpaces
  }

  /// The marks of the containers for the first line and for the other lines.
  fileprivate var prefixes: (first: String, rest: String) {
    // Four spaces would be code, and Markdown has nothing else for an indentation.
    prefixes(quotation: "> ", indentation: "") { ($0.isNumber ? $0 : "-") + " " }
  }

  /// The block without its containers.
  fileprivate var markdown: String {
    switch kind {
    case .rule: return "---"
    case .heading(let level):
      let sign = String(repeating: "#", count: max(1, min(level, 6)))
      return "\(sign) \(RichText.inline(runs, lineBreak: " ").escapedLineEnd)"
    case .code:
      let fence = String(repeating: "`", count: max(3, text.longestTicks + 1))
      return "\(fence)\n\(text)\n\(fence)"
    case .table(let alignments): return table(alignments)
    case .paragraph:
      if let picture, let words = runs.first {
        let rest = RichText.inline(Array(runs.dropFirst()), lineBreak: " ")
        return "![\(words.text.caption.escaped)](\(picture.address.destination))\(rest)"
      }
      return RichText.inline(runs, lineBreak: "  \n").escapedLineStarts
    }
  }

  private func table(_ alignments: [RichText.Alignment]) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    var rows = cells.map { cells in
      alignments.indices.map { column in
        column < cells.count ? RichText.inline(cells[column], lineBreak: "<br>").replacing("|", with: "\\|") : ""
      }
    }
    if rows.isEmpty { rows = [alignments.map { _ in "" }] }
    let dashes = alignments.map { [.leading: "---", .center: ":-:", .trailing: "--:"][$0] ?? "---" }
    return ([row(rows[0]), row(dashes)] + rows.dropFirst().map(row)).joined(separator: "\n")
  }
}

extension RichText.Container {
  /// Returns whether two blocks are in the same container.
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.quotation, .quotation), (.indentation, .indentation): true
    // The first block of an item begins another one.
    case (.item(_, let isFirst), .item): !isFirst
    default: false
    }
  }
}

extension RichText {
  /// Returns runs as the text of a paragraph.
  fileprivate static func inline(_ runs: [Run], lineBreak: String) -> String {
    var joined = runs
    // A space between two words of a link is part of it.
    for index in joined.indices.dropFirst().dropLast() where joined[index].text.allSatisfy({ $0 == " " }) {
      if joined[index - 1].link == joined[index + 1].link { joined[index].link = joined[index - 1].link }
    }
    var text = ""
    var rest = joined[...]
    while let run = rest.first {
      // A link with several styles is one link.
      let linked = rest.prefix { $0.link == run.link }
      let words = linked.map { styled($0, lineBreak) }.joined()
      rest = rest.dropFirst(linked.count)
      switch run.link {
      case nil: text += words
      case let link? where linked.map(\.text).joined() == link && link.isPlainAddress: text += "<\(link)>"
      case let link?:
        let bare = words[...].trimmingSpaces
        let start = words.prefix { $0 == " " || $0 == "\t" }
        let end = words.dropFirst(start.count + bare.count)
        // Before a link, this mark makes a picture.
        if text.last == "!", start.isEmpty, !bare.isEmpty { text = String(text.dropLast()) + "\\!" }
        text += bare.isEmpty ? words : "\(start)[\(bare)](\(link.destination))\(end)"
      }
    }
    return text
  }

  private static func styled(_ run: Run, _ lineBreak: String) -> String {
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      let bare = String(line.trimmingSpaces)
      // A mark must touch a word.
      guard !bare.isEmpty else { return String(line) }
      var words = run.traits.contains(.code) ? bare.asCode : bare.escaped
      for (trait, mark) in [(Run.Traits.emphasis, "*"), (.strong, "**"), (.strikethrough, "~~")]
      where run.traits.contains(trait) {
        words = mark + words + mark
      }
      let start = line.prefix { $0 == " " || $0 == "\t" }
      let end = line.dropFirst(start.count + bare.count)
      return start + words + end
    }.joined(separator: lineBreak)
  }
}

extension String {
  fileprivate var droppingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// Whether the marker of an item is a number.
  fileprivate var isNumber: Bool {
    guard let end = last, end == "." || end == ")" else { return false }
    return count < 11 && count > 1 && dropLast().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The description of a picture, without its kind.
  fileprivate var caption: String {
    let title = "Picture"
    guard hasPrefix(title) else { return self }
    let rest = dropFirst(title.count)
    return rest.isEmpty ? "" : rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : self
  }

  /// The text with a backslash before marks that count within a line.
  fileprivate var escaped: String {
    var result = ""
    var last = Character(" ")
    var rest = self[...]
    while let character = rest.popFirst() {
      let next = rest.first
      let isMark =
        switch character {
        case "*", "`", "[", "]": true
        case "_": !(last.isWord && next?.isWord == true)
        case "~": next == "~" || last == "~"
        case "<": next.map { $0.isLetter || "/!?".contains($0) } ?? false
        case "&": next.map { $0.isLetter || $0 == "#" } ?? false
        case "\\": next.map { $0.isASCII && ($0.isPunctuation || $0.isSymbol) } ?? true
        default: false
        }
      if isMark { result.append("\\") }
      result.append(character)
      last = character
    }
    return result
  }

  /// The lines with a backslash before marks that count at the start of a line. Spaces there become no-break spaces,
  /// which are neither dropped nor make code.
  fileprivate var escapedLineStarts: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0 == " " || $0 == "\t" }
      let start = String(repeating: "\u{A0}", count: line.count - rest.count)
      return start + Self.escapedStart(of: rest)
    }.joined(separator: "\n")
  }

  /// The text of a heading with a backslash before those marks at its end that would not belong to it.
  fileprivate var escapedLineEnd: String {
    let rest = String(reversed().drop { $0 == "#" }.reversed())
    guard rest.count < count, rest.isEmpty || rest.last == " " else { return self }
    return rest + "\\" + dropFirst(rest.count)
  }

  private static func escapedStart(of line: Substring) -> String {
    func isEnd(_ character: Character?) -> Bool { character.map { $0 == " " || $0 == "\t" } ?? true }
    let number = line.prefix { $0.isASCII && $0.isNumber }
    let afterNumber = line.dropFirst(number.count)
    if !number.isEmpty, let mark = afterNumber.first, mark == "." || mark == ")", isEnd(afterNumber.dropFirst().first) {
      return number + "\\" + afterNumber
    }
    let isMark =
      switch line.first {
      case ">", "|": true
      case "#": isEnd(line.drop { $0 == "#" }.first)
      case "+", "-": isEnd(line.dropFirst().first) || line.allSatisfy { "-+| :".contains($0) }
      case "=": line.allSatisfy { $0 == "=" || $0 == " " }
      default: false
      }
    return (isMark ? "\\" : "") + line
  }

  /// The text as code, between as many backticks as needed.
  fileprivate var asCode: String {
    let ticks = String(repeating: "`", count: longestTicks + 1)
    let space = hasPrefix("`") || hasSuffix("`") ? " " : ""
    return ticks + space + self + space + ticks
  }

  fileprivate var longestTicks: Int {
    utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
  }

  /// Whether the address can be written between angle brackets.
  fileprivate var isPlainAddress: Bool {
    contains(":") && !contains { $0 == " " || $0 == "<" || $0 == ">" || $0.isNewline }
  }

  /// The address as the target of a link, with spaces, controls, brackets and backslashes percent-encoded.
  fileprivate var destination: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.value <= 0x20 || scalar.value == 0x7F || "()<>\\".unicodeScalars.contains(scalar) {
        result += "%" + scalar.value.hexadecimal(digits: 2, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber }
}
