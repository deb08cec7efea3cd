import TextLayout

extension String {
  /// A sentence about a failure, said in fewer words where it is wider than there is room for: of an address only the host
  /// stays, and then not even that, for the reader knows it. What is then still too wide is left to be cut.
  ///
  /// Not by a regular expression: one that is written in the code is compiled each time it is used, and this is used at
  /// every key.
  public func shortened(to width: Int) -> String {
    if TextLayout.width(of: self) <= width { return self }
    let addresses = addresses
    let short = replacing(addresses.map { ($0.whole, String($0.host)) })
    if TextLayout.width(of: short) <= width { return short }
    // Which host has failed says more than which one led there.
    let failed = replacing(
      addresses.map { address in
        let introduction = ", redirected from "
        guard self[..<address.whole.lowerBound].hasSuffix(introduction) else {
          return (address.whole, String(address.host))
        }
        return (index(address.whole.lowerBound, offsetBy: -introduction.count)..<address.whole.upperBound, "")
      })
    if failed != short, TextLayout.width(of: failed) <= width { return failed }
    return replacing(
      addresses.map { address in
        let before = self[..<address.whole.lowerBound]
        let introduction = [": ", ", redirected from "].first { before.hasSuffix($0) } ?? ""
        return (before.index(before.endIndex, offsetBy: -introduction.count)..<address.whole.upperBound, "")
      })
  }

  /// The addresses in it, without what punctuates the sentence around them.
  private var addresses: [(whole: Range<Index>, host: Substring)] {
    var (found, rest) = ([(whole: Range<Index>, host: Substring)](), self[...])
    while let sign = rest.firstRange(of: "://") {
      let scheme = ["https", "http"].first { rest[..<sign.lowerBound].hasSuffix($0) }
      rest = rest[sign.upperBound...]
      let body = rest.prefix { !$0.isWhitespace && !");,".contains($0) }.withoutEnd(in: ".:")
      let host = body.prefix { $0 != "/" }.withoutEnd(in: ".:")
      guard let scheme, !host.isEmpty else { continue }
      found.append((index(sign.lowerBound, offsetBy: -scheme.count)..<body.endIndex, host))
    }
    return found
  }

  private func replacing(_ parts: [(range: Range<Index>, text: String)]) -> String {
    var (text, end) = ("", startIndex)
    for part in parts {
      text += self[end..<part.range.lowerBound] + part.text
      end = part.range.upperBound
    }
    return text + self[end...]
  }
}

extension Substring {
  fileprivate func withoutEnd(in characters: String) -> Substring {
    self[..<(lastIndex { !characters.contains($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
