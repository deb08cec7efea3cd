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
      guard name.isFieldName else { throw refusal("no name of a header field: \(name.debugDescription)") }
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
