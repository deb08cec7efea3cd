import Testing
import TextLayout

struct WidthTests {
  private static let clusters: [(String, Int)] = [
    ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("Ω", 1), ("Я", 1), ("א", 1), ("ع", 1),
    ("…", 1), ("—", 1), ("°", 1), ("─", 1), ("█", 1), ("①", 1), ("\u{AD}", 1), ("\u{E0B0}", 1), ("\u{FFFD}", 1),
    ("日", 2), ("あ", 2), ("ア", 2), ("ｱ", 1), ("Ａ", 2), ("￥", 2), ("、", 2), ("\u{3000}", 2), ("𠀀", 2), ("\u{323AF}", 2),
    ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1112}\u{1161}", 2), ("\u{1161}", 0),
    ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{2060}", 0), ("\u{301}", 0), ("\u{FE0F}", 0), ("\u{7}", 0),
    ("😀", 2), ("⌚", 2), ("⌚\u{FE0E}", 1), ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{FE0E}", 1), ("☝🏽", 2), ("👍🏽", 2),
    ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("❤️‍🔥", 2), ("🇩🇪", 2), ("\u{1F1E9}", 1), ("1️⃣", 2), ("#️⃣", 2), ("1", 1), ("©", 1),
    ("©\u{FE0F}", 2), ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("\u{1FAE8}", 2),
    ("क", 1), ("कि", 2), ("สี", 1), ("\u{600}1", 2), ("\u{20000}\u{301}", 2),
  ]

  @Test(arguments: clusters)
  func `the width of a character is the number of its terminal cells`(text: String, width: Int) throws {
    #expect(text.count == 1)
    #expect(TextLayout.width(of: try #require(text.first)) == width)
    #expect(TextLayout.width(of: text) == width)
  }

  @Test func `the width of a text is the sum of the widths of its characters`() {
    #expect(TextLayout.width(of: "") == 0)
    #expect(TextLayout.width(of: "plain") == 5)
    #expect(TextLayout.width(of: "日本 go 👩‍👩‍👧‍👦!") == 11)
    #expect(TextLayout.width(of: "naïve cafe\u{301}"[...]) == 10)
  }

  @Test func `a simple scalar forms a character of its own with its simple width`() {
    for value in UInt32(0x20)...0xFFFF {
      guard let scalar = Unicode.Scalar(value), let width = TextLayout.simpleWidth(of: scalar) else { continue }
      let pair = "a\(scalar)日\(scalar)"
      guard TextLayout.width(of: Character(scalar)) == width, pair.count == 4 else {
        Issue.record("U+\(String(value, radix: 16)) is not simple")
        continue
      }
    }
  }

  @Test func `no single scalar is wider than two cells and every control is without width`() {
    for value in [0...0x323AF, 0xE0000...0xE01EF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let width = TextLayout.width(of: Character(scalar))
      guard (0...2).contains(width), scalar.properties.generalCategory != .control || width == 0 else {
        Issue.record("U+\(String(value, radix: 16)) has the width \(width)")
        continue
      }
    }
  }
}
