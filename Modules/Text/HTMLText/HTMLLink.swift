/// A `link` of a page's head, or an `a` of its text.
public struct HTMLLink: Equatable, Sendable {
  /// The relations in small letters.
  public var rel: Set<String>
  /// The media type, as it is written.
  public var type: String
  /// The address, as it is written.
  public var address: String
  /// The title; may be empty.
  public var title: String
  /// Whether it is an `a`.
  public var isInText: Bool

  public init(rel: Set<String>, type: String, address: String, title: String, isInText: Bool = false) {
    self.rel = rel
    self.type = type
    self.address = address
    self.title = title
    self.isInText = isInText
  }
}

extension HTMLText {
  /// The links of a page in their order, and the address that `base` makes them relative to.
  public static func links(of page: String) -> (base: String?, links: [HTMLLink]) {
    var (base, links) = (String?.none, [HTMLLink]())
    for token in tokens(of: page) {
      guard case .tag(let name, let attributes, false) = token, ["link", "a", "base"].contains(name) else { continue }
      guard let address = attributes["href"], !address.isEmpty else { continue }
      if name == "base" {
        base = base ?? address
      } else {
        let rel = Set((attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
        links.append(
          HTMLLink(
            rel: rel, type: attributes["type"] ?? "", address: address, title: attributes["title"] ?? "",
            isInText: name == "a"))
      }
    }
    return (base, links)
  }
}
