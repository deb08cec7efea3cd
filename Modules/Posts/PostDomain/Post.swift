// Posts, users, and comments as threads.

public import Essentials

/// A post: a title and a text by one author.
@dynamicMemberLookup
public struct Post: Hashable, Sendable, Identifiable {
  /// The identifier of a post.
  public typealias ID = Identifier<Post>

  /// The format of a body.
  public enum BodyFormat: Int, Sendable {
    /// HTML, with or without tags.
    case html = 1
    /// Text, which is shown as it is written.
    case plain
  }

  /// The elements of feeds that have texts; a greater one has more of the text.
  public enum TextElement: Int, Sendable {
    /// An element for summaries.
    case summary = 1
    /// The description of RSS, which is a summary in some feeds and the full text in others.
    case description
    /// An element for full texts.
    case content
  }

  /// The reason why a post is left out of lists; a greater value hides it from more of them.
  public enum Hiding: Int, Sendable {
    /// Its feed is quiet: it is listed in its feed only.
    case quiet = 1
    /// A rule mutes it: it is shown with other muted posts on request.
    case muted
    /// Another post with the same text is shown.
    case duplicate

    /// The name in JSON.
    public var word: String {
      switch self {
      case .quiet: "quiet"
      case .muted: "muted"
      case .duplicate: "duplicate"
      }
    }
  }

  /// The identifier of this post.
  public var id: ID
  /// The author in the server's list of users; nil if there is none.
  public var userID: User.ID?
  /// The title as the server sent it.
  public var title: String
  /// The text as the server sent it.
  public var body: String
  /// The date of publication, if the server sends one.
  public var date: Date?
  /// The web page of the post, if the server sends one: http or https.
  public var link: URL?
  /// The values that few servers send; nil if all are missing, which saves memory in lists of a million posts.
  @usableFromInline var box: Box?

  public init(id: ID, userID: User.ID?, title: String, body: String, date: Date? = nil, link: URL? = nil) {
    self.id = id
    self.userID = userID
    self.title = title
    self.body = body
    self.date = date
    self.link = link
  }
}

/// The values that feeds send with a post, and few other servers.
extension Post {
  /// These values together. Each is also a property of the post; changing one copies all of them.
  public struct Extras: Hashable, Sendable {
    /// The author's name, if it came with the post.
    public var author: String?
    /// The format of the text; nil if it is to be found out from the text.
    public var format: BodyFormat?
    /// Whether the text is only a summary.
    public var isSummary = false
    /// The element that the text comes from; nil if that is not known.
    public var element: TextElement?
    /// The address of `Post.base` as text: parsing it would take longer than reading a row, and lists do not need it.
    public var base: String?
    /// The date of the last change by the author, if the server sends one.
    public var updated: Date?
    /// The date by which the post is sorted; nil if that is `date`.
    public var listDate: Date?
    /// The date when the title or the text was found to have changed; nil if the post was opened since.
    public var changedAt: Date?
    /// The reason why it is left out of lists; nil if it is shown everywhere.
    public var hiding: Hiding?
    /// The categories, as shown.
    public var categories: [String] = []
    /// A second page, such as the one that the post is about.
    public var related: URL?
    /// The language as a BCP 47 tag, if the server sends one.
    public var language: String?
    /// The enclosures.
    public var enclosures: [Enclosure] = []
    /// The addresses and the number of its comments.
    public var discussion = Discussion()

    public init() {}

    @usableFromInline static let none = Self()
  }

  /// The values that feeds send, which are all missing from the posts of most other servers.
  public var extras: Extras {
    get { box?.extras ?? .none }
    set { if newValue != extras { box = newValue == .none ? nil : Box(newValue) } }
  }

  /// Returns one of these values.
  public subscript<Value>(dynamicMember value: WritableKeyPath<Extras, Value>) -> Value {
    // Inlined, a key path takes no time.
    @inlinable get { box?.extras[keyPath: value] ?? Extras.none[keyPath: value] }
    set { extras[keyPath: value] = newValue }
  }

  /// The page of its comments, unless that is the page of the post.
  public var commentsPage: URL? {
    box?.extras.discussion.page.flatMap { $0.absoluteString == link?.absoluteString ? nil : $0 }
  }

  /// Whether it is an entry of a feed, whose only web page is its link.
  public var isEntry: Bool { self.format != nil || self.isSummary }

  /// The address that addresses in the text are relative to; nil if that is `link`.
  public var base: URL? {
    get { box?.extras.base.flatMap { URL(string: $0) } }
    set { extras.base = newValue?.absoluteString }
  }

  /// A reference to values that never change, so that a post without them is small.
  @usableFromInline final class Box: Hashable, Sendable {
    @usableFromInline let extras: Extras

    init(_ extras: Extras) { self.extras = extras }

    @usableFromInline static func == (left: Box, right: Box) -> Bool {
      left === right || left.extras == right.extras
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(extras) }
  }
}

/// An enclosure: a file that belongs to a post.
public struct Enclosure: Hashable, Sendable {
  /// The address.
  public var address: URL
  /// The media type, or only its kind, such as `image`.
  public var type: String?
  /// The size in bytes.
  public var length: Int?
  /// The title or the description, such as the text for people who do not see a picture, on one line.
  public var title: String?

  public init(address: URL, type: String? = nil, length: Int? = nil, title: String? = nil) {
    self.address = address
    self.type = type
    self.length = length
    self.title = title
  }
}

/// The comments on a post that are elsewhere.
public struct Discussion: Hashable, Sendable {
  /// A page with them.
  public var page: URL?
  /// A feed of them.
  public var feed: URL?
  /// The number of comments.
  public var count: Int?

  public init(page: URL? = nil, feed: URL? = nil, count: Int? = nil) {
    self.page = page
    self.feed = feed
    self.count = count
  }
}

/// The identifier of an entity. Servers use numbers or texts; both are stored as text.
public struct Identifier<Entity>: Hashable, Sendable, CustomStringConvertible {
  /// The identifier as it appears in a URL.
  public let text: String

  public init(_ text: String) { self.text = text }
  public init(_ number: Int) { text = String(number) }

  /// The text.
  public var description: String { text }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
