public import Essentials
import NetworkClient

/// A host, and the site that it belongs to. A site that is too busy for one of its feeds is too busy for all.
public struct WebSite: Hashable, Sendable {
  /// The host, in lower case; with its port for addresses and names of machines.
  public var host: String
  /// The last two labels of the host; three where the last has two letters and the one before three at most, as in
  /// `co.uk`.
  public var name: String

  /// Creates the site of an address; nil for one without a host.
  public init?(_ address: URL) {
    guard address.isWeb, var host = address.host()?.lowercased() else {
      return nil
    }
    while host.hasSuffix(".") { host.removeLast() }
    guard !host.isEmpty else { return nil }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = host.contains(":") || labels.allSatisfy { UInt($0) != nil }
    guard !isAddress, labels.count > 1, let last = labels.last, last != "localhost" else {
      self.host = "\(host):\(address.webOrigin.port)"
      name = self.host
      return
    }
    let hasShortEnd = last.count == 2 && labels[labels.count - 2].count <= 3
    self.host = host
    name = labels.suffix(hasShortEnd ? 3 : 2).joined(separator: ".")
  }
}
