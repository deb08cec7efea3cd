import TextLayout

extension String {
  /// Returns a sentence about a failure, shortened if it is wider than `width`: first each address becomes its host,
  /// then the addresses go, because the reader knows them. The result may still be too wide.
  ///
  /// Not a regular expression: a literal one is compiled on each use, and this runs on every key press.
  public func shortened(to width: Int) -> String {
    if TextLayout.width(of: self) <= width { return self }
    let addresses = addresses
    let short = replacing(addresses.map { ($0.whole, String($0.host)) })
    if TextLayout.width(of: short) <= width { return short }
    // The host that failed says more than the address that redirected to it.
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

  /// The addresses in the text, without the punctuation around them.
  private var addresses: [(whole: Range<Index>, host: Substring)] {
    var found = [(whole: Range<Index>, host: Substring)]()
    var rest = self[...]
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
    var text = ""
    var end = startIndex
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

/// Returns a number with its digits grouped for reading: "10,000".
public func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
  }.joined()
}
