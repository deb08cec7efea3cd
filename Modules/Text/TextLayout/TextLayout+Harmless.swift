extension TextLayout {
  /// The replacement of a scalar of untrusted text.
  private enum Treatment {
    case shown, mark, removed, lineBreak, tab, flag
    case replaced(Unicode.Scalar)

    /// The number of marks in a row up to this one; removed scalars do not end the row.
    func marks(after marks: Int) -> Int {
      switch self {
      case .mark: marks + 1
      case .removed: marks
      default: 0
      }
    }
  }

  /// The maximum number of combining marks in a row (UAX #15, Stream-Safe Text Format).
  private static let mostMarks = 30

  static func harmless(_ text: String, lineBreak: String, tab: String) -> String {
    let scalars = text.unicodeScalars
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var marks = 0
    var copied = scalars.startIndex
    var index = copied
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let position = index
      scalars.formIndex(after: &index)
      let treatment = treatment(of: scalar)
      marks = treatment.marks(after: marks)
      let replacement: String
      switch treatment {
      case .mark where marks > mostMarks, .removed: replacement = ""
      case .shown, .mark: continue
      case .replaced(let other): replacement = String(other)
      case .tab: replacement = tab
      case .lineBreak: replacement = lineBreak
      case .flag:
        index = endOfFlag(in: scalars, after: index)
        continue
      }
      result += text[copied..<position]
      result += replacement
      if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" { scalars.formIndex(after: &index) }
      copied = index
    }
    return copied == scalars.startIndex ? text : result + text[copied...]
  }

  /// Returns the end of the tags of a subdivision flag that begin here: tags, then the cancel tag (UTS #51, ED-14a).
  /// Returns the start if they are not such tags; they are then removed one by one.
  private static func endOfFlag(
    in scalars: String.UnicodeScalarView, after start: String.Index
  ) -> String.Index {
    let tags = scalars[start...].prefix(7)
    guard let end = tags.firstIndex(where: { !(0xE0020...0xE007E).contains($0.value) }),
      end > start, scalars[end].value == 0xE007F
    else { return start }
    return scalars.index(after: end)
  }

  private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
    switch scalar.value {
    case 0x20...0x7E: .shown
    case 0x09: .tab
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
    case 0x00...0x1F: .replaced(Unicode.Scalar(UInt8(scalar.value)).picture)
    case 0x7F: .replaced("\u{2421}")
    case 0x80...0x9F: .replaced("\u{FFFD}")
    case 0xAD: .removed
    case 0xA0...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2030...0x205E: .shown
    case 0x3041...0x3096, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: .shown
    case 0x200B...0x200F, 0x2060, 0x061C, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD:
      .shown
    case 0x1F3F4: .flag
    default: treatmentByProperties(of: scalar)
    }
  }

  private static func treatmentByProperties(of scalar: Unicode.Scalar) -> Treatment {
    let properties = scalar.properties
    return switch properties.generalCategory {
    case .format: .removed
    case .nonspacingMark, .enclosingMark, .spacingMark: .mark
    case .unassigned where properties.isNoncharacterCodePoint: .replaced("\u{FFFD}")
    case .unassigned where properties.isDefaultIgnorableCodePoint: .removed
    default: .shown
    }
  }
}

extension Unicode.Scalar {
  /// Returns the Control Picture of a C0 control: from U+2400 on, in the order of the controls.
  fileprivate var picture: Self { Self(0x2400 + value) ?? "\u{FFFD}" }
}
