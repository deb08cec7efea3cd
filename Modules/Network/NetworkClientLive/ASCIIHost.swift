import Essentials

extension URL {
  /// The address with its host in ASCII (RFC 3490). libcurl converts names only in some locales, and in some builds.
  var withASCIIHost: URL {
    guard let host = host(percentEncoded: false), !host.utf8.allSatisfy({ $0 < 0x80 }),
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    // Not `encodedHost`, which ends the process when a label could not be converted.
    parts.host = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
      .map { asciiLabel(Array($0.unicodeScalars)) }.joined(separator: ".")
    return parts.url ?? self
  }
}

/// Returns a label of a name in Punycode (RFC 3492, 6.3), with the names of its variables and parameters; one in ASCII
/// as it is. A label that is too long for DNS is returned as it is, too.
private func asciiLabel(_ label: [Unicode.Scalar]) -> String {
  let basic = label.filter(\.isASCII)
  var text = String(String.UnicodeScalarView(basic))
  guard basic.count < label.count, label.count < 64 else { return String(String.UnicodeScalarView(label)) }
  if !basic.isEmpty { text += "-" }
  var (n, delta, bias, h) = (0x80, 0, 72, basic.count)
  while let next = label.lazy.map({ Int($0.value) }).filter({ $0 >= n }).min() {
    delta += (next - n) * (h + 1)
    n = next
    for scalar in label {
      if scalar.value < n { delta += 1 }
      guard scalar.value == n else { continue }
      var (q, k) = (delta, 36)
      while true {
        let t = min(max(k - bias, 1), 26)
        text.append(digit(q < t ? q : t + (q - t) % (36 - t)))
        if q < t { break }
        q = (q - t) / (36 - t)
        k += 36
      }
      delta /= h == basic.count ? 700 : 2
      delta += delta / (h + 1)
      bias = 0
      while delta > 455 {
        delta /= 35
        bias += 36
      }
      bias += 36 * delta / (delta + 38)
      delta = 0
      h += 1
    }
    delta += 1
    n += 1
  }
  return "xn--" + text
}

private func digit(_ value: Int) -> Character {
  Character(Unicode.Scalar(UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)))
}
