public import Essentials

/// A server that has a name in the configuration file, and the settings that are its own.
public struct NamedServer: Equatable, Sendable {
  /// Its name, without the `@`.
  public let name: String
  /// Its own settings, by their keys: always an address.
  let members: [String: JSON5]

  /// The address of its posts, and of whatever has none of its own.
  public var address: String {
    if case .text(let text)? = members["address"]?.content { text } else { "" }
  }

  /// The value of a setting for this server.
  subscript(setting: Setting) -> JSON5? {
    members[setting.nameInServer] ?? (setting.isServer ? members["address"] : nil)
  }
}

extension ConfigurationFile {
  /// The most servers that may name another in place of an address, one the other.
  private static let longestWay = 8

  /// The address that is written as itself, or as `@` and the name of a server.
  /// - Parameters:
  ///   - part: The key of the address in `servers.NAME`. A server without it has the address of its posts, and one with
  ///     a name there, `comics: "@xkcd"`, the address of the same part of that server.
  ///   - seen: The servers that have named the server, one the other.
  public func address(
    _ text: String, of part: String, behind seen: [String] = []
  ) throws(ValueError) -> (url: URL, server: NamedServer?, line: Int?) {
    guard text.hasPrefix("@") else {
      if seen.isEmpty, server[text] != nil { throw ValueError("needs @ before a name; did you mean @\(text)?") }
      if seen.count > 1, (try? URL(server: text)) == nil {
        throw ValueError("names @\(seen[1].excerpt), which has no address")
      }
      return (try URL(server: text), nil, nil)
    }
    let name = String(text.dropFirst())
    guard let server = server[name] else {
      throw ValueError("names \(text.excerpt), which is no server\(nearest(to: name))")
    }
    guard !seen.contains(name) else {
      throw ValueError("names @\((seen.dropFirst().first ?? name).excerpt), which leads back here; write an address")
    }
    guard seen.count <= Self.longestWay else {
      throw ValueError("leads through more than \(Self.longestWay) servers; write an address")
    }
    guard let member = server.members[part] ?? server.members["address"], case .text(let next) = member.content else {
      throw ValueError("names @\((seen + [name])[min(1, seen.count)].excerpt), which has no address")
    }
    return (try address(next, of: part, behind: seen + [name]).url, server, member.line)
  }

  /// No server has this name.
  func unknown(_ name: String) -> UsageError {
    guard isThere else {
      return UsageError(
        "there is no server @\(name), because there is no configuration file \(path)",
        advice: "What can be set: satchel help", isInFile: true)
    }
    return UsageError("there is no server @\(name) in \(path)\(nearest(to: name))")
  }

  /// "; did you mean @work?", with the nearest name there is; where none is near, all names.
  private func nearest(to name: String) -> String {
    let names = servers.map { "@" + $0.name }
    let near = suggestion(for: "@" + name, in: names)
    if !near.isEmpty { return near }
    return names.isEmpty ? "; no server has a name" : "; there are \(names.prefix(9).joined(separator: ", ").excerpt)"
  }
}
