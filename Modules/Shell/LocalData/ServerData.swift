public import Essentials

/// What is kept of one server.
public struct ServerData: Sendable {
  /// Its address; where that was too long for a file's name, that name.
  public var address: String
  /// Where what can be had again is; nil where nothing is.
  public var cache: SavedFile?
  /// Where what cannot be had again is; nil where nothing is.
  public var state: SavedFile?
  /// The list of posts.
  public var posts: SavedList
  /// Of how many posts the comments are kept.
  public var comments: Int
  /// The list of comics.
  public var comics: SavedList
  /// How many pictures there are, and how many bytes they take.
  public var pictures: (count: Int, bytes: Int)
  /// The list of to-dos.
  public var todos: SavedList
  /// How many changes wait to be sent.
  public var waiting: Int
  /// How many the server has refused.
  public var refused: Int
  /// How many posts and comics are bookmarked.
  public var bookmarks: Int
  /// How many response codes were fetched.
  public var codes: Int
  /// Why something cannot be read, in which case the rest counts nothing of it: of the cache, of the state.
  public var failures: [any Error]

  public init(
    address: String, cache: SavedFile? = nil, state: SavedFile? = nil, posts: SavedList = SavedList(),
    comments: Int = 0,
    comics: SavedList = SavedList(), pictures: (count: Int, bytes: Int) = (0, 0), todos: SavedList = SavedList(),
    waiting: Int = 0, refused: Int = 0, bookmarks: Int = 0, codes: Int = 0, failures: [any Error] = []
  ) {
    (self.address, self.cache, self.state) = (address, cache, state)
    (self.posts, self.comments) = (posts, comments)
    (self.comics, self.pictures) = (comics, pictures)
    (self.todos, self.waiting, self.refused) = (todos, waiting, refused)
    (self.bookmarks, self.codes, self.failures) = (bookmarks, codes, failures)
  }
}

/// A list that is kept.
public struct SavedList: Hashable, Sendable {
  /// How many items it has.
  public var count: Int
  /// When the server last gave its beginning; nil where it never has.
  public var fetchedAt: Date?

  public init(count: Int = 0, fetchedAt: Date? = nil) { (self.count, self.fetchedAt) = (count, fetchedAt) }
}

/// A database on the disk.
public struct SavedFile: Hashable, Sendable {
  /// Where it is.
  public var path: String
  /// How many bytes it takes, with what is beside it.
  public var bytes: Int

  public init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
}
