import Essentials

/// A text as a document has it.
struct DraftText {
  var bytes: [UInt8]
  /// Whether it is HTML for certain.
  var isHTML = false
  /// Whether it is plain for certain.
  var isPlain = false
  var base: String?

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text without white space at its ends, and without line ends and more than one space within.
  var line: String {
    var line: [UInt8] = []
    line.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
        line.append(byte)
      } else if let last = line.last, last != 0x20 {
        line.append(0x20)
      }
    }
    if line.last == 0x20 { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}

/// A link as Atom has it.
struct DraftLink {
  var address: String
  var rel = "alternate"
  var type = ""
}

/// An entry while it is read.
struct DraftEntry {
  var id: String?
  /// `isPermaLink`, as it is written.
  var isPermalink: String?
  /// `rdf:about`.
  var about: String?
  var titles: [(element: FeedElement, text: DraftText)] = []
  /// The text of RSS's `link`.
  var link: String?
  var links: [DraftLink] = []
  var originalLink: String?
  var authors: [FeedAuthor] = []
  var creators: [FeedAuthor] = []
  var podcasters: [FeedAuthor] = []
  var sourceAuthors: [FeedAuthor] = []
  /// As they are written: few are asked for.
  var dates: [(element: FeedElement, text: String)] = []
  var texts: [(element: FeedElement, text: DraftText)] = []
  var categories: [String] = []
  var enclosures: [FeedEnclosure] = []
  var comments = FeedComments()
  var language: String?

  /// No entry that is meant for readers has more categories or enclosures.
  static let limit = 256

  mutating func addCategory(_ text: String) {
    let text = text.trimmed
    if !text.isEmpty, categories.count < Self.limit, !categories.contains(text) { categories.append(text) }
  }
}
