/// A generator of texts with characters that are difficult to fold; the same for the same seed.
public struct RandomText: RandomNumberGenerator, Sendable {
  private static let parts: [String] = [
    "a", "A", "e", "é", "É", "i", "I", "ı", "İ", "s", "ß", "ẞ", "ø", "Ø", "æ", "đ", "ﬁ", "f", "Ǆ", "k", "\u{212A}", "ſ",
    "ế", "ṩ", "Å",
    "σ", "ς", "Σ", "ᾈ", "и", "И", "й", "ё", "か", "が", "は", "ﾊ", "ﾟ", "ﾞ", "ワ", "가", "각", "크", "ㅋ", "क", "क़", "ि", "ท",
    "ี่",
    "\u{1100}", "\u{1161}", "\u{11A8}", "\u{3099}", "\u{309A}", "\u{306}", "\u{301}", "\u{302}", "\u{323}", "\u{327}",
    "\u{345}", "\u{34F}", "\u{93C}", "\u{94D}", "\u{20DD}", "\u{5B0}", "\u{64B}", "\u{AD}", "\u{200D}", "\u{FE0F}",
    "א", "אּ", "ا", "أ", "ـ", "ﷺ", "👍", "🏽", "👩‍🚀", "🇩🇪", "½", "…", "’", "—", "水", "⽔", " ", " ", "\u{A0}", "\u{3000}",
    "\u{0}", "\r\n", "\u{FFFD}", "ḍ\u{307}", "\u{1E0A}\u{323}",
  ]

  private var generator: SeededGenerator

  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns the next random number.
  public mutating func next() -> UInt64 { generator.next() }

  /// Returns a text of at most that many parts, which may combine to fewer characters.
  public mutating func text(upTo length: Int = 12) -> String {
    (0..<Int.random(in: 0...length, using: &self)).reduce(into: "") { text, _ in
      text += Self.parts.randomElement(using: &self) ?? ""
    }
  }

  /// Returns at most three consecutive characters of a text.
  public mutating func part(of text: String) -> String {
    let start = Int.random(in: 0...text.count, using: &self)
    return String(text.dropFirst(start).prefix(Int.random(in: 0...3, using: &self)))
  }
}
