public import Essentials
public import FlagsStore
public import PostDomain

/// A post as a row of a list shows it.
public struct PostTitle: Equatable, Sendable, Identifiable {
  /// The identifier of the post.
  public var id: Post.ID
  /// The headline, as the server sent it.
  public var title: String
  /// The author's name, if known.
  public var author: String?
  /// The date of publication, if the server sends one.
  public var date: Date?
  /// The date in the order of the list.
  public var listDate: Date?
  /// The http or https address of the post's page for people, if the server sends one.
  public var link: URL?
  /// The page of its comments, unless that is the post's page.
  public var commentsPage: URL?
  /// Whether the server has a page for a post without a link; false for the entries of a feed.
  public var hasServerPage = true
  /// The date of the last change by its author, if the server sends one.
  public var updated: Date?
  /// The categories, as shown.
  public var categories: [String] = []
  /// The files that belong to the post.
  public var enclosures: [Enclosure] = []
  /// The title of the post's feed, in a list of several feeds.
  public var feed: String?
  /// Whether the title or the text changed after it was last opened.
  public var isChanged = false
  /// The reason why the post is left out of lists; nil if it is not.
  public var hiding: Post.Hiding?
  /// The flags of the post.
  public var flags: ItemFlags

  public init(
    id: Post.ID, title: String, author: String? = nil, date: Date? = nil, link: URL? = nil,
    flags: ItemFlags = ItemFlags()
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.date = date
    listDate = date
    self.link = link
    self.flags = flags
  }

  /// Creates the title of a post.
  /// - Parameters:
  ///   - post: The post.
  ///   - author: The author's name, if another resource knows it.
  ///   - flags: The flags of the post.
  public init(_ post: Post, author: String?, flags: ItemFlags = ItemFlags()) {
    self.init(
      id: post.id, title: post.title, author: author ?? post.author, date: post.date, link: post.link, flags: flags)
    listDate = post.listDate ?? post.date
    hasServerPage = !post.isEntry
    commentsPage = post.commentsPage
    updated = post.updated
    categories = post.categories
    enclosures = post.enclosures
    isChanged = post.changedAt != nil
    hiding = post.hiding
  }

  /// Creates the title of a post that is not saved, so that only its identifier is known.
  public init(notSaved id: Post.ID, flags: ItemFlags = ItemFlags()) {
    self.init(id: id, title: "Post \(id), not saved yet", flags: flags)
    hasServerPage = false
  }
}

/// A post with its author's name and its comments.
public struct PostDetail: Hashable, Sendable, Identifiable {
  /// The post.
  public var post: Post
  /// The author's name.
  public var author: LatePart<String>
  /// The comments, in the server's order.
  public var comments: LatePart<[Comment]>
  /// The title of the post's feed, unless it goes without saying.
  public var feed: String?
  /// The other feeds that have the same text.
  public var alsoIn: [OtherFeed] = []

  public init(_ post: Post, author: LatePart<String>, comments: LatePart<[Comment]>) {
    self.post = post
    self.author = author
    self.comments = comments
  }

  /// The identifier of the post.
  public var id: Post.ID { post.id }

  /// Whether comments are requested: an entry of a feed has comments only if it links to a feed of them.
  public var isDiscussed: Bool { !post.isEntry || post.discussion.feed != nil }

  /// The number of loaded comments or, if it is greater, the number that the post states; nil for an entry of a feed that
  /// states none.
  public var commentCount: LatePart<Int>? {
    guard isDiscussed else { return post.discussion.count.map { .known($0) } }
    return switch comments {
    // A feed of comments has only the latest, as a rule.
    case .known(let came): .known(max(came.count, post.discussion.count ?? 0))
    case .awaited: .awaited
    case .unknown: .unknown
    }
  }
}

/// Another feed with the text of a post.
public struct OtherFeed: Hashable, Sendable {
  /// The title of the feed.
  public var title: String
  /// The link of its post.
  public var link: URL?
  /// The comments on its post.
  public var discussion: Discussion

  public init(title: String, link: URL? = nil, discussion: Discussion = Discussion()) {
    self.title = title
    self.link = link
    self.discussion = discussion
  }

  /// The page with its comments, or else its link.
  public var page: URL? { discussion.page ?? link }
}

/// A part of a post that arrives after the post itself, or never.
public enum LatePart<Value: Sendable>: Sendable {
  /// The value is still loading.
  case awaited
  /// The value does not exist or cannot be loaded.
  case unknown
  /// The value.
  case known(Value)

  /// The value, if known.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension LatePart: Equatable where Value: Equatable {}
extension LatePart: Hashable where Value: Hashable {}
