import Foundation
import NetworkClient
import RESTCollections
import TestSupport
import Testing

/// Long arrays, which are decoded in portions with the same result as the whole document.
struct ElementsTests {
  /// Any JSON value, so that no difference goes unnoticed.
  enum Value: Decodable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let bool = try? value.decode(Bool.self) {
        self = .bool(bool)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let array = try? value.decode([Value].self) {
        self = .array(array)
      } else {
        self = .object(try value.decode([String: Value].self))
      }
    }
  }

  struct Members: Decodable {
    var all: Elements<Value>
  }

  struct DecodingOutcome: Hashable {
    var items: [Value]
    var unreadable: Int
  }

  /// Returns the decoded items; nil if decoding fails.
  func outcome(_ body: Data, member: String?, portion: Int) -> DecodingOutcome? {
    let response = NetworkClient.Response(url: URL(filePath: "/"), body: body)
    let (items, unreadable) =
      (try? member == nil
        ? response.items(in: \Elements<Value>.self, portion: portion, item: { $0 })
        : response.items(in: \Members.all, member: member, portion: portion, item: { $0 })) ?? ([], -1)
    return unreadable < 0 ? nil : DecodingOutcome(items: items, unreadable: unreadable)
  }

  func expectTheSame(_ body: Data, member: String? = nil, portions: [Int] = [1, 7, 40]) {
    let whole = outcome(body, member: member, portion: .max)
    for portion in portions {
      #expect(outcome(body, member: member, portion: portion) == whole, "\(String(decoding: body, as: UTF8.self))")
    }
  }

  static let array =
    #"[{"id":1,"a":"é\"]}, {[\\"}, 7 ,-1.5e3,null,"",[ [],{} ,[1,"x\\\\"]],"\ud83d\ude00","\ud83d",{"id":1,"id":2},true]"#
  static let documents: [(text: String, member: String?)] = [
    (array, nil), ("\u{FEFF} \n\(array)\r\n\t ", nil), ("[1, 2,3 , ]", nil), ("[]", nil), ("[ ]", nil), ("[1]", nil),
    (#"{"more":{"all":[0,[0]]},"all": \#(array) ,"a\"ll":"]"}"#, "all"), (#"{"all":[1,2],"all":[3,4]}"#, "all"),
    (#"{"\u0061ll":[1,2],"all":[3,4]}"#, "all"), (#"{"all":[1,2,3],"\u0061ll":[3,4]}"#, "all"),
    (#"{"some":[1,2]}"#, "all"), (#"{"all":null}"#, "all"), (#"[{"all":[1,2]}]"#, "all"),
  ]

  @Test(arguments: documents.indices)
  func `portions decode like the whole document, also when it is cut or a byte is changed`(index: Int) throws {
    let (text, member) = Self.documents[index]
    let body = Data(text.utf8)
    expectTheSame(body, member: member)
    for cut in body.indices { expectTheSame(body.prefix(cut), member: member, portions: [1, 20]) }
    for place in body.indices {
      for byte in Array("\"\\[]{},: \0u1".utf8) + [0xC3, 0xFF] {
        var changed = body
        changed[place] = byte
        expectTheSame(changed, member: member, portions: [1, 20])
        var longer = body
        longer.insert(byte, at: place)
        expectTheSame(longer, member: member, portions: [1])
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `portions decode random documents and random changes of them like the whole`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func texts(_ count: Range<Int>, _ depth: Int, _ name: () -> String) -> String {
      let values = (0..<Int.random(in: count, using: &random)).map { _ in name() + text(depth + 1) }
      return values.joined(separator: ",")
    }
    func text(_ depth: Int) -> String {
      let blank = ["", "", " ", "\n", "\t\r"].randomElement(using: &random) ?? ""
      let value =
        switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &random) {
        case 0: "null"
        case 1: "\(Int.random(in: -9...99, using: &random))"
        case 2: ["1e400", "0.25", "-0", "01", "tru", "1.", "\u{1}"].randomElement(using: &random) ?? ""
        case 3: #""\n\u00e9\ud83d\ude00 ü \\""#
        case 4: #""]}","{["#
        case 5: #""\#(String(repeating: "a\\\"", count: Int.random(in: 0..<9, using: &random)))""#
        case 6: "[\(texts(0..<4, depth) { "" })]"
        default:
          "{\(texts(0..<4, depth) { #""\#(["a", "b", "\\u0061", "all"].randomElement(using: &random) ?? "")":"# })}"
        }
      return blank + value + blank
    }
    for _ in 0..<40 {
      let array = "[\(texts(1..<12, 0) { "" })]"
      expectTheSame(Data(array.utf8), portions: [1, 30])
      expectTheSame(Data(#"{"b":\#(text(1)),"all":\#(array),"c":\#(text(1))}"#.utf8), member: "all", portions: [1, 30])
      var changed = Data(array.utf8)
      for _ in 0..<3 {
        guard let place = changed.indices.randomElement(using: &random) else { break }
        changed[place] = Array("\"\\[]{},: \0\u{1}".utf8).randomElement(using: &random) ?? 0
      }
      expectTheSame(changed, portions: [1, 30])
    }
  }

  @Test(arguments: [
    String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .utf16, .utf32,
  ])
  func `portions decode UTF-16 and UTF-32 documents like the whole`(encoding: String.Encoding) throws {
    expectTheSame(try #require(Self.array.data(using: encoding)), portions: [1, 30])
  }

  @Test func `portions decode deeply nested documents like the whole`() {
    for depth in 511...513 {
      let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      expectTheSame(Data("[1,\(deep),2]".utf8), portions: [1])
      expectTheSame(Data(#"{"all":[1,\#(deep),2]}"#.utf8), member: "all", portions: [1])
    }
  }

  @Test func `portions decode a slice of a larger buffer like the whole`() {
    let body = Data("xx\(Self.array)".utf8).dropFirst(2)
    expectTheSame(body)
    #expect(outcome(body, member: nil, portion: 1)?.items.count == 9)
  }
}
