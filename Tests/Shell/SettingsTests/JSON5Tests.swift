import Foundation
import Settings
import Testing

struct JSON5Tests {
  func problem(_ text: String) -> String {
    do {
      _ = try JSON5.parse(text.utf8)
      return "none"
    } catch { return "\(error.line): \(error.message)" }
  }

  @Test func `every value and key has its line, with any kind of line break`() throws {
    for end in ["\n", "\r\n", "\r"] {
      let text = ["// a file", "{ one: 1, /* and", "*/ two: [", "  'x',", "  { three: null },", "],", "}"]
        .joined(separator: end)
      let sut = try #require(try JSON5.parse(text.utf8))
      let inner = JSON5(.object([.init(key: "three", line: 5, value: JSON5(.null, line: 5))]), line: 5)
      #expect(
        sut
          == JSON5(
            .object([
              .init(key: "one", line: 2, value: JSON5(.number(1), line: 2)),
              .init(key: "two", line: 3, value: JSON5(.array([JSON5(.text("x"), line: 4), inner]), line: 3)),
            ]), line: 2))
    }
  }

  @Test(arguments: [
    ("'it\\'s'", "it's"), (#""\x41\u00e9\uD83D\uDE00\v\0""#, "Aé😀\u{B}\0"), ("'a\\\nb\\\r\nc'", "abc"),
    ("'\u{2028}'", "\u{2028}"), (#"'\q\"'"#, "q\""), ("'مرحبا 🧶'", "مرحبا 🧶"),
  ])
  func `strings may stand in either kind of quotes and contain escapes`(text: String, meaning: String) throws {
    #expect(try JSON5.parse(text.utf8)?.content == .text(meaning))
  }

  @Test(arguments: [
    ("0", 0), ("-1", -1), ("+.5", 0.5), ("5.", 5), ("1e3", 1_000), ("1.5E-2", 0.015), ("0x1F", 31), ("-0Xff", -255),
    ("-Infinity", -.infinity), ("1e999", .infinity),
  ])
  func `all number forms of JSON5 are parsed`(text: String, number: Double) throws {
    #expect(try JSON5.parse(text.utf8)?.content == .number(number))
  }

  @Test func `keys need no quotes, may have any letters, and duplicates are all returned`() throws {
    let sut = try JSON5.parse(#"{ $a_1: 1, größe: 2, \u0061b: 3, 'a b': 4, "ab": 5, null: 6, }"#.utf8)
    guard case .object(let members) = sut?.content else { return #expect(sut == nil) }
    #expect(members.map(\.key) == ["$a_1", "größe", "ab", "a b", "ab", "null"])
  }

  @Test(arguments: ["", " \n\t", "// only a comment", "/* a */ // b\n", "\u{FEFF}"])
  func `a document without a value is nil`(text: String) throws {
    #expect(try JSON5.parse(text.utf8) == nil)
  }

  @Test func `a byte order mark is ignored`() throws {
    #expect(try JSON5.parse("\u{FEFF}{}".utf8) == JSON5(.object([]), line: 1))
  }

  @Test(arguments: [
    ("{\n a: 1\n b: 2 }", "3: expected , or }, found b"), ("{ a 1 }", "1: expected : after a, found 1"),
    ("{ a: yes }", "1: expected a value (text stands in quotes), found yes"),
    ("{ a: , }", "1: expected a value, found ,"),
    ("[1,\n2", "2: expected , or ], found the end of the file"),
    ("{", "1: expected a key or }, found the end of the file"),
    ("{ 5: 1 }", "1: expected a key or }, found 5"), ("{ a-b: 1 }", "1: expected : after a, found -"),
    ("{}\n}", "2: expected the end of the file, found }"), ("\n'abc\n'", "2: the text that begins here has no quote"),
    ("'abc", "1: the text that begins here has no quote"),
    ("{}\n/* a\n\n", "2: the comment that begins here does not end"),
    ("/ a", "1: expected / or * of a comment, found U+0020"),
    ("'\\u12G4'", "1: expected 4 hexadecimal digits, found G4"),
    ("'\\uD83Dx'", "1: \\ud83d is only half a character"), ("'\\1'", "1: a digit cannot stand after \\"),
    ("{ a: 007 }", "1: expected a number such as 2.5, found 007"), ("0x", "1: expected a number"),
    (".", "1: expected a number"),
    ("1e", "1: expected a number"), ("{ a\u{0}: 1 }", "1: expected : after a, found U+0000"),
    ("{ '\u{9B}2J' 1 }", "1: expected : after U+009B2J, found 1"), ("\u{202E}", "1: expected a value, found U+202E"),
  ])
  func `a syntax error is reported with its line and what was expected`(text: String, complaint: String) {
    #expect(problem(text).hasPrefix(complaint), "\(problem(text))")
  }

  @Test func `invalid UTF-8 is rejected with its line`() {
    for bytes in [[0xFF, 0xFE, 0x7B, 0x00], [0x7B, 0x0A, 0x80], [0x0A, 0xED, 0xA0, 0x80]] as [[UInt8]] {
      let error = #expect(throws: JSON5.Problem.self) { try JSON5.parse(bytes) }
      #expect(error?.message == "this is not UTF-8 text")
      #expect(error?.line == (bytes[0] == 0xFF ? 1 : 2))
    }
  }

  @Test func `nesting deeper than 100 levels is rejected`() {
    for open in ["[", "{a:"] {
      #expect(problem(String(repeating: open, count: 100_000)) == "1: this is nested deeper than 100 levels")
    }
    #expect(problem(String(repeating: "[", count: 99) + String(repeating: "]", count: 99)) == "none")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a megabyte of repeated text is parsed without a crash`() {
    for part in ["[", "/*", "a", "\\", "'a',", "\n", "é", "//\n", "{a:1},"] {
      let text = String(repeating: part, count: (1 << 20) / part.utf8.count)
      #expect(problem(text).utf8.count < 100, "\(part)")
      #expect(problem("[" + text + "]").utf8.count < 100, "\(part)")
    }
  }
}
