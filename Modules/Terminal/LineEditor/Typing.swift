public import Terminal

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
    default:
      guard let edit = LineEdit(key) else { return nil }
      self = .edit(edit)
    }
  }
}

extension LineEdit {
  /// A number that is typed, whose cursor is always at its end, after this change; nil where that leaves it: a character
  /// is taken away where there is none.
  public func applied(toNumber digits: String) -> String? {
    if self == .deleteLeft, digits.isEmpty { return nil }
    var line = LineEditor(digits)
    line.apply(self)
    return line.text.filter { $0.isASCII && $0.isNumber }
  }
}
