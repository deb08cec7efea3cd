import Foundation
import RemoteItems
import TestSupport
import Testing

struct WireFieldsTests {
  struct Wire: Decodable {
    var first: Int?
    var required: String
    var optional: String?

    init(from decoder: any Decoder) throws {
      let fields = try WireFields(from: decoder)
      first = fields.first(["a", "b", "c"])
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

  @Test func `what has to be there has to be right, and what may be missing too if it is there`() throws {
    #expect(try wire(#"{"r":"x","o":null}"#).required == "x")
    #expect(try wire(#"{"r":"","o":"y"}"#).optional == "y")
    for json in ["{}", #"{"r":1}"#, #"{"r":null}"#, #"{"r":"","o":1}"#, "[]", "1"] {
      #expect(throws: DecodingError.self, "\(json)") { try wire(json) }
    }
  }
}
