import Essentials

/// A `link` of a page's head.
public struct HeadLink: Equatable, Sendable {
  /// The relations in small letters.
  public var rel: Set<String>
  /// The media type, as it is written.
  public var type: String
  /// The address, as it is written.
  public var address: String
  /// The title; may be empty.
  public var title: String
}

extension HTMLText {
  /// The links of a page's head in their order, and the address that `base` makes them relative to.
  public static func headLinks(_ page: String) -> (base: String?, links: [HeadLink]) {
    var (base, links) = (String?.none, [HeadLink]())
    for token in tokens(of: page) {
      guard case .tag(let name, let attributes, false) = token, name == "link" || name == "base" else { continue }
      func value(_ name: String) -> String {
        attributes.first { $0.name == name }.map { decoded($0.value) }?.trimmed ?? ""
      }
      let address = value("href")
      guard !address.isEmpty else { continue }
      if name == "base" {
        base = base ?? address
      } else {
        let rel = Set(value("rel").lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
        links.append(HeadLink(rel: rel, type: value("type"), address: address, title: value("title")))
      }
    }
    return (base, links)
  }
}
