import HTMLText

/// The entities that a document declares itself, as texts.
///
/// References within such a text are replaced once, where it is declared, by the characters of HTML and by the entities
/// before it. External entities and those for declarations are unknown. A reference to an unknown entity is text.
struct XMLEntities {
  /// The limit in bytes for the declarations.
  static let declarationLimit = 1 << 16
  /// The limit in bytes for the text of an entity.
  private static let textLimit = 1_024

  private var texts: [String: String] = [:]
  /// The number of bytes that references may still become in this document.
  private var room = 1 << 20

  var isEmpty: Bool { texts.isEmpty }

  /// Adds the entities that are declared between the brackets of a document type declaration, without comments.
  mutating func declare(_ declarations: [UInt8]) {
    let parts = String(decoding: declarations, as: UTF8.self).split(
      separator: "<!ENTITY", omittingEmptySubsequences: false)
    for part in parts.dropFirst() {
      let part = part.drop(while: \.isWhitespace)
      let name = part.prefix { !$0.isWhitespace }
      let value = part.dropFirst(name.count).drop(while: \.isWhitespace)
      guard let quote = value.first, quote == "\"" || quote == "'" else { continue }
      // The first of several declarations counts.
      guard let end = value.dropFirst().firstIndex(of: quote), texts[String(name)] == nil else { continue }
      texts[String(name)] = expanded(value[..<end].dropFirst())
    }
  }

  /// Returns the text that a reference stands for; nil if its entity is unknown or the document has used up its room.
  mutating func text(of name: some Collection<UInt8>) -> String? {
    guard let text = texts[String(decoding: name, as: UTF8.self)], text.utf8.count <= room else { return nil }
    room -= text.utf8.count
    return text
  }

  /// Returns a text with its references replaced; nil if it is too long.
  private func expanded(_ text: Substring) -> String? {
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&"), result.utf8.count <= Self.textLimit {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      let reference = rest.prefix(XMLCleaner.longest)
      let name = reference.prefix { $0 != ";" }
      let known = texts[String(name)] ?? HTMLText.text(ofReference: Array(name.utf8)[...])
      if name.count < reference.count, let known {
        result += known
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result += "&"
      }
    }
    result += rest
    return result.utf8.count <= Self.textLimit ? result : nil
  }
}
