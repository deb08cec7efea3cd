import Foundation
import NetworkClient
import RESTCollections
import Testing

struct JSONObjectTests {
  @Test(arguments: [
    (#"{}"#, "{}"), (#" { "a" : 1.50 , "b":[ {"c": "]}"} ] }"#, #"{"a":1.50,"b":[ {"c": "]}"} ]}"#),
    (#"{"a": "x\"}", "a": 2, "\u0062": null,}"#, #"{"a":"x\"}","b":null}"#), ("\u{FEFF}{\"a\": 1}", #"{"a":1}"#),
  ])
  func `the members are written as they came, without the blanks between them`(text: String, written: String) throws {
    #expect(String(decoding: try JSONObject(Data(text.utf8)).data, as: UTF8.self) == written)
  }

  @Test func `a member can be read, replaced, added and removed`() throws {
    var object = try JSONObject(Data(#"{"a": 1, "b": 2}"#.utf8))
    #expect(object["a"] == Data("1".utf8))
    #expect(object["c"] == nil)
    object["a"] = Data("3".utf8)
    object["c"] = Data("4".utf8)
    object["b"] = nil
    #expect(String(decoding: try object.data, as: UTF8.self) == #"{"a":3,"c":4}"#)
  }

  @Test(arguments: ["", "[]", "null", "1", #"{"a": 1"#, #"{"a" 1}"#, "<html>", #"{"a": 1} x"#])
  func `anything but an object throws undecodable`(text: String) {
    #expect(throws: NetworkClient.Error.self) { try JSONObject(Data(text.utf8)) }
  }

  @Test(arguments: [.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32] as [String.Encoding])
  func `an object in another encoding throws undecodable, because its members would be lost`(encoding: String.Encoding)
    throws
  {
    let document = try #require(#"{"id": "1", "note": "x"}"#.data(using: encoding))
    #expect(throws: NetworkClient.Error.self) { try JSONObject(document) }
  }
}
