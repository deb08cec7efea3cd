extension BinaryInteger {
  /// Returns the number in base 16, with zeros in front where it has fewer digits.
  public func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
