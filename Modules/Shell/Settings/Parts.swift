import Essentials
import JSON5
import Suggestion

/// The servers of an object: `{ work: "https://…", home: { address: "http://…", … } }`.
func namedServers(_ value: JSON5, _ path: String) throws(Settings.Problem) -> [NamedServer] {
  guard case .object(let members) = value.content else {
    throw Settings.Problem(
      line: value.line, "\(path) needs an object such as { work: \"https://…\" }, not \(value.inWords)")
  }
  let names = ServerNames(members)
  var (servers, lines) = ([NamedServer](), [String: Int]())
  for member in members {
    guard !member.key.isEmpty, member.key.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) else {
      throw Settings.Problem(
        line: member.line, "a server's name needs to be letters, digits, -, _ and ., not \"\(member.key.excerpt)\"")
    }
    if let line = lines.updateValue(member.line, forKey: member.key) {
      throw Settings.Problem(line: member.line, "\(path).\(member.key.excerpt) is set again; it was in line \(line)")
    }
    let path = "\(path).\(member.key.excerpt)"
    servers.append(try namedServer(member.key, try names.replaced(in: member, path), path))
  }
  return servers
}

private func namedServer(_ name: String, _ value: JSON5, _ path: String) throws(Settings.Problem) -> NamedServer {
  guard case .object(let members) = value.content else {
    return NamedServer(name: name, address: try located(value, path))
  }
  guard let address = members.first(where: { $0.key == "address" }) else {
    // What was misspelt comes first.
    var draft = NamedServer(name: name, address: Located(URL(filePath: "/"), line: value.line))
    try NamedServer.entries.read(members, into: &draft, path: path + ".")
    throw Settings.Problem(line: value.line, "\(path) needs an address: { address: \"https://…\" }")
  }
  var server = NamedServer(name: name, address: try located(address.value, "\(path).address"))
  try NamedServer.entries.read(members, into: &server, path: path + ".")
  return server
}

func located(_ value: JSON5, _ path: String) throws(Settings.Problem) -> Located<URL> {
  do {
    return Located(try address(try value.text("an address in quotes")), line: value.line)
  } catch {
    throw Settings.Problem(line: value.line, "\(path) \(error.needs)")
  }
}

func anAddress(_ server: NamedServer, _ value: JSON5) throws(ValueError) -> URL {
  try address(try value.text("an address in quotes"))
}

func readerSections(_ value: JSON5) throws(ValueError) -> [ReaderSection] {
  let names = ReaderSection.allCases.map(\.rawValue)
  let needed = "a list of \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
  guard case .array(let elements) = value.content, !elements.isEmpty else {
    throw ValueError("needs \(needed), not \(value.inWords)")
  }
  var sections: [ReaderSection] = []
  for element in elements {
    let name = try element.text(needed)
    guard let section = ReaderSection(rawValue: name) else {
      throw ValueError(
        "can hold \(names.joined(separator: ", ")), not \(name.excerpt)\(suggestion(for: name, in: names))")
    }
    guard !sections.contains(section) else { throw ValueError("holds \(name) twice") }
    sections.append(section)
  }
  return sections
}

func timeLimit(_ value: JSON5) throws(ValueError) -> Duration {
  guard case .number(let number) = value.content else { return try seconds(nil, written: value.inWords) }
  return try seconds(number, written: value.inWords)
}
