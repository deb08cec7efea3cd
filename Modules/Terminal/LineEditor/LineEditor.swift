// A line being typed, with the keys of a shell.

import TextLayout

/// A line that is being typed, and where in it.
public struct LineEditor: Hashable, Sendable {
  /// What stands before the cursor.
  public private(set) var before: String
  /// What stands at the cursor and behind it.
  public private(set) var after = ""
  /// What was last taken away by more than a character: a word, or one of the halves.
  private var taken = ""

  /// - Parameter text: what is there already; the cursor stands behind it.
  public init(_ text: String = "") { before = TextLayout.line(text) }

  /// The whole line.
  public var text: String { before + after }

  /// The line without its spaces at both ends is empty.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Changes the line.
  public mutating func apply(_ edit: LineEdit) {
    switch edit {
    case .insert(let text): before += TextLayout.line(text)
    case .moveLeft: if let last = before.popLast() { after = String(last) + after }
    case .moveRight: if !after.isEmpty { before.append(after.removeFirst()) }
    case .moveToStart: (before, after) = ("", text)
    case .moveToEnd: (before, after) = (text, "")
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
    (before, after) = (String(text.prefix(count)), String(text.dropFirst(count)))
  }

  private mutating func take(_ taken: Substring, before: Substring, after: Substring) {
    if !taken.isEmpty { self.taken = String(taken) }
    (self.before, self.after) = (String(before), String(after))
  }

  /// Where the word to the left begins, as letters and digits make one.
  private var wordStart: String.Index {
    let end = before.lastIndex(where: \.isPartOfWord).map(before.index(after:)) ?? before.startIndex
    return before[..<end].lastIndex { !$0.isPartOfWord }.map(before.index(after:)) ?? before.startIndex
  }

  /// Where the word to the left begins, as spaces part them.
  private var blankWordStart: String.Index {
    let end = before.lastIndex { !$0.isWhitespace }.map(before.index(after:)) ?? before.startIndex
    return before[..<end].lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? before.startIndex
  }

  /// Where the word to the right ends.
  private var wordEnd: String.Index {
    let start = after.firstIndex(where: \.isPartOfWord) ?? after.endIndex
    return after[start...].firstIndex { !$0.isPartOfWord } ?? after.endIndex
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension LineEditor {
  /// What of the line is shown in a row of so many cells: always the cursor, and a third of the row behind it where there
  /// is more.
  /// - Returns: what stands before the cursor, the character at it (a space at the end), and what follows.
  public func shown(width: Int) -> (before: String, cursor: String, after: String) {
    let cursor = after.first.map(String.init) ?? " "
    let rest = String(after.dropFirst())
    let room = max(0, width - TextLayout.width(of: cursor))
    let start = Self.end(of: before, within: room - min(TextLayout.width(of: rest), room / 3))
    return (start, cursor, TextLayout.cut(rest, to: room - TextLayout.width(of: start), ellipsis: ""))
  }

  /// As many whole characters from the end as fit.
  private static func end(of text: String, within width: Int) -> String {
    var used = 0
    return String(
      text.reversed().prefix { character in
        used += TextLayout.width(of: String(character))
        return used <= width
      }.reversed())
  }
}
