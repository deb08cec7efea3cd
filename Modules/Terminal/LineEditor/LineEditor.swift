// A line being typed, with the keys of a shell.

import TextLayout

/// A line being typed and its cursor.
public struct LineEditor: Hashable, Sendable {
  /// The text before the cursor.
  public private(set) var before: String
  /// The text from the cursor on.
  public private(set) var after = ""
  /// The text that `putBack` inserts: the last deletion of a word, or of everything on one side of the cursor.
  private var taken = ""

  /// - Parameter text: The initial text; the cursor is at its end.
  public init(_ text: String = "") { before = TextLayout.line(text) }

  /// The whole line.
  public var text: String { before + after }

  /// Whether the line is empty or only white space.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Applies an edit to the line.
  public mutating func apply(_ edit: LineEdit) {
    switch edit {
    case .insert(let text): before += TextLayout.line(text)
    case .moveLeft: if let last = before.popLast() { after = String(last) + after }
    case .moveRight: if !after.isEmpty { before.append(after.removeFirst()) }
    case .moveToStart:
      after = text
      before = ""
    case .moveToEnd:
      before = text
      after = ""
    case .moveWordLeft: split(text, at: before[..<wordStart].count)
    case .moveWordRight: split(text, at: before.count + after[..<wordEnd].count)
    case .deleteLeft: _ = before.popLast()
    case .deleteRight: if !after.isEmpty { after.removeFirst() }
    case .deleteWordLeft: take(before[wordStart...], before: before[..<wordStart], after: after[...])
    case .deleteWordRight: take(after[..<wordEnd], before: before[...], after: after[wordEnd...])
    case .deleteBlankWordLeft: take(before[blankWordStart...], before: before[..<blankWordStart], after: after[...])
    case .deleteToStart: take(before[...], before: "", after: after[...])
    case .deleteToEnd: take(after[...], before: before[...], after: "")
    case .putBack: before += taken
    }
  }

  private mutating func split(_ text: String, at count: Int) {
    before = String(text.prefix(count))
    after = String(text.dropFirst(count))
  }

  private mutating func take(_ taken: Substring, before: Substring, after: Substring) {
    if !taken.isEmpty { self.taken = String(taken) }
    self.before = String(before)
    self.after = String(after)
  }

  /// The start of the word to the left, where a word consists of letters and digits.
  private var wordStart: String.Index {
    let end = before.lastIndex(where: \.isPartOfWord).map(before.index(after:)) ?? before.startIndex
    return before[..<end].lastIndex { !$0.isPartOfWord }.map(before.index(after:)) ?? before.startIndex
  }

  /// The start of the word to the left, where spaces separate words.
  private var blankWordStart: String.Index {
    let end = before.lastIndex { !$0.isWhitespace }.map(before.index(after:)) ?? before.startIndex
    return before[..<end].lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? before.startIndex
  }

  /// The end of the word to the right.
  private var wordEnd: String.Index {
    let start = after.firstIndex(where: \.isPartOfWord) ?? after.endIndex
    return after[start...].firstIndex { !$0.isPartOfWord } ?? after.endIndex
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension LineEditor {
  /// Returns the part of the line that fits into a row of `width` cells. It always contains the cursor, and uses up to
  /// a third of the row for the text after it.
  /// - Returns: The text before the cursor, the character at the cursor (a space at the end), and the text after it.
  public func shown(width: Int) -> (before: String, cursor: String, after: String) {
    let cursor = after.first.map(String.init) ?? " "
    let rest = String(after.dropFirst())
    let room = max(0, width - TextLayout.width(of: cursor))
    let start = Self.end(of: before, within: room - min(TextLayout.width(of: rest), room / 3))
    return (start, cursor, TextLayout.cut(rest, to: room - TextLayout.width(of: start), ellipsis: ""))
  }

  /// Returns as many whole characters from the end of the text as fit into `width` cells.
  private static func end(of text: String, within width: Int) -> String {
    var used = 0
    return String(
      text.reversed().prefix { character in
        used += TextLayout.width(of: String(character))
        return used <= width
      }.reversed())
  }
}
