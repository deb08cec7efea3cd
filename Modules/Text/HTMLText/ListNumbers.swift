/// The numbers of a list's items.
struct ListNumbers {
  /// The number of the next item.
  var next: Int
  private let step: Int
  private let type: String

  /// - Parameter count: The number of items.
  init(_ attributes: [Attribute], count: Int) {
    let isReversed = attributes["reversed"] != nil
    next = attributes["start"].flatMap(Self.number) ?? (isReversed ? count : 1)
    step = isReversed ? -1 : 1
    type = attributes["type"] ?? ""
  }

  /// Returns the number in an attribute; nil for absurdly large ones.
  static func number(_ text: String) -> Int? { Int(text).flatMap { (-1 << 30...1 << 30).contains($0) ? $0 : nil } }

  /// Returns the marker of the next item, such as `7.`, `c.` or `iv.`
  mutating func marker() -> String {
    defer { next += step }
    let letters = ["a", "i"].contains(type.lowercased()) && (1..<4_000).contains(next)
    guard letters else { return "\(next)." }
    let marker = type.lowercased() == "a" ? alphabetic(next) : roman(next)
    return (type == type.lowercased() ? marker : marker.uppercased()) + "."
  }
}

/// Returns a number in letters: a to z, aa to zz, and so on.
private func alphabetic(_ number: Int) -> String {
  number == 0 ? "" : alphabetic((number - 1) / 26) + String(Unicode.Scalar(UInt8(0x61 + (number - 1) % 26)))
}

private func roman(_ number: Int) -> String {
  let signs = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]
  var rest = number
  return signs.reduce(into: "") { text, sign in
    text += String(repeating: sign.1, count: rest / sign.0)
    rest %= sign.0
  }
}
