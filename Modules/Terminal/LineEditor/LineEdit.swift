public import Terminal

/// An edit of a line being typed. The keys are those of readline and of common shells.
public enum LineEdit: Equatable, Sendable {
  /// Inserts text at the cursor, as one line without control characters (`TextLayout.line`).
  case insert(String)
  /// Moves one character to the left or right.
  case moveLeft, moveRight
  /// Moves to the start of the word to the left, or to the end of the word to the right.
  case moveWordLeft, moveWordRight
  /// Moves to the start or the end of the line.
  case moveToStart, moveToEnd
  /// Deletes the character to the left of the cursor, or the one at it.
  case deleteLeft, deleteRight
  /// Deletes the word to the left or right, where a word consists of letters and digits.
  case deleteWordLeft, deleteWordRight
  /// Deletes the word to the left, where spaces separate words.
  case deleteBlankWordLeft
  /// Deletes everything before the cursor, or everything from it on.
  case deleteToStart, deleteToEnd
  /// Inserts the text deleted last by anything but a single-character deletion.
  case putBack

  /// Creates the edit that a key makes; nil if the key does not edit the line.
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
