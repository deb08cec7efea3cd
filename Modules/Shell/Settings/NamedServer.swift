import Essentials

/// A server with a name in the configuration file, and the settings of that server.
public struct NamedServer: Equatable, Sendable {
  /// The name, without the `@`.
  public let name: String
  /// The settings of the server by key; there is always an address.
  let members: [String: JSON5]

  /// The address of the posts, which is also the default for the other resources, without user name and password.
  public var address: String {
    guard case .text(let text)? = members["address"]?.content else { return "" }
    return (try? ServerAddress(text).url.absoluteString) ?? text
  }

  /// Returns the value of a setting for this server.
  subscript(setting: Setting) -> JSON5? {
    members[setting.nameInServer] ?? (setting.isServer ? members["address"] : nil)
  }
}

extension ConfigurationFile {
  /// The longest chain of servers that name each other instead of an address.
  private static let maximumChainLength = 8

  /// Returns the address for a text that is one, or is `@` and the name of a server.
  /// - Parameters:
  ///   - text: The address, or the name after `@`.
  ///   - part: The key of the address in `servers.NAME`. A server without this key uses the address of its posts. A
  ///     name there, such as `comics: "@xkcd"`, stands for the same part of that server.
  ///   - chain: The servers that led here.
  public func address(
    _ text: String, of part: String, via chain: [String] = []
  ) throws(ValueError) -> (address: ServerAddress, server: NamedServer?, line: Int?) {
    guard text.hasPrefix("@") else {
      if chain.isEmpty, server(named: text) != nil { throw ValueError("needs @ before a name; did you mean @\(text)?") }
      if chain.count > 1, (try? ServerAddress(text)) == nil {
        throw ValueError("names @\(chain[1].excerpt), which has no address")
      }
      return (try ServerAddress(text), nil, nil)
    }
    let name = String(text.dropFirst())
    guard let server = server(named: name) else {
      throw ValueError("names \(text.excerpt), which is not a server\(nearest(to: name))")
    }
    guard !chain.contains(name) else {
      throw ValueError("names @\((chain.dropFirst().first ?? name).excerpt), which leads back here; write an address")
    }
    guard chain.count <= Self.maximumChainLength else {
      throw ValueError("leads through more than \(Self.maximumChainLength) servers; write an address")
    }
    guard let member = server.members[part] ?? server.members["address"], case .text(let next) = member.content else {
      throw ValueError("names @\((chain + [name])[min(1, chain.count)].excerpt), which has no address")
    }
    return (try address(next, of: part, via: chain + [name]).address, server, member.line)
  }

  /// Returns the server with a name; nil if there is none.
  func server(named name: String) -> NamedServer? { servers.first { $0.name == name } }

  /// Returns the error for a name that no server has.
  func unknown(_ name: String) -> UsageError {
    guard isThere else {
      return UsageError(
        "there is no server @\(name), because there is no configuration file \(path)",
        advice: "What can be set: satchel help")
    }
    return UsageError("there is no server @\(name) in \(path)\(nearest(to: name))")
  }

  /// Returns "; did you mean @work?" with the nearest name, or all names when none is near.
  private func nearest(to name: String) -> String {
    let names = servers.map { "@" + $0.name }
    let near = suggestion(for: "@" + name, in: names)
    if !near.isEmpty { return near }
    return names.isEmpty ? "; no server has a name" : "; there are \(names.prefix(9).joined(separator: ", ").excerpt)"
  }
}
