public import Terminal

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
    return line.text.filter { $0.isASCII && $0.isNumber }
  }
}
