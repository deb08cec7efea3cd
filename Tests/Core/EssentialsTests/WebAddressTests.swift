import Essentials
import Foundation
import TestSupport
import Testing

struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"), (" HTTP://example.org ", "HTTP://example.org"),
    ("/articles/1", "http://host/articles/1"), ("articles/1", "http://host/api/articles/1"),
    ("//other/x", "http://other/x"), ("?p=1", "http://host/api/?p=1"),
  ])
  func `an address is resolved against its page as in a browser`(text: String, address: String) throws {
    let page = try #require(URL(string: "http://host/api/"))
    #expect(URL(webAddress: text, on: page)?.absoluteString == address)
  }

  @Test(arguments: [
    "", "  ", "javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.c", "ftp://host/x", "http://", "http:///x",
    "http://[", "data:text/html,x", "/" + String(repeating: "x", count: 10_000),
  ])
  func `an address that no browser should open is nil`(text: String) throws {
    let page = try #require(URL(string: "http://host/api/"))
    #expect(URL(webAddress: text, on: page) == nil)
  }
}
