public import Essentials
public import Store

/// The saved data of one server.
public struct ServerData: Sendable {
  /// The address of the server; its file's name when the address was too long for that.
  public var address: String
  /// The cache; nil when there is none.
  public var cache: SavedFile?
  /// The state; nil when there is none.
  public var state: SavedFile?
  /// The list of posts.
  public var posts = SavedList()
  /// The number of posts with cached comments.
  public var comments = 0
  /// The cached pictures in the texts of posts.
  public var postPictures = StoreUsage()
  /// The list of comics.
  public var comics = SavedList()
  /// The cached pictures of comics.
  public var pictures = StoreUsage()
  /// The list of to-dos.
  public var todos = SavedList()
  /// The number of edits waiting to be sent.
  public var waiting = 0
  /// The number of edits that the server refused.
  public var refused = 0
  /// The number of bookmarked posts and comics.
  public var bookmarks = 0
  /// The number of response codes fetched.
  public var codes = 0
  /// The errors of reading the cache and the state; data that cannot be read counts as none.
  public var failures: [any Error] = []

  public init(address: String, cache: SavedFile? = nil, state: SavedFile? = nil) {
    self.address = address
    self.cache = cache
    self.state = state
  }
}

/// A saved list.
public struct SavedList: Hashable, Sendable {
  /// The number of items.
  public var count: Int
  /// The last date at which the server returned the first page; nil for never.
  public var fetchedAt: Date?

  public init(count: Int = 0, fetchedAt: Date? = nil) {
    self.count = count
    self.fetchedAt = fetchedAt
  }
}

/// A database on the disk.
public struct SavedFile: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The size in bytes, including the files that SQLite writes beside it.
  public var bytes: Int

  public init(path: String, bytes: Int) {
    self.path = path
    self.bytes = bytes
  }
}
