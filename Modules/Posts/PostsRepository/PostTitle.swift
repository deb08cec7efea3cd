public import Essentials
public import FlagsRepository
public import PostDomain

/// A post as the list shows it.
public struct PostTitle: Equatable, Sendable, Identifiable {
  /// Names the post.
  public var id: Post.ID
  /// Its headline, as the server sent it.
  public var title: String
  /// The author's name, where it is known.
  public var author: String?
  /// When it was published, where the server says so.
  public var date: Date?
  /// Where people read it, where the server says so: http or https.
  public var link: URL?
  /// What the reader has marked it with.
  public var mark: ItemMark

  public init(
    id: Post.ID, title: String, author: String? = nil, date: Date? = nil, link: URL? = nil, mark: ItemMark = ItemMark()
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.date = date
    self.link = link
    self.mark = mark
  }

  /// - `author`: the author's name, where it is known.
  public init(_ post: Post, author: String?, mark: ItemMark = ItemMark()) {
    self.init(id: post.id, title: post.title, author: author, date: post.date, link: post.link, mark: mark)
  }

  /// The same with other marks.
  public func marked(_ mark: ItemMark) -> Self {
    var title = self
    title.mark = mark
    return title
  }
}

/// A post with what other resources know about it.
public struct PostDetail: Hashable, Sendable, Identifiable {
  /// Names the post.
  public var id: Post.ID
  /// Its headline, as the server sent it.
  public var title: String
  /// Its text, as the server sent it.
  public var body: String
  /// When it was published, where the server says so.
  public var date: Date?
  /// Where people read it, where the server says so: http or https.
  public var link: URL?
  /// The author's name.
  public var author: Fact<String>
  /// What was said about it, in the server's order.
  public var comments: Fact<[Comment]>

  public init(
    id: Post.ID, title: String, body: String, date: Date? = nil, link: URL? = nil, author: Fact<String>,
    comments: Fact<[Comment]>
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.date = date
    self.link = link
    self.author = author
    self.comments = comments
  }
}

/// Something that is learnt after the post itself, or not at all.
public enum Fact<Value: Sendable>: Sendable {
  /// Nothing is known yet.
  case awaited
  /// It cannot be had.
  case unknown
  /// It is this.
  case known(Value)

  /// What is known.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension Fact: Equatable where Value: Equatable {}
extension Fact: Hashable where Value: Hashable {}
