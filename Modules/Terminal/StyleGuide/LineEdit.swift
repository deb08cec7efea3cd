public import Terminal

/// A change of a line that is typed.
public enum LineEdit: Equatable, Sendable {
  /// Adds to its end.
  case insert(String)
  /// Takes the last character away.
  case deleteCharacter
  /// Takes the last word away, and the space behind it.
  case deleteWord
  /// Takes everything away.
  case deleteAll
}

extension String {
  /// The line after a change.
  public func edited(_ edit: LineEdit) -> String {
    switch edit {
    case .insert(let text): return self + text
    case .deleteCharacter: return String(dropLast())
    case .deleteWord:
      let words = self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
      return String(words[..<(words.lastIndex(where: \.isWhitespace).map(index(after:)) ?? startIndex)])
    case .deleteAll: return ""
    }
  }
}

/// What a key means while a line is typed; nil where it means what it always does.
public enum Typing: Equatable, Sendable {
  /// Take what is typed.
  case accept
  /// Leave it.
  case cancel
  /// Change it.
  case edit(LineEdit)

  public init?(_ key: Key) {
    switch key {
    case .enter: self = .accept
    case .escape: self = .cancel
    case .backspace, .control("h"): self = .edit(.deleteCharacter)
    case .control("w"): self = .edit(.deleteWord)
    case .control("u"): self = .edit(.deleteAll)
    default:
      guard let text = key.text else { return nil }
      self = .edit(.insert(String(text)))
    }
  }
}
