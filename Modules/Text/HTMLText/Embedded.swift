import Essentials
import RichText

/// Something that a page shows from another address: a picture, a frame, a film.
struct Embedded: Equatable {
  /// The kind for a reader: "Picture".
  var kind: String
  /// The description by its writer; may be empty.
  var label: String
  /// The address as the writer has it.
  var source: String
  /// The size at which it is to be shown; nil where the element does not tell both sides.
  var size: RichText.Picture.Size?

  private static let kinds = [
    "img": "Picture", "iframe": "Frame", "embed": "Frame", "object": "Frame", "video": "Video", "audio": "Audio",
    "source": "Media",
  ]
  private static let players = [
    "youtube.com/", "youtube-nocookie.com/", "vimeo.com/", "dailymotion.com/", "videos/embed/",
  ]
  private static let pictureEndings = [".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"]
  /// No larger are the signs that stand in a line, as letters do.
  private static let signSize = 32
  private static let signClasses = ["emoji", "emoticon", "latex", "math", "ql-img", "smiley"]
  private static let signSources = ["core/emoji/", "latex.codecogs.com/", "latex.php", "twemoji"]

  /// Nil where the element is none, or has no address; and where a picture is a sign in a line: an emoji, a formula.
  /// - Parameter fallback: where it is, if the element itself does not tell.
  init?(_ name: String, _ attributes: [Attribute], fallback: String? = nil) {
    guard let kind = Self.kinds[name], let source = Self.source(attributes) ?? fallback else { return nil }
    if name == "img", Self.isSign(attributes, source) { return nil }
    self.kind = kind == "Frame" && Self.players.contains { source.contains($0) } ? "Video" : kind
    label = ["alt", "title", "aria-label"].compactMap { attributes[$0] }.first { !$0.isEmpty } ?? ""
    self.source = Self.watched(source)
    size = attributes.size
  }

  /// The picture; nil for a film, a sound or a frame.
  var picture: RichText.Picture? { kind == "Picture" ? RichText.Picture(source, size: size) : nil }

  /// The text before its address.
  var words: String { label.isEmpty ? kind : "\(kind): \(label)" }

  /// Whether an address is that of the same picture, larger perhaps.
  func isPicture(_ link: String) -> Bool {
    let path = link.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return link == source || kind == "Picture" && Self.pictureEndings.contains { path.hasSuffix($0) }
  }

  private static func isSign(_ attributes: [Attribute], _ source: String) -> Bool {
    let classes = attributes["class"]?.lowercased() ?? ""
    return signClasses.contains { classes.contains($0) } || signSources.contains { source.contains($0) }
      || attributes.lengths.contains { $0 <= signSize }
  }

  /// The address that the element gives: a page that loads its pictures late has their address elsewhere.
  static func source(_ attributes: [Attribute]) -> String? {
    for name in ["data-src", "data-original", "data-lazy-src", "src", "data", "srcset", "data-srcset"] {
      guard let value = attributes[name], !value.isEmpty, !value.lowercased().hasPrefix("data:") else { continue }
      return name.hasSuffix("set") ? largest(of: value) : value
    }
    return nil
  }

  /// The address of the largest picture of several: `a.png 1x, b.png 2x`.
  static func largest(of candidates: String) -> String? {
    var (largest, size, rest) = (String?.none, 0.0, candidates[...])
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      let address = rest.prefix { !$0.isWhitespace }
      guard !address.isEmpty else { return largest }
      rest = rest[address.endIndex...]
      let descriptor = address.last == "," ? "" : rest.prefix { $0 != "," }
      rest = rest.dropFirst(descriptor.count)
      let width = Double(descriptor.drop(while: \.isWhitespace).dropLast()) ?? 1
      if width > size { (largest, size) = (String(address.trimmed { $0 == "," }), width) }
    }
  }

  /// The page of a film that is a frame of YouTube, which plays on other pages alone.
  private static func watched(_ source: String) -> String {
    guard source.contains("/embed/"),
      let match = source.firstMatch(
        of: /^(?:https?:)?\/\/www\.youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]{11})(?:[?&]|$)/)
    else { return source }
    return "https://www.youtube.com/watch?v=\(match.1)"
  }
}

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
