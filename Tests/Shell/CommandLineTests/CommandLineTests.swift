import CachedResource
import ComicsRepository
import CommandLine
import ContentService
import Database
import Foundation
import NetworkClient
import Observed
import PagedList
import PostDomain
import PostsRepository
import Repositories
import ResponseCodeStore
import Sync
import TestSupport
import Testing
import TodosRepository

@Suite(.timeLimit(.minutes(5)))
struct CommandLineTests {
  static let now = Date(timeIntervalSince1970: 1_000_000)

  struct RunResult: Equatable {
    var text: String
    var notes: [String]
    var status: Invocation.ExitStatus
  }

  /// The service for response codes, and their store.
  typealias Content = (ContentService, ResponseCodeStore)

  func run(
    _ line: String, _ posts: PostsRepository = .stub(), comics: ComicsRepository = .stub(),
    todos: TodosRepository = .stub(), localData: LocalData = .stub(), findings: [DoctorFinding] = [],
    input: String = "", cacheFailure: (any Error)? = nil, damagedCache: String? = nil,
    lostRows: Int = 0,
    content: Content = (
      ContentService(fetchCurrentResponseCode: unexpected("fetch")),
      ResponseCodeStore(codes: unexpected("codes"), add: unexpected("add"), prepare: unexpected("prepare"))
    ), beginning: [Post.ID] = [], width: Int? = nil, write: OutputError? = nil
  ) async throws -> RunResult {
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: ["SATCHEL_SERVER": "http://host"],
      caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    let written = CallRecorder<String>()
    let notes = CallRecorder<String>()
    let output = CommandOutput(
      width: width,
      write: { text in
        if let write { throw write }
        written.record(text)
      }, note: { notes.record($0) })
    var repositories = Repositories.stub
    repositories.posts = posts
    repositories.comics = comics
    (repositories.content, repositories.codes) = content
    repositories.todos = todos
    repositories.localData = localData
    repositories.checks = findings.map { finding in { finding } }
    repositories.cacheFailure = Observed(cacheFailure)
    repositories.damagedCache.replace(with: damagedCache)
    repositories.lostRows.replace(with: lostRows)
    repositories.postsBeginning = { typed in beginning.filter { $0.text.hasPrefix(typed) } }
    let status = await invocation.run(
      repositories, input: { _ in Array(input.utf8) }, output: output, now: { Self.now })
    return RunResult(text: written.all.joined(), notes: notes.all, status: status)
  }

  /// Returns posts whose walk yields these pages, and then throws the failure, if there is one.
  func walk(
    _ pages: [Loaded<[PostTitle]>], failure: (any Error)? = nil, pulled: CallRecorder<Int> = CallRecorder()
  ) -> PostsRepository {
    var posts = PostsRepository.stub()
    posts.list.walk = { _, _ in
      let left = CallRecorder<Int>()
      return AsyncThrowingStream(unfolding: {
        let number = left.all.count
        left.record(number)
        pulled.record(number)
        if number < pages.count { return pages[number] }
        if let failure { throw failure }
        return nil
      })
    }
    return posts
  }

  func title(_ number: Int, _ text: String? = nil) -> PostTitle {
    PostTitle(id: Post.ID(number), title: text ?? "title \(number)")
  }

  func page(_ titles: PostTitle..., failure: (any Error)? = nil) -> Loaded<[PostTitle]> {
    Loaded(titles, from: .server, fetchedAt: Self.now, failure: failure)
  }

  func localData(_ titles: PostTitle..., since age: TimeInterval) -> Loaded<[PostTitle]> {
    Loaded(
      titles, from: .cache, fetchedAt: Self.now.addingTimeInterval(-age),
      failure: NetworkClient.Error.unreachable(.refused))
  }

  /// Returns the JSON of a title without flags.
  func row(_ number: Int, _ title: String) -> String {
    Self.row("\(number)", title, url: #""http://host/posts/\#(number)""#)
  }

  /// Returns the JSON of a title without flags. Identifier, feed and address are JSON.
  static func row(_ id: String, _ title: String, feed: String = "null", url: String = "null") -> String {
    #"{"id":\#(id),"title":"\#(title)","feed":\#(feed),"url":\#(url),"author":null,"published":null,"updated":null,"#
      + #""categories":[],"enclosures":[],"unread":true,"bookmarked":false,"hidden":null}"#
  }

  @Test func `posts prints one line per post: ID, tab, title`() async throws {
    #expect(
      try await run("posts", .stub())
        == RunResult(
          text: """
            1\tThe lamp room at four in the morning
            2\t紙の地図を折りたたむ方法
            3\tA radio repaired with a pencil and patience 📻

            """, notes: [], status: .success))
  }

  @Test func `posts --limit loads no page beyond the limit`() async throws {
    let pages = [page(title(1, "a")), page(title(2, "b"))]
    #expect(try await run("posts", walk(pages)).text == "1\ta\n2\tb\n")
    let pulled = CallRecorder<Int>()
    #expect(try await run("posts --limit 1", walk(pages, pulled: pulled)).text == "1\ta\n")
    #expect(pulled.all == [0])
    let json = try await run("posts --limit 1 --format json", walk(pages)).text
    #expect(json == "[\n  \(row(1, "a"))\n]\n")
  }

  @Test func `JSON has no address for a feed entry without a link, and none for a post that is not saved yet`()
    async throws
  {
    var entry = Post(id: Post.ID("a1"), userID: nil, title: "a", body: "")
    entry.format = .plain
    let pages = [page(PostTitle(entry, author: nil), PostTitle(notSaved: Post.ID("b2")))]
    #expect(
      try await run("posts --format json", walk(pages)).text
        == """
        [
          \(Self.row("\"a1\"", "a")),
          \(Self.row("\"b2\"", "Post b2, not saved yet"))
        ]

        """)
  }

  @Test(arguments: [0x1B, 0x7F, 0x9B, 0x2028, 0x202A, 0x202E, 0x2066, 0x2069])
  func `JSON escapes control characters, line separators and direction overrides`(number: UInt32) async throws {
    let scalar = try #require(Unicode.Scalar(number))
    let posts = walk([page(title(1, "a\(scalar)b\u{200F}"))])
    let digits = String(0x10000 + number, radix: 16).dropFirst()
    #expect(try await run("posts --format json", posts).text == "[\n  \(row(1, "a\\u\(digits)b\u{200F}"))\n]\n")
  }

  @Test func `titles print on one line without control characters, and bodies retain their line breaks`() async throws {
    let hostile = Post(
      id: Post.ID("7\u{1b}"), userID: User.ID(1), title: "a\tb\nc\u{1b}]0;x\u{7}\u{9b}2J\u{202e}",
      body: "one\r\ntwo\u{1b}[31m\u{85}three")
    let posts = PostsRepository.stub([hostile], users: [User(id: User.ID(1), name: "E\u{1b}ve\n")], comments: [])
    #expect(try await run("posts", posts).text == "7␛\ta b c␛]0;x␇\u{FFFD}2J\n")
    #expect(
      try await run("post 7\u{1b}", posts).text == """
        a b c␛]0;x␇\u{FFFD}2J

        one
        two␛[31m
        three

        Author:   E␛ve\u{20}
        Comments: 0

        """)
  }

  @Test func `a post is wrapped at words, and only on a terminal`() async throws {
    let body = "Nothing moves up here but the light.\n\n地図を折りたたむ"
    let posts = PostsRepository.stub(
      [Post(id: Post.ID(1), userID: User.ID(1), title: "The lamp room at four", body: body)],
      users: [User(id: User.ID(1), name: "Ines Calder")], comments: [])
    #expect(
      try await run("post 1", posts, width: 12).text == """
        The lamp
        room at four

        Nothing
        moves up
        here but the
        light.

        地図を折りた
        たむ

        Author:
        Ines Calder
        Comments: 0

        """)
    #expect(try await run("post 1", posts).text.contains("Nothing moves up here but the light.\n"))
    #expect(
      try await run("post 1 --format json", posts, width: 12).text
        == (try await run("post 1 --format json", posts).text))
    #expect(try await run("posts", posts, width: 12).text == "1\tThe lamp room at four\n")
  }

  @Test func `HTML is printed as rendered text, with its links listed below`() async throws {
    let body = """
      <h2>Tides</h2><p>See <a href="/a?b=1&amp;c=2">this</a>.</p><img src="//p.example/sea.png" alt="Sea">
      <table><tr><th>Port<th>Ships<tr><td>Kiel<td>12</table><pre><code>a &lt; b</code></pre><script>no()</script>
      """
    let comment = Comment(id: .init(1), postID: Post.ID(1), name: "Ann", body: "<p>So <b>it</b> is.</p>")
    let posts = PostsRepository.stub(
      [Post(id: Post.ID(1), userID: nil, title: "t", body: body, link: URL(string: "http://host/posts/1"))],
      comments: [comment])
    #expect(
      try await run("post 1", posts).text == """
        t

        Tides

        See this [1].

        Picture: Sea [2]

        Port  Ships
        ───────────
        Kiel  12

          a < b

        [1] http://host/a?b=1&c=2
        [2] http://p.example/sea.png

        Author:   —
        Link:     http://host/posts/1
        Comments: 1

        Ann
          So it is.

        """)
  }

  @Test func `a post without a text leaves no gap, and an unknown author is a dash`() async throws {
    let posts = PostsRepository.stub([Post(id: Post.ID(1), userID: nil, title: "t", body: "")], comments: [])
    #expect(try await run("post 1", posts).text == "t\n\nAuthor:   —\nComments: 0\n")
  }

  @Test func `a post prints its date and link, and its comments in threads`()
    async throws
  {
    typealias Comment = PostDomain.Comment
    let date = Date(timeIntervalSince1970: 1_704_450_030)
    let posts = PostsRepository.stub(
      [
        Post(
          id: Post.ID(1), userID: nil, title: "t", body: "b", date: date, link: URL(string: "https://example.org/a/1"))
      ],
      comments: [
        Comment(id: .init(1), postID: Post.ID(1), name: "Ann\u{1b}", body: "one\n\ntwo", date: date),
        Comment(id: .init(2), postID: Post.ID(1), name: "", body: "three"),
        Comment(id: .init("x"), postID: Post.ID(1), parentID: .init(1), name: "Bo", body: "four\u{1b}[m"),
      ])
    #expect(
      try await run("post 1", posts).text == """
        t

        b

        Author:   —
        Date:     2024-01-05
        Link:     https://example.org/a/1
        Comments: 3

        Ann␛ · 2024-01-05
          one

          two

          Bo
            four␛[m

        —
          three

        """)
    #expect(
      try await run("post 1 --format json", posts).text == #"""
        {"id":1,"title":"t","feed":null,"url":"https://example.org/a/1","author":null,\#
        "published":"2024-01-05T10:20:30Z",\#
        "updated":null,"categories":[],"enclosures":[],"related":null,"language":null,\#
        "commentCount":3,"commentsUrl":null,"alsoIn":[],"text":"b","html":null,\#
        "comments":[{"id":1,"parent":null,"name":"Ann\u001b","date":"2024-01-05T10:20:30Z","body":"one\n\ntwo"},\#
        {"id":2,"parent":null,"name":"","date":null,"body":"three"},\#
        {"id":"x","parent":1,"name":"Bo","date":null,"body":"four\u001b[m"}]}

        """#)
  }

  @Test func `a post prints its related page, and in JSON also its language`() async throws {
    var post = Post(id: Post.ID(1), userID: nil, title: "t", body: "b")
    post.related = URL(string: "https://example.org/about")
    post.language = "en-GB"
    #expect(try await run("post 1", .stub([post])).text.contains("\nSee also: https://example.org/about\n"))
    #expect(
      try await run("post 1 --format json", .stub([post])).text.contains(
        #""related":"https://example.org/about","language":"en-GB""#))
  }

  @Test(arguments: [
    (nil, 9, "Comments: 9, https://news.org/s/1", #""commentCount":9,"commentsUrl":"https://news.org/s/1""#),
    (nil, nil, "Comments: https://news.org/s/1", #""commentCount":null,"commentsUrl":"https://news.org/s/1""#),
    ("https://news.org/s/1", 9, "Comments: 9", #""commentCount":9,"commentsUrl":"https://news.org/s/1""#),
  ])
  func `a post prints the page of its comments`(link: String?, count: Int?, line: String, json: String) async throws {
    var post = Post(id: Post.ID(1), userID: nil, title: "t", body: "b", link: link.flatMap { URL(string: $0) })
    post.format = .html
    post.discussion = Discussion(page: URL(string: "https://news.org/s/1"), count: count)
    let lines = try await run("post 1", .stub([post])).text.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("Comments: ") } == [line])
    #expect(try await run("post 1 -f json", .stub([post])).text.contains(json))
  }

  @Test func `a post prints its categories and its files`() async throws {
    var post = Post(id: Post.ID(1), userID: nil, title: "t", body: "<p>b <img src='https://a.org/1.png?w=600'></p>")
    post.categories = ["Sea", "Ships\u{1b}"]
    post.enclosures = [
      Enclosure(address: try #require(URL(string: "https://a.org/1.mp3")), type: "audio/mpeg", length: 12_345_678),
      Enclosure(address: try #require(URL(string: "https://a.org/2")), title: "A cat"),
      Enclosure(address: try #require(URL(string: "https://a.org/1.png"))),
    ]
    let lines = try await run("post 1", .stub([post])).text.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("Category: ") || $0.hasPrefix("File: ") } == [
        "Category: Sea, Ships␛", "File:     https://a.org/1.mp3 (audio/mpeg, 12 MiB)",
        "File:     https://a.org/2: A cat",
      ])
    let json = try await run("post 1 -f json", .stub([post])).text
    #expect(json.contains(#"{"url":"https://a.org/2","type":null,"length":null,"title":"A cat"}"#))
  }

  @Test func `a post prints the other feeds that contain it, with their comment counts`() async throws {
    var posts = PostsRepository.stub([Post(id: Post.ID(1), userID: nil, title: "t", body: "b")], comments: [])
    let detail = posts.detail
    posts.detail = { id in
      AsyncThrowingStream { continuation in
        Task {
          for try await loaded in detail(id) {
            var post = loaded.value
            post.feed = "Blog\u{1b}"
            post.alsoIn = [
              OtherFeed(
                title: "News\u{1b}", discussion: Discussion(page: URL(string: "https://news.org/s/1"), count: 12)),
              OtherFeed(title: "Planet", link: URL(string: "https://blog.org/1")),
              OtherFeed(title: "Links", discussion: Discussion(count: 1)),
            ]
            continuation.yield(loaded.map { _ in post })
          }
          continuation.finish()
        }
      }
    }
    #expect(try await run("post 1", posts).text.contains("\nFeed:     Blog␛\nAuthor: "))
    #expect(try await run("post 1 --format json", posts).text.contains(#""title":"t","feed":"Blog\u001b","url""#))
    #expect(
      try await run("post 1", posts).text.hasSuffix(
        """
        Comments: 0
        Also in:  News␛, 12 comments: https://news.org/s/1
        Also in:  Planet: https://blog.org/1
        Also in:  Links, 1 comment

        """))
    #expect(
      try await run("post 1 --format json", posts).text.contains(
        #"""
        "alsoIn":[{"feed":"News\u001b","url":"https://news.org/s/1","comments":12},\#
        {"feed":"Planet","url":"https://blog.org/1","comments":null},{"feed":"Links","url":null,"comments":1}],"text"
        """#))
  }

  @Test func `JSON is valid for any text and contains no control characters`() async throws {
    let text = "\"\\\u{0}\u{1b}\u{7f}\u{9b}\u{2028}/😀\u{202e}é"
    let posts = PostsRepository.stub(
      [Post(id: Post.ID("a\"b"), userID: User.ID(1), title: text, body: text)],
      users: [User(id: User.ID(1), name: text)], comments: [])
    struct Row: Decodable, Equatable {
      var id: String
      var title: String
      var author: String?
    }
    let list = try await run("posts --format json", posts).text
    #expect(try JSONDecoder().decode([Row].self, from: Data(list.utf8)) == [Row(id: "a\"b", title: text, author: text)])
    let detail = try await run("post a\"b --format json", posts).text
    #expect(
      try JSONDecoder().decode(Row.self, from: Data(detail.utf8))
        == Row(id: "a\"b", title: text, author: text))
    for scalar in (list + detail).unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
    }
  }

  @Test(arguments: [("7", "7"), ("-7", "-7"), ("007", "\"007\""), ("1e3", "\"1e3\""), ("+7", "\"+7\"")])
  func `JSON prints an ID as a number only when it is one in canonical form`(id: String, json: String) async throws {
    let posts = PostsRepository.stub([Post(id: Post.ID(id), userID: nil, title: "t", body: "b")], comments: [])
    #expect(
      try await run("posts --format json", posts).text
        == """
        [
          \(Self.row(json, "t", url: "\"http://host/posts/\(id)\""))
        ]

        """
    )
    #expect(
      try await run("post --format json -- \(id)", posts).text
        == """
        {"id":\(json),"title":"t","feed":null,"url":null,"author":null,"published":null,"updated":null,\
        "categories":[],"enclosures":[],"related":null,"language":null,\
        "commentCount":0,"commentsUrl":null,"alsoIn":[],"text":"b","html":null,"comments":[]}

        """
    )
  }

  @Test func `help after a command prints only that command's usage and options`() async throws {
    #expect(
      try await run("todos --open --help").text == """
        Usage:
          satchel todos [--open|--done]
                                     print the to-dos: ID, tab, box, tab, title
          satchel todos --deliver    send waiting edits, and report the result

        Options:
              --open                 todos: only open ones
              --done                 todos: only completed ones
              --deliver              todos: send waiting edits, and report the result

        All commands and options: satchel --help

        """)
    #expect(
      try await run("post --help").text == """
        Usage:
          satchel post ID            print a post: title, text, author, comments

        All commands and options: satchel --help

        """)
    for line in ["--help", "help", "pots --help", "@work --help"] {
      #expect(try await run(line).text == Invocation.help, "\(line)")
    }
  }

  @Test func `posts without a post prints an empty list and a notice`() async throws {
    let posts = PostsRepository.stub([])
    #expect(
      try await run("posts", posts)
        == RunResult(text: "", notes: ["satchel: no posts yet at http://host."], status: .success))
    #expect(try await run("posts --format json", posts).text == "[]\n")
    #expect(try await run("posts --quiet", posts).notes == [])
  }

  @Test func `a failure after some pages leaves complete output and a notice`() async throws {
    let posts = walk([page(title(1, "a"))], failure: NoCachedCopy(failure: NetworkClient.Error.unreachable(.lost)))
    let line = "satchel: connection lost: http://host; the list is incomplete. Save everything with: satchel sync"
    #expect(try await run("posts", posts) == RunResult(text: "1\ta\n", notes: [line], status: .success))
    #expect(
      try await run("posts --format json", posts).text
        == "[\n  \(row(1, "a"))\n]\n")
    #expect(
      try await run("posts --search b", posts)
        == RunResult(text: "", notes: ["satchel: no match for b in 1 title at http://host.", line], status: .success))
  }

  @Test(arguments: ["posts", "posts --search title", "posts --unread"])
  func `a saved list without its end is printed with a notice that it is incomplete`(line: String) async throws {
    let nothing = NoCachedCopy(failure: NetworkClient.Error.unreachable(.notUsed))
    let posts = walk([localData(title(1), since: 200)], failure: nothing)
    let notice =
      "satchel: connection refused: http://host; showing the copy saved 3 minutes ago, which is incomplete. "
      + "Save everything with: satchel sync"
    #expect(try await run(line, posts) == RunResult(text: "1\ttitle 1\n", notes: [notice], status: .success))
    #expect(try await run(line + " --quiet", posts) == RunResult(text: "1\ttitle 1\n", notes: [], status: .success))
  }

  @Test func `a saved list whose end cannot be read is a failure`() async throws {
    let nothing = NoCachedCopy(
      failure: NetworkClient.Error.unreachable(.notUsed), readingFailure: DatabaseError.damaged(file: "/c/a.db"))
    let printed = try await run("posts", walk([localData(title(1), since: 200)], failure: nothing))
    #expect(printed.text == "1\ttitle 1\n")
    #expect(printed.status == .unavailable)
    #expect(printed.notes.last?.contains("cannot read the saved copy (/c/a.db is damaged)") == true)
  }

  @Test(arguments: ["posts", "comics"])
  func `bookmarks that cannot be read are reported with their folder`(line: String) async throws {
    let damaged = DatabaseError.damaged(file: "/states/satchel/host.db")
    var posts = PostsRepository.stub()
    var comics = ComicsRepository.stub()
    posts.list.reader.window = { _, _, _, _ in throw damaged }
    comics.list.reader.window = { _, _, _, _ in throw damaged }
    let notice =
      "satchel: cannot read the bookmarks in /states/satchel/ (/states/satchel/host.db is damaged). "
      + "Restore a good copy or move it away, or choose another folder with --state."
    #expect(
      try await run("\(line) --bookmarked", posts, comics: comics)
        == RunResult(text: "", notes: [notice], status: .unavailable))
  }

  @Test func `a missing post has its own exit status`() async throws {
    let posts = PostsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404)))
    #expect(
      try await run("post 7", posts)
        == RunResult(
          text: "", notes: ["satchel: there is no post 7 at http://host. List them with: satchel posts"],
          status: .noSuchItem))
    #expect(try await run("posts", posts).status == .unavailable)
  }

  @Test func `a closed output pipe ends the program without an error`() async throws {
    #expect(try await run("posts", .stub(), write: .closed) == RunResult(text: "", notes: [], status: .success))
  }

  @Test(arguments: [
    ("todo done 42", "todos"), ("todos --deliver", "todos"), ("bookmark post 1", "posts --bookmarked"),
    ("bookmark comic 1", "comics --bookmarked"), ("forget posts", "status"), ("sync posts", "status"),
  ])
  func `a change is completed even if its output cannot be written`(line: String, command: String) async throws {
    #expect(try await run(line, .stub(), write: .closed).status == .success)
    let printed = try await run(line, .stub(), write: .failed("No space left on device"))
    #expect(
      printed.notes.last == "satchel: cannot write the output: No space left on device. "
        + "What was changed is saved; see it with: satchel \(command)")
    #expect(printed.status == .outputFailed)
  }

  @Test func `a post is downloaded after it is bookmarked, even if nobody reads the output`() async throws {
    let downloaded = CallRecorder<String>()
    var posts = PostsRepository.stub()
    posts.download.item = { downloaded.record($0.text) }
    #expect(try await run("bookmark post 1", posts, write: .closed).status == .success)
    #expect(downloaded.all == ["1"])
  }

  @Test(arguments: ["posts", "post 1", "posts --format json", "comics", "comic 1", "help", "--version"])
  func `output that cannot be written is an error`(line: String) async throws {
    #expect(
      try await run(line, .stub(), write: .failed("No space left on device"))
        == RunResult(
          text: "", notes: ["satchel: cannot write the output: No space left on device."],
          status: .outputFailed))
  }

  @Test func `control characters in an error message are replaced`() async throws {
    let cause = NetworkClient.Cause.misdirected(to: "file:///\u{1b}[2J")
    let posts = PostsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.unreachable(cause)))
    #expect(try await run("posts", posts).notes.allSatisfy { $0.contains("file:///␛[2J") })
  }
}
