import CachedPictures
import ComicsRepository
import ComicsStore
import ComicsStoreLive
import CommentsStore
import CommentsStoreLive
import ContentDomain
import Database
import FlagsStore
import FlagsStoreLive
import Outbox
import PagedList
import PositionsStore
import PositionsStoreLive
import PostsRepository
import PostsStore
import PostsStoreLive
import Repositories
import ResponseCodeStore
import ResponseCodeStoreLive
import Store
import TodoDomain
import TodosStore
import TodosStoreLive
import UsersStore
import UsersStoreLive

/// The stores in one server's cache.
struct CacheStores: Sendable {
  let database: Database
  var posts: PostsStore { .live(database: database) }
  var users: UsersStore { .live(database: database) }
  var comments: CommentsStore { .live(database: database) }
  var comics: ComicsStore { .live(database: database) }
  var pictures: PicturesStore { .live(database: database) }
  var missingPictures: MissingPicturesStore { .live(database: database) }
  var postPictures: PicturesStore { .ofPosts(in: database) }
  var missingPostPictures: MissingPicturesStore { .ofPosts(in: database) }

  /// Writes which posts and comics are read to the state, before the lists are removed.
  func saveReadItems(of kinds: [ItemKind], in state: StateStores) async throws {
    if kinds.contains(.post) { try await posts.saveReadItems(in: state.flags, .post) }
    if kinds.contains(.comic) { try await comics.saveReadItems(in: state.flags, .comic) }
  }

  /// Returns whether there is data of the posts or the comics, or data that cannot be read.
  func hasData(of part: DataPart) async -> Bool {
    var data = ServerData(address: "")
    await data.read(self)
    let isEmpty =
      part == .comics
      ? data.comics == SavedList() && data.pictures.count == 0
      : data.posts == SavedList() && data.comments == 0 && data.postPictures.count == 0
    return !isEmpty || !data.failures.isEmpty
  }

  /// Removes the data of a part, and returns its space to the file system.
  func forget(_ part: DataPart) async throws {
    if part != .comics {
      try await posts.removeAll()
      try await users.removeAll()
      try await comments.removeAll()
      try await postPictures.removeAll()
      try await missingPostPictures.removeAll()
    }
    if part != .posts {
      try await comics.removeAll()
      try await pictures.removeAll()
      try await missingPictures.removeAll()
    }
    try await database.compact()
  }
}

/// The stores in one server's state.
struct StateStores: Sendable {
  let database: Database
  var todos: TodosStore { .live(database: database) }
  var outbox: TodosOutbox { .live(database: database) }
  var flags: FlagsStore { .live(database: database) }
  var codes: ResponseCodeStore { .live(database: database) }
  var positions: PositionsStore { .live(database: database) }

  /// Reads the whole file, and the stores as the commands for a server do.
  /// - Throws: The first error of a store.
  func check() async throws {
    try await database.read { try $0.checkIntegrity() }
    var data = ServerData(address: "")
    await data.read(self)
    if let failure = data.failures.first { throw failure }
    _ = try await positions.positions([PositionKey(.post, "")])
  }

  /// Returns the number of bookmarked items of some kinds.
  func bookmarkCount(_ kinds: [ItemKind]) async throws -> Int {
    var count = 0
    for kind in kinds { count += try await flags.bookmarks(kind).count }
    return count
  }

  /// Returns the titles of to-dos with edits that the server does not have.
  /// - Throws: `ForgetError` if there are such edits or the outbox cannot be read, unless all state is to be forgotten.
  func unsent(_ choice: ForgottenState) async throws -> [String] {
    let edits: [TodosOutbox.Entry]
    do { edits = try await outbox.list.read().rows } catch {
      if choice == .all, !(error is CancellationError) { return [] }
      throw error is DatabaseError ? ForgetError.unreadable(error) : error
    }
    let titles = edits.map(\.change.todo.title)
    if choice != .all, !titles.isEmpty {
      throw edits.contains(where: \.isWaiting) ? ForgetError.unsent(titles) : ForgetError.refused(titles)
    }
    return titles
  }

  /// Removes the flags of items of some kinds, and returns their space to the file system.
  func forget(_ kinds: [ItemKind]) async throws {
    for kind in kinds { try await flags.removeAll(kind) }
    try await database.compact()
  }
}

extension PicturesStore {
  /// Returns the store of the pictures in the texts of posts.
  static func ofPosts(in cache: Database) -> Self { .live(database: cache, table: "post_pictures") }
}

extension MissingPicturesStore {
  /// Returns the store of the pictures in the texts of posts that servers do not have.
  static func ofPosts(in cache: Database) -> Self { .live(database: cache, table: "missing_post_pictures") }
}

extension Dependencies {
  func cacheStores(_ name: FileName) -> CacheStores { CacheStores(database: cache(name)) }

  func stateStores(_ name: FileName) -> StateStores { StateStores(database: state(name)) }
}

extension ServerData {
  /// Counts the data in the cache.
  mutating func read(_ stores: CacheStores) async {
    func saved<Item>(_ list: ListReader<Item>) async throws -> SavedList {
      let window = try await list.window(ListQuery(), .row(0), 0, 0)
      return SavedList(count: window.count, fetchedAt: window.fetchedAt)
    }
    await note { $0.posts = try await saved(stores.posts.reader) }
    await note { $0.comments = try await stores.comments.usage().count }
    await note { $0.postPictures = try await stores.postPictures.usage() }
    await note { $0.comics = try await saved(stores.comics.reader) }
    await note { $0.pictures = try await stores.pictures.usage() }
  }

  /// Counts the data in the state.
  mutating func read(_ stores: StateStores) async {
    await note { data in
      let todos = try await stores.todos.read()
      data.todos = SavedList(count: todos.rows.count, fetchedAt: todos.header.fetchedAt)
    }
    await note { data in
      let edits = try await stores.outbox.list.read().rows
      data.waiting = edits.count { $0.isWaiting }
      data.refused = edits.count - data.waiting
    }
    await note { $0.bookmarks = try await stores.bookmarkCount([.post, .comic]) }
    await note { $0.codes = try await stores.codes.codes().count }
  }

  /// Notes a number, or the reason why it cannot be read. Several numbers of a file may have the same reason.
  private mutating func note(_ read: (inout Self) async throws -> Void) async {
    do { try await read(&self) } catch {
      if !failures.contains(where: { "\($0)" == "\(error)" }) { failures.append(error) }
    }
  }
}
