public import Foundation

extension LoopbackHost {
  /// A request as the host received it.
  public struct ReceivedRequest: Hashable, Sendable {
    /// The number of the connection, counted from zero.
    public var connection: Int
    /// The method.
    public var method: String
    /// The target as it was sent: a path, or an absolute address if the host serves as a proxy.
    public var target: String
    /// The header fields as they were sent, in order.
    public var headers: [Field]
    /// The body.
    public var body: Data

    /// A header field.
    public struct Field: Hashable, Sendable {
      /// The name as it was sent.
      public var name: String
      /// The value without surrounding spaces.
      public var value: String
    }

    /// Returns the value of the first field with this name. Its case does not matter.
    public func header(_ name: String) -> String? {
      headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
  }
}

extension LoopbackHost.ReceivedRequest {
  /// Removes the first complete request from a buffer; nil if there is none yet.
  init?(connection: Int, buffer: inout Data) {
    guard let blank = buffer.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: buffer[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    self.connection = connection
    method = words.first.map(String.init) ?? ""
    target = words.dropFirst().first.map(String.init) ?? ""
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return Field(name: String(parts[0]), value: parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
    }
    body = Data()
    let length = header("Content-Length").flatMap { Int($0) } ?? 0
    let rest = buffer[blank.upperBound...]
    guard rest.count >= length else { return nil }
    body = Data(rest.prefix(length))
    buffer = Data(rest.dropFirst(length))
  }
}
