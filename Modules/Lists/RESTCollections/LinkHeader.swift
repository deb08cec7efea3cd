import Essentials

/// A link of a `Link` header field (RFC 8288).
public struct Link {
  /// The target as it is written, which may be relative.
  public var target: String
  /// The relation types of the link, in lower case.
  public var relations: Set<String>
  /// The media type of the target; may be empty.
  public var type: String
  /// The title; may be empty.
  public var title: String

  /// Returns all links of a field, in order.
  public static func all(in field: String) -> [Self] {
    var links: [Self] = []
    var rest = Substring(field)
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let target = rest[start..<end].dropFirst()
      rest = rest[end...].dropFirst()
      let parameters = parameters(&rest)
      func value(_ name: String) -> String { parameters.first { $0.name == name }?.value ?? "" }
      let relations = value("rel").lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      links.append(
        Self(
          target: String(target).trimmed, relations: Set(relations), type: value("type"), title: value("title")))
    }
    return links
  }
}

/// Removes the parameters of one link, and the comma behind them, from the front of `rest` and returns them.
private func parameters(_ rest: inout Substring) -> [(name: String, value: String)] {
  var found: [(name: String, value: String)] = []
  while true {
    rest = rest.drop { $0.isWhitespace || $0 == ";" }
    guard let first = rest.first, first != "," else { break }
    let name = rest.prefix { !"=;,".contains($0) }
    rest = rest.dropFirst(name.count)
    var value = ""
    if rest.first == "=" {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      value = rest.first == "\"" ? quoted(&rest) : token(&rest)
    }
    found.append((String(name).trimmed.lowercased(), value))
  }
  rest = rest.dropFirst()
  return found
}

private func token(_ rest: inout Substring) -> String {
  let token = rest.prefix { !";,".contains($0) }
  rest = rest.dropFirst(token.count)
  return String(token).trimmed
}

private func quoted(_ rest: inout Substring) -> String {
  rest = rest.dropFirst()
  var text = ""
  while let character = rest.popFirst(), character != "\"" {
    text.append(character == "\\" ? rest.popFirst() ?? character : character)
  }
  return text
}
