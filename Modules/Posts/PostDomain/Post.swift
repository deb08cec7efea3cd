// Posts, users, and comments as threads.

public import Essentials

/// A post: a title and a text by one author.
@dynamicMemberLookup
public struct Post: Hashable, Sendable, Identifiable {
  /// Names a post.
  public typealias ID = Identifier<Post>

  /// The form of a body.
  public enum BodyFormat: Int, Sendable {
    /// HTML, whether there are tags in it or not.
    case html = 1
    /// Text without any markup.
    case plain
  }

  /// The reason why a post is left out of lists; a greater one hides it from more of them.
  public enum Hiding: Int, Sendable {
    /// Its feed is quiet: it is in the list of its feed only.
    case quiet = 1
    /// A rule mutes it: it is shown when muted posts are asked for.
    case muted
    /// Another post with the same text is shown.
    case duplicate

    /// The word for it.
    public var word: String {
      switch self {
      case .quiet: "quiet"
      case .muted: "muted"
      case .duplicate: "duplicate"
      }
    }
  }

  /// The name of this post.
  public var id: ID
  /// The author, where the server names one that it lists.
  public var userID: User.ID?
  /// The headline, as the server sent it.
  public var title: String
  /// The text, as the server sent it.
  public var body: String
  /// The date of publication, where the server gives it.
  public var date: Date?
  /// The page of the post for people, where the server gives one: http or https.
  public var link: URL?
  /// The values that few servers send; nil where all of them are missing. Lists of a million posts have room for no more.
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
  /// These values together. Each of them is a property of the post, too; each change of one makes a copy of all.
  public struct Extras: Hashable, Sendable {
    /// The author's name, where it came with the post.
    public var author: String?
    /// The form of the text; nil where the server does not say: then the text tells.
    public var format: BodyFormat?
    /// Whether the text is only a summary.
    public var isSummary = false
    /// The address of `Post.base`, as a text: a list shows posts without it, and to parse that of each took longer than to
    /// read its row.
    public var base: String?
    /// The date of the last change by its author, where the server gives it.
    public var updated: Date?
    /// The date that stands for `date` in the order of the list; nil where that is `date` itself.
    public var listDate: Date?
    /// The date when its title or its text was seen to have changed; nil once it was opened since.
    public var changedAt: Date?
    /// The reason why it is left out of lists; nil for a post that is shown everywhere.
    public var hiding: Hiding?
    /// The categories, as shown.
    public var categories: [String] = []
    /// A second page: the one that it is about, or where its author found it.
    public var related: URL?
    /// The language as a BCP 47 tag, where the server says it.
    public var language: String?
    /// The files that belong to it.
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

  /// One of these values.
  public subscript<Value>(dynamicMember value: WritableKeyPath<Extras, Value>) -> Value {
    // Inlined, a key path takes no time.
    @inlinable get { box?.extras[keyPath: value] ?? Extras.none[keyPath: value] }
    set { extras[keyPath: value] = newValue }
  }

  /// Whether it is an entry of a feed, which has no other page than its link.
  public var isEntry: Bool { self.format != nil || self.isSummary }

  /// The address that addresses in the text are relative to, where that is not `link`.
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

/// A file that belongs to a post.
public struct Enclosure: Hashable, Sendable {
  /// The address.
  public var address: URL
  /// The media type.
  public var type: String?
  /// The size in bytes.
  public var length: Int?

  public init(address: URL, type: String? = nil, length: Int? = nil) {
    self.address = address
    self.type = type
    self.length = length
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
