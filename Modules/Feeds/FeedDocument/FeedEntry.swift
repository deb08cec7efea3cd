public import Essentials
public import PostDomain

/// An entry of a feed, with the values that it inherits from its feed.
public struct FeedEntry: Equatable, Sendable {
  /// The key of the entry, unique within its feed and stable over time.
  public var key: String
  /// The headline in plain text; without one, the first words of the text or, without words, an address.
  public var title: String
  /// The address of the entry's page.
  public var link: String?
  /// A second address: the page that the entry is about, or where its author found it.
  public var secondLink: String?
  /// The authors of the entry, or else those of the feed.
  public var authors: [FeedAuthor] = []
  /// The date of publication; nil if it is missing or implausible.
  public var published: Date?
  /// The date of the last change.
  public var updated: Date?
  /// The longest of its texts.
  public var content: FeedText?
  /// The categories, as they are shown.
  public var categories: [String] = []
  /// The files that belong to it.
  public var enclosures: [FeedEnclosure] = []
  /// The addresses of its comments and their number.
  public var comments = FeedComments()
  /// The entries that it answers, each by its identifier or its address (RFC 4685).
  public var answered: [String] = []
  /// The language as a BCP 47 tag.
  public var language: String?

  public init(key: String, title: String) {
    self.key = key
    self.title = title
  }

  /// The date to sort by: the date of publication, or else of the last change.
  public var date: Date? { published ?? updated }
}

/// An author of a feed or entry.
public struct FeedAuthor: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// The email address.
  public var email: String?
  /// The address of a page about the author.
  public var link: String?

  public init(name: String? = nil, email: String? = nil, link: String? = nil) {
    self.name = name
    self.email = email
    self.link = link
  }

  /// The name to show: the name, the email address or the link.
  public var shownName: String { name ?? email ?? link ?? "" }
  var isEmpty: Bool { name == nil && email == nil && link == nil }
}

/// A text of an entry.
public struct FeedText: Equatable, Sendable {
  /// The text.
  public var text: String
  /// Whether it is HTML and not plain text.
  public var isHTML: Bool
  /// The element that it comes from. Contents are also `content:encoded` and JSON's `content_html` and `content_text`,
  /// and summaries `media:description`.
  public var source: Post.TextElement
  /// The address that its links are resolved against.
  public var base: String?

  public init(_ text: String, isHTML: Bool, source: Post.TextElement, base: String? = nil) {
    self.text = text
    self.isHTML = isHTML
    self.source = source
    self.base = base
  }
}

/// A file that belongs to an entry.
public struct FeedEnclosure: Equatable, Sendable {
  /// The address of the file.
  public var address: String
  /// The media type or, without one, the kind of its content, such as `image`.
  public var type: String?
  /// The size in bytes.
  public var length: Int?
  /// The title or the description, such as the text for people who do not see a picture, on one line.
  public var title: String?

  public init(address: String, type: String? = nil, length: Int? = nil, title: String? = nil) {
    self.address = address
    self.type = type
    self.length = length
    self.title = title
  }
}

/// The comments on an entry.
public struct FeedComments: Equatable, Sendable {
  /// The address of a page with the comments.
  public var address: String?
  /// The address of a feed of the comments.
  public var feed: String?
  /// The number of comments.
  public var count: Int?

  public init(address: String? = nil, feed: String? = nil, count: Int? = nil) {
    self.address = address
    self.feed = feed
    self.count = count
  }
}
