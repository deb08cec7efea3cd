// The text of a post as rich text and as plain text.

public import Essentials
import HTMLText
import Markdown
public import PostDomain
public import RichText

extension RichText {
  /// Creates the text that a server sends: HTML if it has block tags, otherwise light Markdown, which includes plain
  /// text; inline tags such as `<br>` do not make it HTML.
  /// - Parameters:
  ///   - text: The text as it was sent.
  ///   - page: The address that links are relative to. A link that cannot be resolved is plain text.
  public init(post text: String, on page: URL?) {
    self.init(markdownOrHTML: text)
    resolve(on: page)
  }

  /// Creates the text of HTML in a feed.
  /// - Parameters:
  ///   - text: The HTML.
  ///   - page: The address that links are relative to. A link that cannot be resolved is plain text.
  public init(html text: String, on page: URL?) {
    self.init(html: text)
    resolve(on: page)
  }

  /// Creates a text that is shown as it is written.
  fileprivate init(literal text: String, on page: URL?) {
    self.init(literal: text)
    resolve(on: page)
  }

  private mutating func resolve(on page: URL?) {
    let nowhere = URL(filePath: "/")
    for block in blocks.indices {
      for run in blocks[block].runs.indices {
        guard let link = blocks[block].runs[run].link else { continue }
        let address = Self.address(link, on: page ?? nowhere)
        // An address that is shown is shown in full.
        if let address, link.contains("://"), blocks[block].runs[run].text == link {
          blocks[block].runs[run].text = address
        }
        blocks[block].runs[run].link = address
      }
      let picture = blocks[block].picture
      blocks[block].picture = picture.flatMap { picture in
        URL(webAddress: picture.address, on: page ?? nowhere).map { .init($0.absoluteString, size: picture.size) }
      }
    }
  }

  /// Returns the absolute address of a link; nil for one within the same page, and for other schemes than http, https and
  /// mailto.
  private static func address(_ link: String, on page: URL) -> String? {
    if link.lowercased().hasPrefix("mailto:") { return URL(string: link.trimmed)?.absoluteString }
    guard let address = URL(webAddress: link, on: page)?.absoluteString else { return nil }
    // If the page itself is part of a document, another part may be another post.
    if page.fragment != nil { return address == page.absoluteString ? nil : address }
    let document = address.prefix { $0 != "#" }
    return document.count < address.count && document == page.absoluteString ? nil : address
  }
}

extension RichText {
  private init(markdownOrHTML text: String) {
    let decoded = HTMLText.hasReferences(text) ? HTMLText.attribute(text) : text
    // A tag that is written with references is meant to be shown.
    let isDecodedFirst = !HTMLText.hasTags(decoded)
    let markdown = RichText(markdown: isDecodedFirst ? decoded : text)
    // In code, a tag is an example.
    let isHTML = markdown.blocks.contains {
      $0.runs.contains { !$0.traits.contains(.code) && HTMLText.hasBlocks($0.text) }
    }
    self = isHTML ? RichText(html: text) : markdown
    guard !isHTML, !isDecodedFirst, decoded != text else { return }
    for block in blocks.indices {
      for run in blocks[block].runs.indices {
        blocks[block].runs[run].text = HTMLText.attribute(blocks[block].runs[run].text)
        blocks[block].runs[run].link = blocks[block].runs[run].link.map(HTMLText.attribute)
      }
    }
  }
}

extension Post {
  /// The text as it is shown.
  public var richText: RichText {
    let page = base ?? link
    return switch self.format {
    case .html: RichText(html: body, on: page)
    case .plain: RichText(literal: body, on: page)
    case nil: RichText(post: body, on: page)
    }
  }
}

extension Post {
  /// Returns the enclosures without the pictures that a text shows and those of its author, each picture in one size, the
  /// last.
  /// - Parameter text: The text of the post.
  public func files(notIn text: RichText) -> [Enclosure] {
    if self.enclosures.isEmpty { return [] }
    var shown = Set(text.blocks.compactMap { $0.picture.map { Self.picture($0.address) } })
    let files = self.enclosures.reversed().filter { file in
      let isAuthor = file.address.host()?.hasSuffix("gravatar.com") == true
      return shown.insert(Self.picture(file.address.absoluteString)).inserted && !isAuthor
    }
    return files.reversed()
  }

  /// Returns the address of a picture file without its query, which often tells the size; any other address as it is.
  private static func picture(_ address: String) -> Substring {
    let file = address.prefix { $0 != "?" && $0 != "#" }
    let end = file.split(separator: ".").last?.lowercased() ?? ""
    return ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"].contains(end) ? file : address[...]
  }
}

extension RichText {
  /// The maximum number of pictures of a text that are loaded.
  public static let pictureLimit = 24
  /// The total size of the pictures of a text, in bytes, above which no more are loaded.
  public static let pictureByteLimit = 32 << 20

  /// The addresses of the pictures that are loaded: each once, in the order of the text, at most `pictureLimit`.
  public var pictureAddresses: [URL] {
    var seen: Set<String> = []
    let addresses = blocks.compactMap(\.picture?.address).filter { seen.insert($0).inserted }
    return addresses.prefix(Self.pictureLimit).compactMap { URL(string: $0) }
  }
}
