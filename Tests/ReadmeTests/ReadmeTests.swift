import AppCoordinator
import ComicDetailFeature
import ComicDomain
import ComicListFeature
import ComicsRepository
import CommandLine
import ContentDomain
import ContentService
import DataFetchFeature
import Foundation
import HomeFeature
import ItemList
import ItemPage
import Loadable
import Observed
import Pictures
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import ResponseCodeStore
import Screen
import StyleGuide
import Terminal
import Testing
import TodosRepository
import ViewModel

/// What the README shows is what the program shows.
struct ReadmeTests {
  struct Post: Decodable { var id: Int, title: String, body: String }

  let readme: String
  let posts: [Post]
  let commentsOfFirst: Int

  init() throws {
    struct Record: Decodable { var postId: Int }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    posts = try JSONDecoder().decode(
      [Post].self, from: Data(contentsOf: root.appending(path: "server/data/posts.json")))
    commentsOfFirst = try JSONDecoder().decode(
      [Record].self, from: Data(contentsOf: root.appending(path: "server/data/comments.json"))
    ).count { $0.postId == 1 }
  }

  @Test func `the transcript prints what the server has`() {
    let lines = posts.prefix(3).map { "\($0.id)\t\($0.title)" }.joined(separator: "\n")
    #expect(readme.components(separatedBy: lines).count == 3, "once online, once offline:\n\(lines)")
    #expect(readme.contains(#"  {"id":1,"title":"\#(posts[0].title)"},"#))
  }

  @Test func `the list looks like this`() {
    var state = PostListState()
    state.all = ItemRows(posts.prefix(100).map { PostTitle(id: .init($0.id), title: $0.title) })
    state.all.position.select(3, count: 100, height: 8)
    (state.isRead, state.age) = (true, "3 minutes ago")
    state.failure = "cannot reach http://localhost:8000 (connection refused)"
    expect(home(0, list: state), Size(width: 76, height: 13))
  }

  @Test func `a post looks like this`() {
    var state = PostDetailState(PostTitle(id: .init(posts[0].id), title: posts[0].title))
    state.item = Loadable(
      PostDetail(
        id: state.heading.id, title: posts[0].title, body: posts[0].body, author: .known("Saoirse Ní Bhriain"),
        comments: .known(commentsOfFirst)))
    state.freshness = .live
    expect(Screen.postDetail(.stub(state)), Size(width: 76, height: 12))
  }

  @Test func `Fetch looks like this, between the sections`() {
    var state = DataFetchState()
    state.responseCode = .sampleCode
    state.timesFetched = 3
    expect(home(2, fetch: state), Size(width: 76, height: 10))
  }

  private func home(
    _ selected: Int, list: PostListState = PostListState(), fetch: DataFetchState = DataFetchState()
  ) -> Screen {
    let address = "http://localhost:8000"
    return .home(
      .stub(HomeState(sections: ["Posts", "Comics", "Fetch"], selected: selected)),
      screens: [
        .postList(.stub(list), address: address), comicLists(), .dataFetch(.stub(fetch), address: address),
      ])
  }

  private func comicLists(_ state: ComicListState = ComicListState()) -> Screen {
    .comicLists(all: .stub(state), bookmarked: .stub(ComicListState()), server: URL(string: "http://localhost:8000")!)
  }

  @Test func `a search prints this`() async throws {
    let invocation = try Invocation(
      arguments: ["posts", "--search", "wind how"], environment: [:], caches: URL(filePath: "/"),
      states: URL(filePath: "/"))
    let posts = posts.map { PostDomain.Post(id: .init($0.id), userID: nil, title: $0.title, body: $0.body) }
    let output = CommandOutput(
      write: { if !$0.isEmpty { #expect(readme.contains("--search 'wind how'\n\($0)```"), "\($0)") } },
      note: { Issue.record("\($0)") })
    let status = await invocation.run(
      .stub(posts), .stub(), .stub(), .stub(), .stub(FetchedCodes()), output: output, now: { .distantPast })
    #expect(status == .shown)
  }

  @Test func `fetch prints this`() async throws {
    let invocation = try Invocation(
      arguments: ["fetch"], environment: [:], caches: URL(filePath: "/"), states: URL(filePath: "/"))
    for command in [Invocation.Command.fetch, .lastFetched] {
      var invocation = invocation
      invocation.command = command
      invocation.format = command == .fetch ? .text : .json
      let line = command == .fetch ? "$ satchel fetch\n" : "$ satchel fetch --last --format json\n"
      let output = CommandOutput(
        write: { #expect(readme.contains(line + $0), "\($0)") }, note: { Issue.record("\($0)") })
      let status = await invocation.run(
        .stub(), .stub(), .stub(), .stub(), .stub(FetchedCodes()), output: output, now: { .distantPast })
      #expect(status == .shown)
    }
  }

  private func expect(_ screen: Screen, _ size: Size) {
    let picture = screen.frame(size).text.joined(separator: "\n")
    #expect(readme.contains("```\n\(picture)\n```"), "\n\(picture)")
  }

  @Test func `the keys are those of the key map`() {
    let nothing = Screen(
      frame: { Frame([], size: $0) }, appear: {}, disappear: {},
      react: { _, _ in .ignored }, help: { [] })
    let sections = Screen.home(.stub(HomeState(sections: ["", ""])), screens: [nothing, nothing])
    let tables = [
      ("On the list", Screen.postList(.stub(PostListState()), address: "").help()),
      ("On a post", Screen.postDetail(.stub(PostDetailState(PostTitle(id: .init(1), title: "")))).help()),
      ("On comics", comicLists().help()),
      (
        "On a comic",
        Screen.comicDetail(.stub(ComicDetailState(ComicHeading(id: Comic.ID(1)))), pictures: Observed(PictureSupport()))
          .help()
      ),
      ("On Fetch", Screen.dataFetch(.stub(DataFetchState()), address: "").help()),
      ("Between sections", sections.help()),
      ("Everywhere", AppCoordinator.everywhere),
    ]
    let rows = tables.flatMap { place, help in help.map { "| \(place) | \($0.keys) | \($0.meaning) |" } }
    let table = (["| Where | Keys | What they do |", "|---|---|---|"] + rows).joined(separator: "\n")
    #expect(readme.contains(table), "\n\(table)")
  }

  @Test func `every command that builds is one that CI runs, and builds only what it says`() {
    let lines = readme.split(separator: "\n").filter { $0.contains("swift build") }
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.hasPrefix("$ swift build ") && line.contains(" --product satchel"), "\(line)") }
  }

  @Test func `the exit statuses are the program's`() {
    let rows = Invocation.ExitStatus.table.map { "| \($0.status.rawValue) | \($0.meaning) |" }
    #expect(readme.contains((["| Exit status | Meaning |", "|---|---|"] + rows).joined(separator: "\n")))
  }
}
