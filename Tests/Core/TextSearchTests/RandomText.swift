/// Texts of characters that are hard to fold; the same for the same seed.
struct RandomText: RandomNumberGenerator {
  private static let parts: [String] = [
    "a", "A", "e", "é", "É", "i", "I", "ı", "İ", "s", "ß", "ẞ", "ø", "Ø", "æ", "đ", "ﬁ", "f", "Ǆ", "ế", "ṩ", "Å",
    "σ", "ς", "Σ", "ᾈ", "и", "И", "й", "ё", "か", "が", "は", "ﾊ", "ﾟ", "ﾞ", "ワ", "가", "각", "크", "ㅋ", "क", "क़", "ि", "ท",
    "ี่",
    "\u{1100}", "\u{1161}", "\u{11A8}", "\u{3099}", "\u{309A}", "\u{306}", "\u{301}", "\u{302}", "\u{323}", "\u{327}",
    "\u{345}", "\u{34F}", "\u{93C}", "\u{94D}", "\u{20DD}", "\u{5B0}", "\u{64B}", "\u{AD}", "\u{200D}", "\u{FE0F}",
    "א", "אּ", "ا", "أ", "ـ", "ﷺ", "👍", "🏽", "👩‍🚀", "🇩🇪", "½", "…", "’", "—", "水", "⽔", " ", " ", "\u{A0}", "\u{3000}",
    "\u{0}", "\r\n", "\u{FFFD}", "ḍ\u{307}", "\u{1E0A}\u{323}",
  ]

  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func text(upTo length: Int = 12) -> String {
    (0..<Int.random(in: 0...length, using: &self)).reduce(into: "") { text, _ in
      text += Self.parts.randomElement(using: &self) ?? ""
    }
  }
}
