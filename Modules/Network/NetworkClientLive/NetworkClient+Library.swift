import CCurl
public import NetworkClient

/// Opens the first library that can be opened.
/// - Throws: `NetworkClient.Error.unreachable(.other)`, with the reasons why none could.
func openLibcurl(_ libraries: [String]) throws(NetworkClient.Error) {
  var reasons: [String] = []
  for name in libraries {
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { sentence in
      ccurl_open(name, sentence.baseAddress, sentence.count).map { String(cString: $0) }
    }
    guard let reason else { return }
    reasons.append(reason)
  }
  throw .unreachable(
    .other(reasons.isEmpty ? "No file name of libcurl was given." : reasons.joined(separator: " ")))
}

/// The functions of libcurl, once `openLibcurl` has succeeded.
var curl: ccurl { ccurl_library().pointee }

extension String {
  /// Creates a copy of a string of libcurl; empty if there is none.
  init(curl text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}

extension NetworkClient {
  /// The file names of libcurl 7.68 or later on Linux and on macOS.
  public static var systemLibcurl: [String] {
    ["libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"]
  }

  /// Returns the versions of libcurl and its components, for example "libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13".
  /// - Parameter libcurl: File names; the first that can be opened is used.
  /// - Throws: `Error.unreachable(.other)` if none can be opened.
  public static func libcurlVersion(_ libcurl: [String] = systemLibcurl) throws(Error) -> String {
    try openLibcurl(libcurl)
    return String(curl: curl.version())
  }
}
