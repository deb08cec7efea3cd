import Essentials

/// A text as it is in the document.
struct DraftText {
  var bytes: [UInt8]
  /// Whether it is certainly HTML.
  var isHTML = false
  /// Whether it is certainly plain text, or without a declaration that it is HTML.
  var isPlain = false
  var base: String?

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text on one line, without surrounding white space and with single spaces.
  var line: String {
    // Splitting takes ten times as long, and nearly all titles are lines.
    if isLine { return string }
    let words = bytes.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Whether there may be a tag or a character reference.
  var hasMarkup: Bool {
    bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "&") else { return bytes[index] == UInt8(ascii: "<") }
      return index + 1 < bytes.count && bytes[index + 1] > 0x20
    }
  }

  /// Returns whether the text is little more than markup, such as a picture with many addresses, beside a shorter one.
  func isMarkupBeside(_ shorter: DraftText) -> Bool {
    let enough = shorter.shownCount() / 2
    return shownCount(limit: enough) < enough
  }

  /// Returns the number of characters outside of tags without white space, roughly, up to a limit.
  private func shownCount(limit: Int = .max) -> Int {
    var count = 0
    var isInTag = false
    var isInReference = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "<") where !isPlain && index + 1 < bytes.count && bytes[index + 1] > 0x20: isInTag = true
      case UInt8(ascii: ">"): isInTag = false
      case _ where isInTag, 0...0x20, 0x80...0xBF: isInReference = false
      case UInt8(ascii: ";"): isInReference = false
      case UInt8(ascii: "&"): isInReference = true
      case _ where isInReference: break
      default:
        count += 1
        if count >= limit { return count }
      }
    }
    return count
  }

  private var isLine: Bool {
    // As if white space came before the text and after it.
    var isBlank = true
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x20 && isBlank { return false }
      isBlank = byte == 0x20
    }
    return !isBlank
  }
}

/// A link element of Atom.
struct DraftLink {
  var address: String
  var rel = "alternate"
  var type = ""
}

/// An entry that is being read.
struct DraftEntry {
  var id: String?
  /// The attribute `isPermaLink`, as it is written.
  var isPermalink: String?
  /// The attribute `rdf:about`.
  var about: String?
  var titles: [(element: FeedElement, text: DraftText)] = []
  /// The text of RSS's `link` element.
  var link: String?
  var links: [DraftLink] = []
  var originalLink: String?
  var authors: [FeedAuthor] = []
  var creators: [FeedAuthor] = []
  var podcasters: [FeedAuthor] = []
  var sourceAuthors: [FeedAuthor] = []
  /// The dates as they are written. They are parsed later, because few are used.
  var dates: [(element: FeedElement, text: String)] = []
  var texts: [(element: FeedElement, text: DraftText)] = []
  var categories: [String] = []
  private(set) var enclosures: [FeedEnclosure] = []
  /// The index of the enclosure that was read last.
  private(set) var lastEnclosure: Int?
  var comments = FeedComments()
  var answered: [String] = []
  var language: String?
  /// The language of its title or text, by their own attributes.
  var textLanguage: String?
  /// Whether it has an element by which no entry is identified, such as an author or a file.
  var hasDetails = false

  /// The limit of categories, of enclosures and of answered entries, above what entries for readers have.
  static let limit = 256

  mutating func addCategory(_ text: String) {
    let text = text.trimmed
    if !text.isEmpty, categories.count < Self.limit, !categories.contains(text) { categories.append(text) }
  }

  mutating func addEnclosure(_ enclosure: FeedEnclosure, title: String?) {
    lastEnclosure = enclosures.firstIndex { $0.address == enclosure.address }
    if lastEnclosure == nil, enclosures.count < Self.limit {
      lastEnclosure = enclosures.count
      enclosures.append(enclosure)
    }
    if let title { addEnclosureTitle(DraftText(bytes: Array(title.utf8)).line) }
  }

  /// Sets the title of the enclosure that was read last, unless it has one.
  /// - Parameter title: The title on one line.
  mutating func addEnclosureTitle(_ title: String) {
    guard let index = lastEnclosure, enclosures[index].title == nil, !title.isEmpty else { return }
    let limit = 2_000
    enclosures[index].title = title.utf8.count <= limit ? title : title.prefix(limit) + "…"
  }
}
