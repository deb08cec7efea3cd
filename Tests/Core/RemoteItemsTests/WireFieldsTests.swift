import Foundation
import RemoteItems
import TestSupport
import Testing

struct WireFieldsTests {
  struct Wire: WireObject {
    static let alternatives: [WireNames] = [["x"], ["a", "b", "c"]]
    var first: Int?
    var all: [Int]
    var required: String
    var optional: String?

    init(from decoder: any Decoder) throws {
      let fields = try WireFields(from: decoder, of: Self.self)
      first = fields.first(["a", "b", "c"])
      all = fields.all(["a", "b", "c"])
      required = try fields.value("r")
      optional = try fields.optional("o")
    }
  }

  func wire(_ json: String) throws -> Wire { try JSONDecoder().decode(Wire.self, from: Data(json.utf8)) }

  @Test func `of several names the first counts that holds what is wanted`() throws {
    #expect(try wire(#"{"r":"","b":2,"c":3}"#).first == 2)
    #expect(try wire(#"{"r":"","a":"x","b":null,"c":3}"#).first == 3)
    #expect(try wire(#"{"r":"","a":"x"}"#).first == nil)
  }

  @Test func `of several names all that hold what is wanted come in the order of the names`() throws {
    #expect(try wire(#"{"r":"","c":3,"x":4,"a":1,"b":2}"#).all == [1, 2, 3])
    #expect(try wire(#"{"r":"","c":3,"a":null,"b":"x"}"#).all == [3])
    #expect(try wire(#"{"r":""}"#).all == [])
  }

  @Test func `what has to be there has to be right, and what may be missing too if it is there`() throws {
    #expect(try wire(#"{"r":"x","o":null}"#).required == "x")
    #expect(try wire(#"{"r":"","o":"y"}"#).optional == "y")
    for json in ["{}", #"{"r":1}"#, #"{"r":null}"#, #"{"r":"","o":1}"#, "[]", "1"] {
      #expect(throws: DecodingError.self, "\(json)") { try wire(json) }
    }
  }
}
