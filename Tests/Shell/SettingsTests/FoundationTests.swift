import Foundation
import Settings
import Testing

/// Compares the parser with Foundation's in valid documents, apart from the errors of Foundation: it does not drop an
/// escaped end of line, does not resolve escapes in keys without quotes, and accepts only ASCII white space.
struct FoundationTests {
  /// A value as Foundation decodes it.
  indirect enum Value: Decodable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([Value].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    init(_ value: JSON5) {
      self =
        switch value.content {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .array(let values): .array(values.map(Self.init))
        case .object(let members): .object(Dictionary(members.map { ($0.key, Self($0.value)) }) { first, _ in first })
        }
    }
  }

  struct JSON5Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }

    mutating func one(of parts: [String]) -> String { parts.randomElement(using: &self) ?? "" }

    mutating func blank() -> String {
      one(of: ["", "", " ", "\n", "\r\n", "\t", "// a, b }\n", "/* ' \" */", "/***/"])
    }

    mutating func text() -> String {
      let quote = one(of: ["'", "\""])
      let parts = (0..<Int.random(in: 0...4, using: &self)).map { _ in
        one(of: ["a", "é", "🧶", "\\n", "\\u00e9", "\\x41", "\\'", "\\\"", "\\\\", "{", "//", "]", " "])
      }
      return quote + parts.joined() + quote
    }

    mutating func value(_ depth: Int) -> String {
      switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &self) {
      case 0: return one(of: ["null", "true", "false"])
      case 1, 2: return one(of: ["0", "-1", "+2", ".5", "5.", "1e3", "1.25E-2", "0x1F", "123456789"])
      case 3: return text()
      case 4: return "[" + members { $0.value(depth - 1) } + "]"
      default:
        return "{"
          + members { draw in
            draw.one(of: ["a", "$b", "größe", "'d e'", "\"f\"", "null"]) + draw.blank() + ":" + draw.blank()
              + draw.value(depth - 1)
          } + "}"
      }
    }

    mutating func members(_ member: (inout JSON5Generator) -> String) -> String {
      let members = (0..<Int.random(in: 0...3, using: &self)).map { _ in blank() + member(&self) + blank() }
      let comma = !members.isEmpty && Bool.random(using: &self) ? "," : ""
      return members.joined(separator: ",") + comma + blank()
    }
  }

  private func foundation(_ text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    // Foundation reads past a number at the very end, and traps on some of the bytes in memory there.
    return try decoder.decode(Value.self, from: Data((text + "\n").utf8))
  }

  @Test(.timeLimit(.minutes(5)), arguments: 1...20)
  func `valid documents are parsed as Foundation parses them`(seed: UInt64) throws {
    var draw = JSON5Generator(state: seed)
    for _ in 0..<100 {
      let text = draw.blank() + draw.value(4) + draw.blank()
      let value = try #require(try JSON5.parse(text.utf8), "\(text)")
      #expect(try foundation(text) == Value(value), "\(text)")
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: 1...20)
  func `a damaged document that both parsers accept has the same value in both`(seed: UInt64) {
    var draw = JSON5Generator(state: seed)
    for _ in 0..<100 {
      var characters = Array(draw.value(3).unicodeScalars)
      let place = Int.random(in: 0...characters.count, using: &draw)
      if Bool.random(using: &draw), place < characters.count {
        characters.remove(at: place)
      } else {
        characters.insert(
          contentsOf: draw.one(of: [",", "}", "]", "'", "\\", "/", ":", "0", "x", "\0"]).unicodeScalars, at: place)
      }
      let text = String(String.UnicodeScalarView(characters))
      if let read = try? JSON5.parse(text.utf8), let known = try? foundation(text) {
        #expect(Value(read) == known, "\(text)")
      }
    }
  }
}
