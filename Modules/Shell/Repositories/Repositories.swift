public import ComicsRepository
public import ContentService
public import Doctor
public import Essentials
public import KeptServers
public import PlacesStore
public import PostsRepository
public import ResponseCodeStore
public import TodosRepository

/// All there is to be shown and changed, and where it comes from: what the reader and the command line are given.
public struct Repositories: Sendable {
  /// Posts, their authors and comments.
  public var posts: PostsRepository
  /// Comics, their pictures and bookmarks.
  public var comics: ComicsRepository
  /// The server of the comics.
  public var comicsServer: URL
  /// To-dos.
  public var todos: TodosRepository
  /// The server of the to-dos.
  public var todosServer: URL
  /// The server's side of the response code.
  public var content: ContentService
  /// The server of the response code.
  public var contentServer: URL
  /// The code that was last fetched, and how many were.
  public var codes: ResponseCodeStore
  /// Where the reader was.
  public var places: PlacesStore
  /// What is kept of all servers.
  public var kept: KeptServers
  /// Looks at all that the program stands on.
  public var doctor: Doctor

  public init(
    posts: PostsRepository, comics: ComicsRepository, comicsServer: URL, todos: TodosRepository, todosServer: URL,
    content: ContentService, contentServer: URL, codes: ResponseCodeStore, places: PlacesStore,
    kept: KeptServers, doctor: Doctor
  ) {
    self.posts = posts
    self.comics = comics
    self.comicsServer = comicsServer
    self.todos = todos
    self.todosServer = todosServer
    self.content = content
    self.contentServer = contentServer
    self.codes = codes
    self.places = places
    self.kept = kept
    self.doctor = doctor
  }

  /// Has what the stubs of all of them have.
  public static var stub: Self {
    let server = URL(string: "http://localhost:8000") ?? URL(filePath: "/")
    return Self(
      posts: .stub(), comics: .stub(), comicsServer: server, todos: .stub(), todosServer: server, content: .stub(),
      contentServer: server, codes: .stub(), places: .memory(), kept: .stub(), doctor: .stub())
  }
}
