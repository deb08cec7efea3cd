import Essentials

/// The kind of a document by its first bytes.
enum DocumentKind {
  case empty, other, page, json, xml

  init(of body: Data) {
    var start = [UInt8](body.prefix(8_192))
    let marks: [UInt8] = [0, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF]
    // Without zero bytes and byte order marks, ASCII in UTF-16 and UTF-32 is plain ASCII.
    if start.contains(0) || start.first.map(marks.contains) == true { start.removeAll(where: marks.contains) }
    let text = String(decoding: start, as: UTF8.self).trimmed
    guard let first = text.first else {
      self = body.isEmpty || start.isEmpty || start.allSatisfy { $0 <= 0x20 } ? .empty : .other
      return
    }
    if first == "{" || first == "[" {
      self = .json
    } else if let root = Self.root(of: text) {
      self = Self.pageParts.contains(root) ? .page : .xml
    } else {
      self = first == "<" && body.count > start.count ? .xml : .other
    }
  }

  /// The elements that HTML pages start with.
  private static let pageParts: Set<String> = [
    "html", "head", "body", "!doctype html", "meta", "title", "script", "link",
  ]

  /// Returns the name of the first element in lower case, or `!doctype html`.
  private static func root(of text: String) -> String? {
    var rest = text[...]
    var doctype: String?
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return doctype }
        rest = rest[end.upperBound...]
      } else if let first = rest.first, first.isLetter || first == "_" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || "_-:.".contains($0) }.lowercased()
        // Some feeds have the document type of a page.
        return ["rss", "feed", "rdf:rdf"].contains(name) ? name : doctype ?? name
      } else if rest.prefix(13).lowercased() == "!doctype html" {
        doctype = "!doctype html"
      }
    }
    return doctype
  }
}
