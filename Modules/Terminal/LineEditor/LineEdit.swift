import Essentials
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

/// The meaning of a key while a line is being typed.
public enum Typing: Equatable, Sendable {
  /// Accepts the line.
  case accept
  /// Abandons the line.
  case cancel
  /// Edits the line.
  case edit(LineEdit)

  /// Creates the meaning of a key; nil if the key has its usual meaning while typing too.
  public init?(_ key: Key) {
    switch key {
    case .enter: self = .accept
    case .escape: self = .cancel
    default:
      guard let edit = LineEdit(key) else { return nil }
      self = .edit(edit)
    }
  }
}

extension LineEdit {
  /// Returns a number being typed after this edit. The cursor is always at its end, and everything but ASCII digits is
  /// removed. Returns nil, to end the typing, when the edit deletes to the left and no digit is left to delete.
  public func applied(toNumber digits: String) -> String? {
    if self == .deleteLeft, digits.isEmpty { return nil }
    var line = LineEditor(digits)
    line.apply(self)
    return line.text.filter(\.isASCIIDigit)
  }
}
