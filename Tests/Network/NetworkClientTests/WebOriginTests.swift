import Foundation
import NetworkClient
import TestSupport
import Testing

struct WebOriginTests {
  @Test(arguments: [
    ("http://host", "http://host:80/a?b"), ("HTTPS://HOST/", "https://host:443"), ("http://h:8080", "http://H:8080/x"),
    ("http://u:p@h/", "http://h"), ("http://[::1]/", "http://[::1]:80/"),
  ])
  func `URLs with the same scheme, host and port have equal origins`(left: String, right: String) throws {
    #expect(try #require(URL(string: left)).webOrigin == #require(URL(string: right)).webOrigin)
  }

  @Test(arguments: [
    ("http://host", "https://host"), ("http://host", "http://host:81"), ("http://host", "http://other"),
    ("http://host:443", "https://host"),
  ])
  func `URLs with another scheme, host or port have different origins`(left: String, right: String) throws {
    #expect(try #require(URL(string: left)).webOrigin != #require(URL(string: right)).webOrigin)
  }
}
