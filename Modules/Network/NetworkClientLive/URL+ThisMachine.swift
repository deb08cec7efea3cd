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
