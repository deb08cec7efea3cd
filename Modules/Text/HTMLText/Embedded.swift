import Essentials
import RichText

/// A picture, a frame, a video or a sound in a page.
struct Embedded: Equatable {
  /// The kind as a word for the reader, such as "Picture".
  var kind: String
  /// The author's description; may be empty.
  var label: String
  /// The address as it is written.
  var source: String
  /// The size in the attributes; nil unless they have both width and height.
  var size: RichText.Picture.Size?

  private static let kinds = [
    "img": "Picture", "iframe": "Frame", "embed": "Frame", "object": "Frame", "video": "Video", "audio": "Audio",
    "source": "Media", "amp-img": "Picture", "amp-iframe": "Frame", "amp-video": "Video", "amp-audio": "Audio",
    "amp-youtube": "Video",
  ]
  private static let players = [
    "youtube.com/", "youtube-nocookie.com/", "vimeo.com/", "dailymotion.com/", "videos/embed/",
  ]
  static let pictureEndings = [".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"]
  /// The largest width and height, in pixels, of a picture that is shown as a character of the text, such as an emoji.
  private static let signSize = 32
  /// The words in the classes of emoji and formulas.
  private static let signClasses: Set<Substring> = [
    "emoji", "emojione", "emoticon", "emoticons", "gemoji", "latex", "math", "mathjax", "smiley", "smilies", "twemoji",
  ]
  private static let signSources = [
    "core/emoji/", "latex.codecogs.com/", "latex.php", "twemoji.maxcdn", "twemoji/", "twemoji@",
  ]

  /// Returns nil for other elements, for one without an address, and for a picture that is shown as text: an emoji or a
  /// formula.
  /// - Parameter fallback: The address of an element that has none of its own.
  init?(_ name: String, _ attributes: [Attribute], fallback: String? = nil) {
    guard let kind = Self.kinds[name], let source = Self.source(attributes) ?? fallback else { return nil }
    if kind == "Picture", Self.isSign(attributes, source) { return nil }
    self.kind = kind == "Frame" && Self.players.contains { source.contains($0) } ? "Video" : kind
    self.label = Self.label(attributes)
    self.source = Self.watched(source)
    size = attributes.size
  }

  /// Returns the text of a picture, with its title if that is a sentence that says more, such as the second joke of a
  /// comic.
  private static func label(_ attributes: [Attribute]) -> String {
    let texts = ["alt", "title", "aria-label"].map { name in
      (attributes[name] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    guard let first = texts.first(where: { !$0.isEmpty }) else { return "" }
    let known = first.lowercased()
    let title = texts[1].lowercased()
    if known.contains(title) || !title.contains(" ") { return first }
    return title.contains(known) ? texts[1] : "\(first) – \(texts[1])"
  }

  /// The picture; nil for a film, a sound or a frame.
  var picture: RichText.Picture? { kind == "Picture" ? RichText.Picture(source, size: size) : nil }

  /// The text of its link.
  var words: String { label.isEmpty ? kind : "\(kind): \(label)" }

  /// Returns whether a link leads to the same picture, perhaps in another size.
  func isPicture(_ link: String) -> Bool {
    let path = link.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return link == source || kind == "Picture" && Self.pictureEndings.contains { path.hasSuffix($0) }
  }

  /// Returns whether a picture is an icon: small, or named as one, with a text to show in its place. The text of a small
  /// one may be empty, which means that it is not needed.
  private static func isSign(_ attributes: [Attribute], _ source: String) -> Bool {
    guard let text = attributes["alt"] else { return false }
    let lengths = attributes.lengths
    let isSmall = !lengths.isEmpty && lengths.allSatisfy { $0 <= signSize }
    if text.isEmpty { return isSmall && lengths.count == 2 }
    let classes = attributes["class"]?.lowercased() ?? ""
    return isSmall || classes.contains("ql-img") || classes.split { !$0.isLetter }.contains(where: signClasses.contains)
      || signSources.contains { source.contains($0) }
  }

  /// Returns the address in the attributes. Pages that load their pictures late have it in `data-src` and the like.
  static func source(_ attributes: [Attribute]) -> String? {
    for name in ["data-src", "data-original", "data-lazy-src", "src", "data", "srcset", "data-srcset"] {
      guard let value = attributes[name], !value.isEmpty else { continue }
      let start = value.prefix(6).lowercased()
      if start.hasPrefix("data:") || start == "about:" { continue }
      return name.hasSuffix("set") ? largest(of: value) : value
    }
    return attributes["data-videoid"].map { "https://www.youtube.com/watch?v=\($0)" }
  }

  /// Returns the address of the largest picture in a `srcset`, such as `a.png 1x, b.png 2x`.
  static func largest(of candidates: String) -> String? {
    var largest: String?
    var size = 0.0
    var rest = candidates[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      let address = rest.prefix { !$0.isWhitespace }
      guard !address.isEmpty else { return largest }
      rest = rest[address.endIndex...]
      let descriptor = address.last == "," ? "" : rest.prefix { $0 != "," }
      rest = rest.dropFirst(descriptor.count)
      let width = Double(descriptor.drop(while: \.isWhitespace).dropLast()) ?? 1
      if width > size, !address.lowercased().hasPrefix("data:") {
        largest = String(address.trimmed { $0 == "," })
        size = width
      }
    }
  }

  /// Returns the page of a YouTube video in place of its frame, which plays only within other pages.
  private static func watched(_ source: String) -> String {
    guard source.contains("/embed/"),
      let match = source.firstMatch(
        of: /^(?:https?:)?\/\/www\.youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]{11})(?:[?&]|$)/)
    else { return source }
    return "https://www.youtube.com/watch?v=\(match.1)"
  }
}

/// A `link` element in the head of a page, or an `a` element in its text.
public struct HTMLLink: Equatable, Sendable {
  /// The relations, in lower case.
  public var rel: Set<String>
  /// The media type as it is written.
  public var type: String
  /// The address as it is written.
  public var address: String
  /// The title; may be empty.
  public var title: String
  /// Whether it is an `a` element.
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
  /// Returns the links of a page in their order, and the address of its `base` element.
  public static func links(of page: String) -> (base: String?, links: [HTMLLink]) {
    var base: String?
    var links = [HTMLLink]()
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

  /// Returns the address that a page leads on to by itself, as it is written: that of its first `meta` element with
  /// `http-equiv="refresh"` (HTML Standard, 4.2.5.3). Nil for a page that is shown for more than ten seconds first: such
  /// pages only load themselves anew.
  public static func refresh(of page: String) -> String? {
    for token in tokens(of: page) {
      guard case .tag("meta", let attributes, false) = token, let content = attributes["content"],
        attributes["http-equiv"]?.trimmed.lowercased() == "refresh"
      else { continue }
      let match = content.firstMatch(of: /^\s*(\d+)[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*)/.ignoresCase())
      guard let match, let seconds = Int(match.1), seconds <= 10, !match.2.isEmpty else { return nil }
      return String(match.2).trimmed
    }
    return nil
  }
}
