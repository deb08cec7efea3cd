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
    ("http://h/a%20b|c", "http://h/a%20b%7Cc"), ("http://h/a%20日", "http://h/a%20%E6%97%A5"),
    ("http://exämple.de/a%20b[1]?c[]=%2F", "http://xn--exmple-cua.de/a%20b%5B1%5D?c%5B%5D=%2F"),
    ("q?u=http%3A%2F%2Fx|y", "http://host/api/q?u=http%3A%2F%2Fx%7Cy"), ("//h/ä%41", "http://h/%C3%A4%41"),
    ("http://h/100%|", "http://h/100%25%7C"), ("http://h/%zz", "http://h/%25zz"), ("http://h/#a#b", "http://h/#a%23b"),
    ("http://[::1]:80/a^", "http://[::1]:80/a%5E"), ("a:b://c", "a:b://c"), ("http://h", "http://h"),
    ("/\u{1}", "http://host/%01"),
  ])
  func `invalid characters of an address are encoded, and escapes stay`(text: String, address: String) throws {
    let page = try #require(URL(string: "http://host/api/"))
    #expect(URL(written: text, relativeTo: page)?.absoluteString == address)
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
