extension TextLayout {
  /// The width of a scalar on which all terminals agree and which is a character by itself wherever such a one follows:
  /// ASCII, the letters and lines of the old national sets, ideographs, kana and Hangul syllables. `nil` for all others:
  /// for what joins, for emoji, and for scripts that join or run the other way.
  public static func simpleWidth(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E: 1
    case 0xAD: nil
    case 0xA1...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2190...0x2193, 0x2500...0x25A1, 0x25B2...0x25BD: 1
    case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
  }
}
