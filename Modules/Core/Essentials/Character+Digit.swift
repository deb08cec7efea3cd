extension Character {
  /// Whether the character is one of the digits from 0 to 9. `isNumber` is also true for others, such as ² and ٣.
  public var isASCIIDigit: Bool { isASCII && isNumber }
}
