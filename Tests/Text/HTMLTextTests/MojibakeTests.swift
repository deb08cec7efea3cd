import HTMLText
import Testing

struct MojibakeTests {
  @Test(arguments: [
    ("PokÃ©mon", "Pokémon"), ("GÃ¶del â\u{80}\u{94}Â\u{A0}we", "Gödel —\u{A0}we"), ("inÅ¿trument", "inſtrument"),
    ("nâ\u{88}\u{9A}(-1)", "n√(-1)"), ("2Ï\u{80}", "2π"), ("itð\u{9D}\u{94}°", "it𝔰"), ("EÃ¤rendil", "Eärendil"),
    ("Î¾ Persei", "ξ Persei"), ("â\u{99}«", "♫"), ("Ã\u{A0} la", "à la"),
  ])
  func `UTF-8 that was read as Latin-1 is read again`(text: String, meant: String) {
    #expect(Mojibake.mended(text) == meant)
  }

  @Test(arguments: [
    ("Space â\u{86}\u{92} é", "Space → é"), ("Pâ\u{88}§¬P", "P∧¬P"), ("â\u{88}\u{9A}2V, 120Î© or ë", "√2V, 120Ω or ë"),
    ("\u{4F60}: â\u{80}\u{A6}", "\u{4F60}: …"), ("MÅ\u{91}, dâ\u{80}\u{93}", "Mő, d–"),
  ])
  func `one misread sequence with a control character makes the whole text be mended`(text: String, meant: String) {
    #expect(Mojibake.mended(text) == meant)
  }

  @Test(arguments: [
    ("1788\u{85}", "1788…"), ("Hey\u{97}a tip", "Hey—a tip"), ("Server®\u{99}", "Server®™"),
    ("ÉTÉ\u{97}", "ÉTÉ—"), ("Â\u{97}", "—"), ("\u{80}\u{9F}", "€Ÿ"),
  ])
  func `a control character that Windows-1252 prints becomes that character`(text: String, meant: String) {
    #expect(Mojibake.mended(text) == meant)
  }

  @Test(arguments: [
    "", "plain", "résüme, but fortÃ©", "NESCAFÉ®", "é", "“quoted” — …", "日本語", "👩‍🚀", "Ã", "Ã(", "â\u{A0}", "naïve café",
    "â€œIf you can read thisâ€\u{9D}", "\u{81}\u{8D}\u{8F}\u{90}\u{9D}", "Nº ±½", "\u{F5}\u{BF}\u{BF}\u{BF}",
    "í\u{A0}\u{BF}", "À\u{A9}", "a\u{301}", "NESCAFÉ® GÃ©",
  ])
  func `text that may have been meant as it is stays unchanged`(text: String) {
    #expect(Array(Mojibake.mended(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `every misread character from U+0100 to U+2FFF is restored within a word`() {
    for value in 0x100...0x2FFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b"
      let misread = String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
      #expect(Array(Mojibake.mended(misread).unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test(arguments: [(0x7F, 0x7F), (0x80, 0x20AC), (0x85, 0x2026), (0x9D, 0x9D), (0x9F, 0x178), (0xA0, 0xA0)])
  func `a byte of Windows-1252 is decoded as browsers do`(byte: UInt8, scalar: UInt32) {
    #expect(Mojibake.windows1252(byte).value == scalar)
  }
}
