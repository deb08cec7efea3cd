import Foundation
import RESTCollections
import Testing

struct WireIDTests {
  @Test(arguments: [
    ("7", "7"), (#""7""#, "7"), ("-7", "-7"), (#""é / ""#, "é / "), ("9223372036854775807", "9223372036854775807"),
    ("9223372036854775808", "9223372036854775808"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
  ])
  func `long integers and texts decode as ids`(json: String, text: String) throws {
    #expect(try JSONDecoder().decode([WireID].self, from: Data("[\(json)]".utf8)).map(\.text) == [text])
  }

  @Test(arguments: [#""""#, "null", "true", "[]", "{}", "1.5", "1e400", "9\(String(repeating: "0", count: 60))"])
  func `empty texts, fractions, huge numbers and other types are not decoded as ids`(json: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode([WireID].self, from: Data("[\(json)]".utf8)) }
  }
}
