import AppCoordinator
import ComicDetailFeature
import ComicDomain
import ComicListFeature
import ComicsRepository
import CommandLine
import ContentDomain
import ContentService
import DataFetchFeature
import Essentials
import FeedsRepository
import FlagCommands
import FlagsStore
import Foundation
import HomeFeature
import ItemDetail
import ItemList
import NetworkClient
import Observed
import PagedList
import Pictures
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import Repositories
import ResponseCodeStore
import Screen
import Settings
import StyleGuide
import Subscriptions
import Terminal
import TerminalTestSupport
import Testing
import TodoDomain
import TodoListFeature
import TodosRepository

/// Compares the output and the frames in the README with those of the program.
struct ReadmeTests {
  struct Post: Decodable { var id: Int, userId: Int, title: String, body: String }

  struct DrawnComic: Decodable { var num: Int, title: String, year: String, month: String, day: String }

  /// A value that may fail to decode, because some comics are irregular, like real ones.
  struct LenientlyDecoded<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
  }

  let readme: String
  let comics: [DrawnComic]
  let posts: [Post]
  let root: URL

  init() throws {
    root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    // The articles contain the longer examples.
    readme = try ["README.md", "App/Satchel.docc/Reader.md", "App/Satchel.docc/CommandLine.md"].map { [root] in
      try String(contentsOf: root.appending(path: $0), encoding: .utf8)
    }.joined(separator: "\n")
    posts = try JSONDecoder().decode(
      [Post].self, from: Data(contentsOf: root.appending(path: "server/data/posts.json")))
    comics = try JSONDecoder().decode(
      [LenientlyDecoded<DrawnComic>].self, from: Data(contentsOf: root.appending(path: "server/data/comics.json"))
    ).compactMap(\.value)
  }

  @Test func `the documented transcript shows the posts of the server's data`() {
    let lines = posts.prefix(3).map { "\($0.id)\t\($0.title)" }.joined(separator: "\n")
    #expect(
      readme.components(separatedBy: lines).count == 3,
      "the README shows the list once online and once offline:\n\(lines)")
    #expect(
      readme.contains(#"  {"id":1,"title":"\#(posts[0].title)","feed":null,"url":"http://localhost:8000/posts/1","#))
  }

  @Test func `the documented frame of the comics matches the program`() {
    let newest = comics.reversed().prefix(5).map { comic in
      let date = CalendarDate(year: Int(comic.year) ?? 0, month: Int(comic.month) ?? 0, day: Int(comic.day) ?? 0)
      return ComicEntry(
        id: Comic.ID(comic.num),
        content: comic.num == 57 ? .failed(.unreachable(.timedOut)) : .comic(title: comic.title, date: date),
        flags: ItemFlags(
          isRead: true, bookmarkedAt: comic.num.isMultiple(of: 2) == false && comic.num > 58 ? .distantPast : nil))
    }
    var state = ComicListState()
    state.all = ItemRows(newest)
    state.all.select(2, height: 5)
    state.isRead = true
    state.notice = "Bookmarked."
    state.confirmation = .init(Date(timeIntervalSince1970: 0))
    expect(home(1, comics: state), Size(width: 76, height: 8))
  }

  @Test func `the documented frame of Fetch matches the program`() {
    var state = DataFetchState()
    state.responseCode = .sampleCode
    state.timesFetched = 3
    expect(home(3, fetch: state), Size(width: 76, height: 10))
  }

  @Test func `the documented frame of the to-dos matches the program`() {
    func item(_ title: String, isDone: Bool = false, isPending: Bool = false, refused: Int? = nil) -> TodoItem {
      TodoItem(
        Todo(id: .server(title), title: title, isCompleted: isDone), isPending: isPending,
        refusal: refused.map { TodoRefusal(status: $0) })
    }
    var state = TodoListState()
    state.all = ItemRows([
      item("Wind the harbour clock"), item("Feed the sourdough", isDone: true),
      item("Count the ships", refused: 422), item("Buy oil and milk", isPending: true),
    ])
    state.all.select(3, height: 5)
    state.isRead = true
    state.isComplete = true
    state.notice = "Renamed."
    state.confirmation = .init(Date(timeIntervalSince1970: 0))
    expect(home(2, todos: state), Size(width: 76, height: 7))
  }

  private func home(
    _ selected: Int, comics: ComicListState = ComicListState(),
    todos: TodoListState = TodoListState(), fetch: DataFetchState = DataFetchState()
  ) -> Screen {
    let address = "http://localhost:8000"
    return .home(
      Observed(HomeState(sections: ["Posts", "Comics", "To-dos", "Fetch"], selected: selected)),
      screens: [
        postLists(), comicLists(comics),
        .todoLists(
          { _, _ in .stub(todos) }, counts: Observed(TodoCounts(open: 3, waiting: 1, refused: 1)), environment),
        .dataFetch(.stub(fetch), address: address),
      ])
  }

  private func comicLists(_ state: ComicListState = ComicListState()) -> Screen {
    let comics = ComicsRepository.stub()
    return .comicList(.stub(state), of: FlaggedList(comics.list, repository: comics.flags, flags: \.flags), environment)
  }

  private func postLists(_ state: PostListState = PostListState()) -> Screen {
    let posts = PostsRepository.stub()
    return .postList(.stub(state), of: FlaggedList(posts.list, repository: posts.flags, flags: \.flags), environment)
  }

  private var environment: ScreenEnvironment { .stub(server: URL(string: "http://localhost:8000")!) }

  @Test func `the documented output of a search matches the program`() async throws {
    let invocation = try Invocation(
      arguments: ["posts", "--search", "wind how"], environment: [:], caches: URL(filePath: "/"),
      states: URL(filePath: "/states"))
    let posts = posts.map { PostDomain.Post(id: .init($0.id), userID: nil, title: $0.title, body: $0.body) }
    let output = CommandOutput(
      write: { if !$0.isEmpty { #expect(readme.contains("--search 'wind how'\n\($0)```"), "\($0)") } },
      note: { Issue.record("\($0)") })
    var repositories = Repositories.stub
    repositories.posts = .stub(posts)
    let status = await invocation.run(repositories, output: output, now: { .distantPast })
    #expect(status == .success)
  }

  @Test func `the documented output of fetch matches the program`() async throws {
    for arguments in [["fetch"], ["fetch", "--last", "--format", "json"]] {
      let invocation = try Invocation(
        arguments: arguments, environment: ["SATCHEL_SERVER": "http://localhost:8000"], caches: URL(filePath: "/"),
        states: URL(filePath: "/states"))
      let line = "$ satchel \(arguments.joined(separator: " "))\n"
      let output = CommandOutput(
        write: { #expect(readme.contains(line + $0), "\($0)") }, note: { Issue.record("\($0)") })
      var repositories = Repositories.stub
      repositories.codes = .stub(FetchedCodes())
      let status = await invocation.run(repositories, output: output, now: { .distantPast })
      #expect(status == .success)
    }
  }

  @Test func `the documented configuration file is valid, and its config output matches the program`() async throws {
    let file = try #require(readme.firstMatch(of: /(?s)```json5\n(.*?)```/))
    let line = try #require(readme.firstMatch(of: /(?m)^\$ (satchel @work config.*)$/))
    let path = "/home/ada/.config/satchel/config.json5"
    let invocation = try Invocation(
      arguments: line.1.split(separator: " ").dropFirst().map(String.init), environment: [:],
      caches: URL(filePath: "/home/ada/.cache"), states: URL(filePath: "/home/ada/.local/state"),
      file: .stub(String(file.1), path: path))
    let lines = Observed("")
    let output = CommandOutput(
      write: { text in lines.update { $0 += text } }, note: { Issue.record("\($0)") })
    #expect(await invocation.run(.stub, output: output, now: { .distantPast }) == .success)
    #expect(readme.contains("```\n\(line.0)\n\(lines.value)```"), "\n\(lines.value)")
  }

  private func expect(_ screen: Screen, _ size: Size) {
    let picture = screen.frame(size).text.joined(separator: "\n")
    #expect(readme.contains("```\n\(picture)\n```"), "\n\(picture)")
  }

  @Test func `the documented table of keys matches the key map`() {
    let rows = AppCoordinator.keys.flatMap { section in
      section.keys.map { "| \(section.title) | \($0.keys.replacing("|", with: "\\|")) | \($0.meaning) |" }
    }
    let table = (["| Where | Keys | What they do |", "|---|---|---|"] + rows).joined(separator: "\n")
    #expect(readme.contains(table), "\n\(table)")
  }

  @Test func `every documented swift build command builds only the product satchel`() {
    let lines = readme.split(separator: "\n").filter { $0.contains("swift build") }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.hasPrefix("$ swift build "), "\(line)")
      #expect(line.contains(" --product satchel"), "\(line)")
    }
  }

  @Test(arguments: [
    "posts", "post 1", "comics", "comic 1", "todos", "todos --deliver", "feeds", "feeds refresh", "bookmark post 1",
    "bookmark comic 1", "sync", "status", "fetch", "config", "config servers", "doctor",
  ])
  func `every member of JSON is documented`(line: String) async throws {
    let section = try #require(readme.firstMatch(of: #/(?s)\n## JSON\n(.*?)\n## /#)).1
    let documented = Set(section.matches(of: /\w+/).map { String($0.0) })
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init) + ["-f", "json"],
      environment: ["SATCHEL_SERVER": "http://localhost:8000"], caches: URL(filePath: "/"),
      states: URL(filePath: "/states"), file: .stub("{ servers: { work: 'http://work' } }"))
    let text = Observed("")
    var repositories = Repositories.stub
    repositories.feeds = .stub([FeedRow(.feed("xkcd.com"), title: "xkcd", subscription: Subscription(.web(xkcd)))])
    let file = SavedFile(path: "/caches/satchel/a.db", bytes: 1)
    repositories.localData = .stub([ServerData(address: "http://localhost:8000", cache: file, state: file)])
    repositories.checks = [{ DoctorFinding("SQLite", "3.40.1") }]
    _ = await invocation.run(
      repositories, output: CommandOutput(write: { part in text.update { $0 += part } }, note: { _ in }),
      now: { .distantPast })
    let members = Set(text.value.matches(of: /"(\w+)":/).map { String($0.1) })
    #expect(!members.isEmpty, "\(text.value)")
    #expect(members.subtracting(documented) == [], "\(text.value)")
  }

  private let xkcd = URL(string: "https://xkcd.com/atom.xml")!

  @Test func `the documented table of exit statuses matches the program`() {
    let rows = Invocation.ExitStatus.table.map { "| \($0.status.rawValue) | \($0.meaning) |" }
    #expect(readme.contains((["| Exit status | Meaning |", "|---|---|"] + rows).joined(separator: "\n")))
  }
}
