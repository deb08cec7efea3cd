import Foundation
import RESTCollections
import TestSupport
import Testing

struct WireFieldsTests {
  struct Wire: Decodable {
    var id: WireID?
    var first: Int?
    var all: [Int]
    var required: String
    var optional: String?

    init(from decoder: any Decoder) throws {
      let fields = try WireFields(from: decoder)
      first = fields.first(.addresses)
      all = fields.all(.addresses)
      id = try fields.optional("id")
      required = try fields.value("r")
      optional = try fields.optional("o")
    }
  }

  func wire(_ json: String) throws -> Wire { try JSONDecoder().decode(Wire.self, from: Data(json.utf8)) }

  @Test func `first returns the value of the first name that has the wanted type`() throws {
    #expect(try wire(#"{"r":"","permalink":2,"link":3}"#).first == 2)
    #expect(try wire(#"{"r":"","html_url":"x","permalink":null,"url":3}"#).first == 3)
    #expect(try wire(#"{"r":"","html_url":"x"}"#).first == nil)
  }

  @Test func `all returns the values of the wanted type in the order of the names`() throws {
    #expect(try wire(#"{"r":"","link":3,"date":4,"html_url":1,"x":5,"permalink":2}"#).all == [1, 2, 3])
    #expect(try wire(#"{"r":"","url":3,"html_url":null,"link":"x"}"#).all == [3])
    #expect(try wire(#"{"r":""}"#).all == [])
  }

  @Test func `an optional id decodes like an id by itself, and may be missing or null`() throws {
    for id in ["7", #""7""#, "18446744073709551616", #""a b""#] {
      let alone = try JSONDecoder().decode(WireID.self, from: Data(id.utf8))
      #expect(try wire(#"{"r":"","id":\#(id)}"#).id == alone)
    }
    for json in [#"{"r":""}"#, #"{"r":"","id":null}"#] { #expect(try wire(json).id == nil) }
    for id in [#""""#, "1.5", "true", "[]"] {
      #expect(throws: DecodingError.self, "\(id)") { try wire(#"{"r":"","id":\#(id)}"#) }
    }
  }

  @Test func `a required field must be present and valid, and an optional one valid if present`() throws {
    #expect(try wire(#"{"r":"x","o":null}"#).required == "x")
    #expect(try wire(#"{"r":"","o":"y"}"#).optional == "y")
    for json in ["{}", #"{"r":1}"#, #"{"r":null}"#, #"{"r":"","o":1}"#, "[]", "1"] {
      #expect(throws: DecodingError.self, "\(json)") { try wire(json) }
    }
  }
}
