public import Essentials
public import PostDomain

/// An entry of a feed as another reader has stored it.
public struct ImportedEntry: Equatable, Sendable {
  /// The identifier that the feed gave it; if it gave none, whatever that reader put in its place.
  public var key: String
  /// The headline; empty without one.
  public var title: String
  /// The author's name.
  public var author: String?
  /// The address of its page, as the feed wrote it.
  public var link: String?
  /// The date of publication.
  public var published: Date?
  /// The text; empty without one.
  public var text: String
  /// Whether the text is HTML and not plain text.
  public var isHTML: Bool
  /// The files that belong to it.
  public var enclosures: [Enclosure]
  /// Whether it was read, or deleted.
  public var isRead: Bool
  /// Whether it had a flag or a star.
  public var isBookmarked: Bool

  public init(
    key: String, title: String, author: String? = nil, link: String? = nil, published: Date? = nil, text: String = "",
    isHTML: Bool = true, enclosures: [Enclosure] = [], isRead: Bool = false, isBookmarked: Bool = false
  ) {
    self.key = key
    self.title = title
    self.author = author
    self.link = link
    self.published = published
    self.text = text
    self.isHTML = isHTML
    self.enclosures = enclosures
    self.isRead = isRead
    self.isBookmarked = isBookmarked
  }
}
