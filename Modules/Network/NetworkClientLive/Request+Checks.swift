import Essentials
import NetworkClient

extension NetworkClient.Request {
  /// Returns the request with its `User-Agent`.
  /// - Throws: `NetworkClient.Error` for a request that must not be sent: an address that is not http or https, a
  ///   header field that could inject further lines, or a body that the method does not have.
  func checked(userAgent: String) throws -> Self {
    guard url.isWeb else { throw NetworkClient.Error.unreachable(.misdirected(to: url.absoluteString)) }
    guard body == nil || method != .get && method != .head else {
      throw refusal("\(method.rawValue) has no body")
    }
    var checked = self
    let names = Set(headers.keys.map { $0.lowercased() })
    if !names.contains("user-agent") { checked.headers["User-Agent"] = userAgent }
    for (name, value) in checked.headers {
      guard name.isToken else { throw refusal("no name of a header field: \(name.debugDescription)") }
      guard value.isFieldValue else { throw refusal("no value of the header field \(name)") }
    }
    // Two sources for the length or the host of a message could disagree.
    if let name = names.intersection(["content-length", "transfer-encoding", "host"]).min() {
      throw refusal("the header field \(name) is set by the client itself")
    }
    return checked
  }

  private func refusal(_ words: String) -> NetworkClient.Error { .unreachable(.other(words)) }
}

extension String {
  /// Whether this is a token (RFC 9110, 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether this is a field value (RFC 9110, 5.5), without control characters other than the tab.
  fileprivate var isFieldValue: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
}
