public import Essentials

/// An entry of a feed, with all that it inherits from its feed.
public struct FeedEntry: Equatable, Sendable {
  /// Names the entry within its feed, today and tomorrow.
  public var key: String
  /// The headline in plain text; where there is none, the first words of the text.
  public var title: String
  /// The address of its page.
  public var link: String?
  /// A second address: what it is about, or where it was found.
  public var secondLink: String?
  /// The authors, its own or inherited.
  public var authors: [FeedAuthor] = []
  /// When it was published; nil where that is not said, or cannot be meant.
  public var published: Date?
  /// When it was last changed.
  public var updated: Date?
  /// The fullest of its texts.
  public var content: FeedText?
  /// The categories, as shown.
  public var categories: [String] = []
  /// Files that belong to it.
  public var enclosures: [FeedEnclosure] = []
  /// The addresses and the number of its comments.
  public var comments = FeedComments()
  /// The language, as BCP 47 names it.
  public var language: String?

  init(key: String, title: String) {
    self.key = key
    self.title = title
  }

  /// The date for the order: published, else updated.
  public var date: Date? { published ?? updated }
}

/// Somebody who writes for a feed.
public struct FeedAuthor: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// The address of e-mail.
  public var email: String?
  /// A page about the author.
  public var link: String?

  public init(name: String? = nil, email: String? = nil, link: String? = nil) {
    self.name = name
    self.email = email
    self.link = link
  }

  /// The name to show.
  public var shownName: String { name ?? email ?? link ?? "" }
  var isEmpty: Bool { name == nil && email == nil && link == nil }
}

/// A text of an entry.
public struct FeedText: Equatable, Sendable {
  /// The elements that hold texts. A summary never replaces a text in full.
  public enum Source: Sendable {
    /// `content:encoded`, Atom's `content`, JSON's `content_html` and `content_text`.
    case content
    /// `description`, which is a summary in some feeds and all there is in others.
    case description
    /// `summary`, `media:description`.
    case summary
  }

  /// The text.
  public var text: String
  /// Whether it is HTML, or else plain text.
  public var isHTML: Bool
  /// The element it comes from.
  public var source: Source
  /// The address that its links are relative to.
  public var base: String?

  public init(_ text: String, isHTML: Bool, source: Source, base: String? = nil) {
    self.text = text
    self.isHTML = isHTML
    self.source = source
    self.base = base
  }
}

/// A file that belongs to an entry.
public struct FeedEnclosure: Equatable, Sendable {
  /// The address.
  public var address: String
  /// The media type.
  public var type: String?
  /// The size in bytes.
  public var length: Int?

  public init(address: String, type: String? = nil, length: Int? = nil) {
    self.address = address
    self.type = type
    self.length = length
  }
}

/// The comments on an entry.
public struct FeedComments: Equatable, Sendable {
  /// A page with them.
  public var address: String?
  /// A feed of them.
  public var feed: String?
  /// The number of comments.
  public var count: Int?

  public init(address: String? = nil, feed: String? = nil, count: Int? = nil) {
    self.address = address
    self.feed = feed
    self.count = count
  }
}
