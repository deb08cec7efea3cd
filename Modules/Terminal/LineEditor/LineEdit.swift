public import Terminal

/// A change of a line that is being typed. The names of keys are those of readline and of everybody's shell.
public enum LineEdit: Equatable, Sendable {
  /// Adds text at the cursor; line breaks become spaces, and nothing in it steers a terminal.
  case insert(String)
  /// To the character to the left or right of the cursor.
  case moveLeft, moveRight
  /// To the start of the word to the left, or the end of the word to the right.
  case moveWordLeft, moveWordRight
  /// To the start of the line or its end.
  case moveToStart, moveToEnd
  /// Takes the character to the left away, or the one at the cursor.
  case deleteLeft, deleteRight
  /// Takes a word away, as letters and digits make one.
  case deleteWordLeft, deleteWordRight
  /// Takes the word to the left away, as spaces part them.
  case deleteBlankWordLeft
  /// Takes everything before the cursor away, or everything from it on.
  case deleteToStart, deleteToEnd
  /// Puts back what was last taken away, other than a single character.
  case putBack

  /// What a key does to a line; nil where it does nothing to it.
  public init?(_ key: Key) {
    switch key {
    case .left, .control("b"): self = .moveLeft
    case .right, .control("f"): self = .moveRight
    case .alt("b"), .control(.left), .alt(.left): self = .moveWordLeft
    case .alt("f"), .control(.right), .alt(.right): self = .moveWordRight
    case .home, .control("a"): self = .moveToStart
    case .end, .control("e"): self = .moveToEnd
    case .backspace, .control("h"): self = .deleteLeft
    case .delete, .control("d"): self = .deleteRight
    case .alt(.backspace): self = .deleteWordLeft
    case .alt("d"): self = .deleteWordRight
    case .control("w"): self = .deleteBlankWordLeft
    case .control("u"): self = .deleteToStart
    case .control("k"): self = .deleteToEnd
    case .control("y"): self = .putBack
    default:
      guard let text = key.text else { return nil }
      self = .insert(String(text))
    }
  }
}
