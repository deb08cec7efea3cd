/// A character with the properties that matter for line breaks.
struct Unit {
  /// The rule for breaking a line beside it.
  private enum Kind { case space, letter, wide, opening, closing }

  private var kind: Kind
  /// The width in cells.
  var width: Int

  static let letter = Self(kind: .letter, width: 1)
  static let space = Self(kind: .space, width: 1)

  private init(kind: Kind, width: Int) {
    self.kind = kind
    self.width = width
  }

  init(_ character: Character) {
    let width = TextLayout.width(of: character)
    self.width = width
    kind = character.unicodeScalars.first.map { Self.kind(of: $0, width: width) } ?? .letter
  }

  private static func kind(of scalar: Unicode.Scalar, width: Int) -> Kind {
    if scalar.value < 0x2000 { return scalar == " " ? .space : .letter }
    return switch scalar {
    case "\u{200B}": .space
    case "（", "［", "｛", "「", "『", "【", "〈", "《", "〔", "“", "‘": .opening
    case "、", "。", "，", "．", "：", "；", "！", "？", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々", "”",
      "’", "…":
      .closing
    default: width == 2 && scalar.breaksWords ? .wide : .letter
    }
  }

  var isSpace: Bool { kind == .space }

  /// Returns whether a line may begin with this unit after `previous` without a space between them: one of them is wide,
  /// this one is not closing and the other one not opening punctuation.
  func mayBegin(after previous: Self) -> Bool {
    switch (previous.kind, kind) {
    case (.opening, _), (_, .closing), (.space, _): false
    case (.wide, _), (_, .wide), (.closing, _), (_, .opening): width == 2 || previous.width == 2
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the script of this wide character has no spaces between words. Korean has, and so have the scripts whose
  /// clusters are wide only because of their number of signs.
  fileprivate var breaksWords: Bool {
    switch value {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0x10000...0x11FFF: false
    default: true
    }
  }
}
