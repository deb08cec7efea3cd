import Foundation

/// Returns whether this machine has a default route. Without one, an unknown host cannot be told from a missing network.
public func hasRoute() -> Bool {
  // proc_net(5): the device comes first or last, and zeros are the destination of the default route.
  func destinations(_ file: String, _ column: Int) -> [Substring] {
    let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.map { $0.split(whereSeparator: \.isWhitespace) }
      .filter { $0.count > column && $0.last != "lo" }.map { $0[column] }
  }
  return (destinations("/proc/net/route", 1) + destinations("/proc/net/ipv6_route", 0)).contains { destination in
    destination.allSatisfy { $0 == "0" }
  }
}
