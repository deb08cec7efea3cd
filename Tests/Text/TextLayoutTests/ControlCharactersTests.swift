import Testing
import TextLayout

struct ControlCharactersTests {
  private static let lines: [(String, String)] = [
    ("plain text", "plain text"),
    ("", ""),
    ("a\tb", "a b"),
    ("a\nb\rc\r\nd", "a b c d"),
    ("a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f", "a b c d e f"),
    ("a\n\nb", "a  b"),
    ("\u{1B}[31mred\u{7}", "␛[31mred␇"),
    ("\0\u{7F}", "␀␡"),
    ("\u{9B}31m \u{9D}0;title\u{9C}", "\u{FFFD}31m \u{FFFD}0;title\u{FFFD}"),
    ("user\u{202E}gpj.exe\u{202C}", "usergpj.exe"),
    ("\u{2066}a\u{2067}b\u{2068}c\u{2069}\u{202A}\u{202B}\u{202D}", "abc"),
    ("\u{FEFF}soft\u{AD}ware", "software"),
    ("a\u{FFF9}b\u{FFFA}c\u{FFFB}d\u{2061}\u{206A}\u{E0001}", "abcd"),
    ("a\u{E0041}\u{E0042}\u{E007F}b", "ab"),
    ("\u{1F3F4}\u{E0041}b", "\u{1F3F4}b"),
    ("a\u{2065}\u{FFF0}\u{E0002}b", "ab"),
  ]

  @Test(arguments: lines)
  func `a line has no control characters, line breaks or direction overrides`(text: String, harmless: String) {
    #expect(TextLayout.line(text).unicodeScalars.elementsEqual(harmless.unicodeScalars))
  }

  @Test(arguments: [
    "Ünïcödé", "日本語 한국어", "👩‍👩‍👧‍👦 👍🏽 🇩🇪 1️⃣ ❤️ ❤︎", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "می\u{200C}خواهم \u{200E}\u{200F}\u{61C}", "e\u{301}\u{323}", "\u{E000}\u{F8FF}", "\u{600}1\u{6DD}2", "\u{1F3F4}",
  ])
  func `joiners, selectors and accents of words and emoji stay`(text: String) {
    #expect(TextLayout.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(TextLayout.paragraphs(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFF] as [UInt32])
  func `a noncharacter becomes a replacement character`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(TextLayout.line("a\(scalar)b") == "a\u{FFFD}b")
  }

  @Test func `paragraphs retain their line breaks and indentation`() {
    #expect(TextLayout.paragraphs("one\n\ntwo\n") == "one\n\ntwo\n")
    let mixed = TextLayout.paragraphs("one\r\n\ttwo\rthree\u{85}four\u{2029}five\u{1B}c")
    #expect(mixed.unicodeScalars.elementsEqual("one\n    two\nthree\nfour\nfive␛c".unicodeScalars))
  }

  @Test func `no control or direction override of Unicode passes through a line`() {
    for plane in [0, 1, 2, 14] as [UInt32] {
      var text = String.UnicodeScalarView()
      for value in plane << 16...(plane << 16 | 0xFFFF) {
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      for scalar in TextLayout.line(String(text)).unicodeScalars {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F:
          Issue.record("U+\(String(scalar.value, radix: 16)) is still in the line")
        default: break
        }
      }
    }
  }

  @Test func `text that was made harmless once is left unchanged`() {
    let hostile = "\u{1B}]0;x\u{7}\r\n\t\u{202E}\u{9B}\u{1F3F4}\u{E0067}\u{E007F}e\u{301}"
    for harmless in [TextLayout.line(hostile), TextLayout.paragraphs(hostile)] {
      #expect(TextLayout.paragraphs(harmless).unicodeScalars.elementsEqual(harmless.unicodeScalars))
    }
    #expect(TextLayout.line(TextLayout.line(hostile)) == TextLayout.line(hostile))
  }

  @Test func `at most thirty combining marks of a character stay`() {
    let mountain = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
    let line = TextLayout.line(mountain)
    #expect(line.unicodeScalars.count == 32)
    #expect(line.count == 2)
    let hidden = "a" + String(repeating: "\u{301}\u{FEFF}", count: 100)
    #expect(TextLayout.line(hidden).unicodeScalars.count == 31)
  }
}
