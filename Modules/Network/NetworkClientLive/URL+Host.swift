import Essentials

extension URL {
  /// Whether the host is a name or an address that always leads to this machine. Its other names are known only once
  /// they are resolved.
  var isThisMachine: Bool { host(percentEncoded: false).map(namesThisMachine) ?? false }
}

/// Whether a host is `localhost`, a name below it, or an address that leads back to where it is used (RFC 6761, 6.3;
/// RFC 6890, 2.2.2), however it is spelt: `127.1`, `0x7f000001` and `::ffff:127.0.0.1` are `127.0.0.1`.
func namesThisMachine(_ host: String) -> Bool {
  var name = host.lowercased()[...]
  // A zone (RFC 6874) does not change where a loopback address leads, nor does the dot of the root.
  if let zone = name.firstIndex(of: "%") { name = name[..<zone] }
  while name.last == "." { name.removeLast() }
  if name == "localhost" || name.hasSuffix(".localhost") { return true }
  var version4 = in_addr()
  if inet_aton(String(name), &version4) != 0 {
    return withUnsafeBytes(of: version4) { isThisNetwork($0[0]) }
  }
  var version6 = in6_addr()
  guard inet_pton(AF_INET6, String(name), &version6) == 1 else { return false }
  // `::` and `::1` are 0.0.0.0 and 0.0.0.1 written as IPv6 (RFC 4291, 2.5.5).
  return withUnsafeBytes(of: version6) { bytes in
    bytes[..<10].allSatisfy { $0 == 0 } && [[0, 0], [0xff, 0xff]].contains(Array(bytes[10..<12]))
      && isThisNetwork(bytes[12])
  }
}

/// Whether an address of IPv4 that begins with this byte is one of "this network" or a loopback address.
private func isThisNetwork(_ first: UInt8) -> Bool { first == 0 || first == 127 }

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
  var n = 0x80
  var delta = 0
  var bias = 72
  var h = basic.count
  while let next = label.lazy.map({ Int($0.value) }).filter({ $0 >= n }).min() {
    delta += (next - n) * (h + 1)
    n = next
    for scalar in label {
      if scalar.value < n { delta += 1 }
      guard scalar.value == n else { continue }
      var q = delta
      var k = 36
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
