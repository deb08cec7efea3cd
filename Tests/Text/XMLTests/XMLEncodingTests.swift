import Essentials
import Testing
import XML

/// Tests of RFC 7303, 3, and of the differences that readers have to it.
struct XMLEncodingTests {
  private func document(_ text: String, declared: String? = nil) -> [UInt8] {
    Array("<?xml version='1.0'\(declared.map { " encoding='\($0)'" } ?? "")?><a>\(text)</a>".utf8)
  }

  /// Returns the document in Latin-1, one byte for each character up to U+00FF.
  private func latin(_ text: String, declared: String? = nil) -> [UInt8] {
    String(decoding: document(text, declared: declared), as: UTF8.self).unicodeScalars.map { UInt8($0.value) }
  }

  private func wide(_ document: [UInt8], isBig: Bool, mark: Bool) -> [UInt8] {
    (String(decoding: document, as: UTF8.self)).utf16.reduce(into: mark ? (isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) : []) {
      let high = UInt8($1 >> 8)
      let low = UInt8($1 & 0xFF)
      $0 += isBig ? [high, low] : [low, high]
    }
  }

  @Test func `a document without a label is UTF-8, or Windows-1252 if it cannot be`() throws {
    #expect(try text(document("é水")) == "é水")
    #expect(try text(latin("caf\u{E9} \u{93}x\u{94}")) == "café “x”")
    // A part is valid UTF-8, so invalid bytes are replaced.
    #expect(try text(Array("<a>é ".utf8) + [0xE9] + Array("</a>".utf8)) == "é \u{FFFD}")
  }

  @Test func `the charset of the answer takes precedence over the XML declaration`() throws {
    #expect(try text(latin("\u{E9}", declared: "koi8-r"), charset: "ISO-8859-1") == "é")
    #expect(try text(latin("\u{E9}", declared: "koi8-r")) == "И")
    #expect(try text(latin("\u{E9}", declared: "koi8-r"), charset: "\"koi8-r\"") == "И")
    for charset in ["none", "binary", "8bit", "unknown"] {
      #expect(try text(latin("\u{E9}", declared: "koi8-r"), charset: charset) == "И", "\(charset)")
    }
    #expect(try text(latin("\u{E9}", declared: "koi8-r"), charset: "windows1252") == "é")
  }

  @Test func `a byte order mark takes precedence over the charset and the XML declaration`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try text(mark + document("é", declared: "koi8-r"), charset: "shift_jis") == "é")
    #expect(try text(wide(document("é水😀"), isBig: true, mark: true), charset: "utf-8") == "é水😀")
    #expect(try text(wide(document("é水😀"), isBig: false, mark: true)) == "é水😀")
  }

  @Test func `UTF-16 is detected without a byte order mark, and a wrong UTF-16 label is ignored`() throws {
    #expect(try text(wide(document("é", declared: "utf-16"), isBig: true, mark: false)) == "é")
    #expect(try text(wide(document("é"), isBig: false, mark: false), charset: "utf-16") == "é")
    #expect(try text(document("é", declared: "utf-16"), charset: "utf-16") == "é")
  }

  @Test(arguments: ["iso-8859-1", "us-ascii", "windows-1252", "windows-1251", "koi8-r"])
  func `UTF-8 with a multibyte sequence overrides a single-byte label`(label: String) throws {
    #expect(try text(document("é水", declared: label)) == "é水")
    #expect(try text(document("é水"), charset: label) == "é水")
  }

  @Test func `UTF-8 with one wrong byte among sixteen sequences overrides a single-byte label`() throws {
    let start = Array("<?xml version='1.0' encoding='iso-8859-1'?><a>".utf8)
    let many = Array(String(repeating: "é", count: 16).utf8)
    let end = Array("</a>".utf8)
    #expect(try text(start + many + [0xF8] + end) == String(repeating: "é", count: 16) + "\u{FFFD}")
    #expect(try text(start + many.dropFirst(2) + [0xF8] + end) == String(repeating: "Ã©", count: 15) + "ø")
  }

  @Test(arguments: ["iso-8859-1", "Latin1", "US-ASCII", "windows-1252"])
  func `the labels of Latin-1 and ASCII mean Windows-1252`(label: String) throws {
    #expect(try text(latin("\u{93}\u{80}\u{94} \u{E9}", declared: label)) == "“€” é")
  }

  @Test(
    arguments: [
      ("shift_jis", [0x93, 0xFA, 0x96, 0x7B, 0x87, 0x40], "日本①"), ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
      ("big5", [0xA4, 0xA4], "中"), ("euc-jp", [0xC6, 0xFC], "日"), ("euc-kr", [0xC7, 0xD1], "한"),
      ("windows-1251", [0xCF, 0xF0], "Пр"), ("x-cp1251", [0xCF, 0xF0], "Пр"), ("x-euc-jp", [0xC6, 0xFC], "日"),
      ("iso-8859-9", [0xFD, 0x80], "ı€"), ("iso-8859-2", [0xB1], "ą"),
      // Other names of the WHATWG Encoding Standard, 4.2.
      ("windows-949", [0xC7, 0xD1], "한"), ("ks_c_5601-1989", [0xC7, 0xD1], "한"), ("ksc5601", [0xC7, 0xD1], "한"),
      ("chinese", [0xD6, 0xD0], "中"), ("x-x-big5", [0xA4, 0xA4], "中"), ("logical", [0xE0], "א"),
      ("iso-8859-8-i", [0xE0], "א"), ("dos-874", [0xA1], "ก"), ("x-mac-roman", [0x8E], "é"),
      ("sun_eu_greek", [0xE1], "α"), ("l9", [0xA4], "€"), ("euc-jp", [0xAD, 0xA1], "①"),
    ] as [(String, [UInt8], String)])
  func `documents in legacy encodings are decoded, in pieces of any size`(
    label: String, bytes: [UInt8], expected: String
  ) throws {
    let document = Array("<?xml version='1.0' encoding='\(label)'?><a>".utf8) + bytes + Array("</a>".utf8)
    #expect(try text(document) == expected)
    #expect(try events(document, pieces: 1).events == [.start("a", []), .text(expected), .end])
  }

  @Test func `wrong bytes are replaced, whatever the encoding`() throws {
    let start = Array("<?xml version='1.0' encoding='UTF-8'?><a>é".utf8)
    #expect(
      try text(start + [0xFF, 0xC0, 0x41, 0xED, 0xA0, 0x80] + Array("</a>".utf8))
        == "é\u{FFFD}\u{FFFD}A\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(
      try text(start + [0xF5, 0x80, 0xE0, 0x80, 0x41] + Array("</a>".utf8)) == "é\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A")
    #expect(try text(Array("<?xml version='1.0' encoding='shift_jis'?><a>b".utf8) + [0x93]) == "b\u{FFFD}")
    let japanese = Array("<?xml version='1.0' encoding='shift_jis'?><a>".utf8)
    #expect(try text(japanese + [0x93, 0xFA, 0xFF, 0x41] + Array("</a>".utf8)) == "日\u{FFFD}A")
    let units = Array("<a>x".utf16) + [0xDC00] + Array("y</a>".utf16)
    for pieceSize in [1, 7, 100] {
      let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(try events(bytes, pieces: pieceSize).events == [.start("a", []), .text("x\u{FFFD}y"), .end])
    }
  }

  @Test func `a UTF-8 label is ignored for a document without a valid multibyte sequence`() throws {
    #expect(try text(latin("caf\u{E9} \u{93}x\u{94}", declared: "UTF-8")) == "café “x”")
    #expect(try text(latin("caf\u{E9}"), charset: "utf-8") == "café")
    #expect(try text(latin("\u{CF}\u{F0}", declared: "windows-1251"), charset: "utf-8") == "Пр")
    let mixed = Array("<a>é ".utf8) + [0xE9, 0xE8] + Array("</a>".utf8)
    #expect(try text(mixed, charset: "utf-8") == "é \u{FFFD}\u{FFFD}")
  }

  @Test(arguments: ["none-such", "", "utf-7//translit", "x y", String(repeating: "a", count: 5_000)])
  func `an unknown encoding label is ignored`(label: String) throws {
    #expect(try text(document("é", declared: label), charset: label) == "é")
  }
}
