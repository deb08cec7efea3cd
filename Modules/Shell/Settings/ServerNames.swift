import JSON5

/// The servers of a file, for those that name another in the place of an address: `comics: "@xkcd"`. That is the address
/// of the same part there, else of its posts.
struct ServerNames {
  private let servers: [String: JSON5]
  private let names: [String]

  /// The parts that another server may have.
  private static let parts = ["comics", "todos", "fetch"]

  /// How many servers may name another, one the other.
  private static let longestWay = 8

  init(_ servers: [JSON5.Member]) {
    self.servers = Dictionary(servers.map { ($0.key, $0.value) }) { first, _ in first }
    names = servers.map(\.key)
  }

  /// What is written of a server, with addresses in the place of names.
  func replaced(in server: JSON5.Member, _ path: String) throws(Settings.Problem) -> JSON5 {
    guard case .object(var members) = server.value.content else { return server.value }
    for index in members.indices where Self.parts.contains(members[index].key) {
      let (part, value) = (members[index].key, members[index].value)
      guard case .text(let text) = value.content, text.hasPrefix("@") else { continue }
      do throws(ValueError) {
        let content = try written(part, of: String(text.dropFirst()), behind: [server.key])
        guard case .text(let url) = content, (try? address(url)) != nil else {
          throw ValueError("names \(text.excerpt), which has no address")
        }
        members[index].value.content = content
      } catch {
        throw Settings.Problem(line: value.line, "\(path).\(part) \(error.needs)")
      }
    }
    return JSON5(.object(members), line: server.value.line)
  }

  /// What is written as the address of a part of a server.
  /// - Parameter seen: the servers that have named it, one the other.
  private func written(
    _ part: String, of name: String, behind seen: [String]
  ) throws(ValueError) -> JSON5.Content {
    guard let server = servers[name] else {
      throw ValueError("names @\(name.excerpt), which is no server\(nearestServer(to: name, among: names))")
    }
    guard !seen.contains(name) else {
      throw ValueError("names @\((seen.dropFirst().first ?? name).excerpt), which leads back here; write an address")
    }
    guard seen.count <= Self.longestWay else {
      throw ValueError("leads through more than \(Self.longestWay) servers; write an address")
    }
    guard case .object(let members) = server.content else { return server.content }
    guard let own = members.first(where: { $0.key == part })?.value.content else {
      return members.first { $0.key == "address" }?.value.content ?? .null
    }
    guard case .text(let text) = own, text.hasPrefix("@") else { return own }
    return try written(part, of: String(text.dropFirst()), behind: seen + [name])
  }
}
