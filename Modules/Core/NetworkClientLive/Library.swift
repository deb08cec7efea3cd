import CCurl

/// Opens the first of the libraries that can be opened; answers what stood in the way of all of them.
func openLibcurl(_ libraries: [String]) -> String? {
  var reasons: [String] = []
  for name in libraries {
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { sentence in
      ccurl_open(name, sentence.baseAddress, sentence.count).map { String(cString: $0) }
    }
    guard let reason else { return nil }
    reasons.append(reason)
  }
  return reasons.isEmpty ? "No file name of libcurl was given." : reasons.joined(separator: " ")
}
