// Posts, users, and comments as threads.

public import Essentials

/// A post: a title and a text by one author.
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
  private var box: Box?

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
  /// These values together. Each change of one of them makes a copy of all.
  public struct Extras: Hashable, Sendable {
    /// See `Post.author`.
    public var author: String?
    /// See `Post.format`.
    public var format: BodyFormat?
    /// See `Post.isSummary`.
    public var isSummary = false
    /// The address of `Post.base`, as a text: a list shows posts without it, and to parse that of each took longer than to
    /// read its row.
    public var base: String?
    /// See `Post.updated`.
    public var updated: Date?
    /// See `Post.listDate`.
    public var listDate: Date?
    /// See `Post.changedAt`.
    public var changedAt: Date?
    /// See `Post.hiding`.
    public var hiding: Hiding?
    /// See `Post.categories`.
    public var categories: [String] = []
    /// See `Post.related`.
    public var related: URL?
    /// See `Post.language`.
    public var language: String?
    /// See `Post.enclosures`.
    public var enclosures: [Enclosure] = []
    /// See `Post.discussion`.
    public var discussion = Discussion()

    public init() {}
  }

  /// The values that feeds send, which are all missing from the posts of most other servers.
  public var extras: Extras {
    get { box?.extras ?? Extras() }
    set { if newValue != extras { box = newValue == Extras() ? nil : Box(newValue) } }
  }

  /// The author's name, where it came with the post.
  public var author: String? {
    get { box?.extras.author }
    set { extras.author = newValue }
  }
  /// The form of the text; nil where the server does not say: then the text tells.
  public var format: BodyFormat? {
    get { box?.extras.format }
    set { extras.format = newValue }
  }
  /// Whether the text is only a summary.
  public var isSummary: Bool {
    get { box?.extras.isSummary ?? false }
    set { extras.isSummary = newValue }
  }
  /// Whether it is an entry of a feed, which has no other page than its link.
  public var isEntry: Bool { format != nil || isSummary }
  /// The address that addresses in the text are relative to, where that is not `link`.
  public var base: URL? {
    get { box?.extras.base.flatMap { URL(string: $0) } }
    set { extras.base = newValue?.absoluteString }
  }
  /// The date of the last change by its author, where the server gives it.
  public var updated: Date? {
    get { box?.extras.updated }
    set { extras.updated = newValue }
  }
  /// The date that stands for `date` in the order of the list; nil where that is `date` itself.
  public var listDate: Date? {
    get { box?.extras.listDate }
    set { extras.listDate = newValue }
  }
  /// The date when its title or its text was seen to have changed; nil once it was opened since.
  public var changedAt: Date? {
    get { box?.extras.changedAt }
    set { extras.changedAt = newValue }
  }
  /// The reason why it is left out of lists; nil for a post that is shown everywhere.
  public var hiding: Hiding? {
    get { box?.extras.hiding }
    set { extras.hiding = newValue }
  }
  /// The categories, as shown.
  public var categories: [String] {
    get { box?.extras.categories ?? [] }
    set { extras.categories = newValue }
  }
  /// A second page: the one that it is about, or where its author found it.
  public var related: URL? {
    get { box?.extras.related }
    set { extras.related = newValue }
  }
  /// The language as a BCP 47 tag, where the server says it.
  public var language: String? {
    get { box?.extras.language }
    set { extras.language = newValue }
  }
  /// The files that belong to it.
  public var enclosures: [Enclosure] {
    get { box?.extras.enclosures ?? [] }
    set { extras.enclosures = newValue }
  }
  /// The addresses and the number of its comments.
  public var discussion: Discussion {
    get { box?.extras.discussion ?? Discussion() }
    set { extras.discussion = newValue }
  }

  /// A reference to values that never change, so that a post without them is small.
  private final class Box: Hashable, Sendable {
    let extras: Extras

    init(_ extras: Extras) { self.extras = extras }

    static func == (left: Box, right: Box) -> Bool { left === right || left.extras == right.extras }

    func hash(into hasher: inout Hasher) { hasher.combine(extras) }
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
