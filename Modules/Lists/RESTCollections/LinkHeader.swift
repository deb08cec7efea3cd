import Essentials

/// A link of a `Link` header field (RFC 8288).
struct Link {
  /// The target as it is written, which may be relative.
  var target: String
  /// The relation types of the link, in lower case.
  var relations: [Substring]

  /// Returns all links of a field, in order.
  static func all(in field: String) -> [Self] {
    var links: [Self] = []
    var rest = Substring(field)
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let target = rest[start..<end].dropFirst()
      rest = rest[end...].dropFirst()
      let relations = parameters(&rest).first { $0.name == "rel" }?.value ?? ""
      links.append(
        Self(
          target: target.trimming, relations: relations.lowercased().split(whereSeparator: \.isWhitespace)))
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
    found.append((name.trimming.lowercased(), value))
  }
  rest = rest.dropFirst()
  return found
}

private func token(_ rest: inout Substring) -> String {
  let token = rest.prefix { !";,".contains($0) }
  rest = rest.dropFirst(token.count)
  return token.trimming
}

private func quoted(_ rest: inout Substring) -> String {
  rest = rest.dropFirst()
  var text = ""
  while let character = rest.popFirst(), character != "\"" {
    text.append(character == "\\" ? rest.popFirst() ?? character : character)
  }
  return text
}

extension Substring {
  fileprivate var trimming: String {
    String(trimmed(\.isWhitespace))
  }
}
