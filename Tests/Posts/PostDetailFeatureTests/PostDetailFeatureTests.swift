import CachedResource
import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemDetail
import NetworkClient
import Observed
import PositionsStore
import PostDetailFeature
import PostDomain
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PostDetailFeatureTests {
  static let now = Date(timeIntervalSince1970: 1_000)

  let clock = TestClock()
  let title = PostTitle(id: Post.ID(1), title: "Title")
  let reported = CallRecorder<String>()
  let positions = PositionSaver(.stub, clock: TestClock())
  let copied = CallRecorder<String>()
  let browsed = CallRecorder<URL>()
  let played = CallRecorder<URL>()
  let saved = CallRecorder<String>()
  let piped = CallRecorder<String>()
  let down = NetworkClient.Error.unreachable(.refused)
  let downSentence = "connection refused: http://host"
  var downExplained: String { "\(downSentence). Start the server, or check its address." }

  func sut(
    _ repository: PostsRepository = .stub(),
    cacheFailure: (any Error)? = nil, link: URL? = nil, isFeed: Bool = false,
    neighbour: @escaping @Sendable (Int) async -> PostTitle? = { _ in nil }
  ) -> PostDetailViewModel {
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, now: Self.now, clock: clock)
    environment.isFeed = isFeed
    environment.report = { [reported] in reported.record($0) }
    environment.cacheFailure = { cacheFailure }
    environment.copy = { [copied] in copied.record($0) }
    environment.copyLines = { [copied] in copied.record($0) }
    environment.desktop.browse = { [browsed] url, _ in browsed.record(url) }
    environment.desktop.play = { [played] url, _ in played.record(url) }
    environment.desktop.save = { [saved] file, name in
      saved.record(String(decoding: file, as: UTF8.self))
      return "/folder/\(name)"
    }
    environment.desktop.pipe = { [piped] text, command in
      piped.record("\(command): \(String(decoding: text, as: UTF8.self))")
      return 0
    }
    var title = title
    title.link = link
    title.hasServerPage = !isFeed
    return .live(
      title, repository, FlagCommands(repository.flags, environment), positions, environment, neighbour: neighbour)
  }

  func detail(
    _ author: LatePart<String> = .known("Ann"), _ comments: LatePart<[PostDomain.Comment]> = .count(3)
  ) -> PostDetail {
    PostDetail(
      Post(id: title.id, userID: nil, title: "Title", body: "Body"), author: author, comments: comments)
  }

  /// Returns a repository whose answers the test sends one by one.
  func repository(cached: PostDetail? = nil) -> (
    PostsRepository, AsyncThrowingStream<Loaded<PostDetail>, any Error>.Continuation
  ) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Loaded<PostDetail>.self)
    var repository = PostsRepository.stub()
    repository.detail = { _ in stream }
    repository.cachedDetail = { _ in
      cached.map { Loaded($0, from: .cache, fetchedAt: Self.now.addingTimeInterval(-200)) }
    }
    return (repository, continuation)
  }

  @Test func `the title is shown at once, and the post when it has loaded`() async {
    let sut = sut()
    #expect(sut.state().heading.title == "Title")
    #expect(sut.state().item.value == nil)
    await sut.send(.appeared).value
    #expect(sut.state().heading.title == "The lamp room at four in the morning")
    #expect(sut.state().item.value?.detail.author == .known("Ines Calder"))
    #expect(sut.state().item.value?.detail.comments.value?.count == 2)
    #expect(sut.state().freshness == .live(Self.now))
    #expect(!sut.state().item.isLoading)
  }

  @Test func `the copied text is the shown text, with control characters made visible`() async {
    let hostile = Post(
      id: title.id, userID: nil, title: "t\u{1b}[201~\ntouch x\r", body: "one\r\ntwo\u{1b}[31m\u{85}\u{202e}three\ttabs"
    )
    let sut = sut(.stub([hostile]))
    await sut.send(.command(.copyText)).value
    await sut.send(.appeared).value
    await sut.send(.command(.copyText)).value
    #expect(copied.all == ["Title", "t␛[201~ touch x \n\none\ntwo␛[31m\nthree    tabs"])
  }

  @Test func `a post without a text is copied as its title`() async {
    let sut = sut(.stub([Post(id: title.id, userID: nil, title: "t", body: "")]))
    await sut.send(.appeared).value
    await sut.send(.command(.copyText)).value
    #expect(copied.all == ["t"])
  }

  @Test func `loaded comments stay when a later answer still awaits them`() async {
    let (repository, answers) = repository()
    let sut = sut(repository)
    let load = sut.send(.appeared)
    answers.yield(Loaded(detail(.awaited, .count(3)), from: .server, fetchedAt: Self.now))
    await sut.wait { $0.item.value?.detail.comments == .count(3) }
    #expect(sut.state().item.value?.detail.author == .awaited)
    answers.yield(Loaded(detail(.known("Ann"), .awaited), from: .server, fetchedAt: Self.now))
    await sut.wait { $0.item.value?.detail.author == .known("Ann") }
    #expect(sut.state().item.value?.detail.comments == .count(3))
    answers.finish()
    await load.value
  }

  @Test func `a cached post is shown at once, and as cached after a second without an answer`() async {
    let (repository, answers) = repository(cached: detail(.awaited, .count(3)))
    let sut = sut(repository)
    let load = sut.send(.appeared)
    await clock.sleeping()
    #expect(sut.state().item.value?.detail == detail(.awaited, .count(3)))
    #expect(sut.state().freshness == nil)
    #expect(sut.state().item.isLoading)
    #expect(sut.state().tick == nil)
    clock.advance(by: .seconds(1))
    await clock.sleeping()
    #expect(sut.state().freshness == .cached(Self.now - 200, because: nil))
    #expect(sut.state().tick == 0)
    answers.yield(Loaded(detail(), from: .server, fetchedAt: Self.now))
    answers.finish()
    await load.value
    #expect(sut.state().freshness == .live(Self.now))
    #expect(sut.state().item.value?.detail == detail())
  }

  @Test func `a cached post shown after a failure has the reason of the failure`() async {
    let (repository, answers) = repository()
    let sut = sut(repository)
    answers.yield(
      Loaded(detail(), from: .cache, fetchedAt: Self.now.addingTimeInterval(-200), failure: down))
    answers.finish()
    await sut.send(.appeared).value
    #expect(sut.state().freshness == .cached(Self.now - 200, because: downSentence))
    #expect(reported.all == [downExplained])
  }

  @Test func `the failure of a feed entry names the address of the entry`() async {
    let (repository, answers) = repository()
    let sut = sut(repository, link: URL(string: "https://blog.example/lamp"), isFeed: true)
    answers.yield(Loaded(detail(.unknown), from: .server, fetchedAt: Self.now, failure: down))
    answers.finish()
    await sut.send(.appeared).value
    #expect(sut.state().item.failure == "connection refused: https://blog.example/lamp")
    #expect(reported.all == ["connection refused: https://blog.example/lamp. Try again later."])
  }

  @Test func `an author that cannot be loaded and a failure to save are shown beside the post`() async {
    let (repository, answers) = repository()
    let sut = sut(repository, cacheFailure: CancellationError())
    answers.yield(Loaded(detail(.unknown), from: .server, fetchedAt: Self.now, failure: down))
    answers.finish()
    await sut.send(.appeared).value
    #expect(sut.state().item.value?.detail == detail(.unknown))
    #expect(sut.state().freshness == .live(Self.now))
    #expect(sut.state().item.failure == downSentence)
    #expect(sut.state().notice == "Cannot save (its folder does not work).")
    #expect(
      reported.all == [
        downExplained,
        "Cannot save (its folder does not work). Check the folder, or choose another one with --cache.",
      ])
  }

  @Test func `a post that cannot be loaded shows and reports the failure`() async {
    let sut = sut(.failing(NoCachedCopy(failure: down)))
    await sut.send(.appeared).value
    #expect(sut.state().item.failure == downSentence)
    #expect(!sut.state().item.isLoading)
    #expect(reported.all == [downExplained])
  }

  @Test func `a post with status 404 is reported without advice about the server`() async {
    let sut = sut(.failing(NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404))))
    await sut.send(.appeared).value
    #expect(reported.all == ["not found (404): http://host"])
  }

  @Test func `reloading the post of a feed says that it comes with the feed`() async {
    var entry = PostTitle(id: Post.ID("entry"), title: "Entry")
    entry.hasServerPage = false
    let sut = sut { [entry] _ in entry }
    await sut.send(.appeared).value
    await sut.send(.reload).value
    #expect(sut.state().notice == nil)
    await sut.send(.neighbour(1)).value
    await sut.send(.reload).value
    #expect(sut.state().notice == "Refresh it with r in its list.")
  }

  @Test func `a failed reload retains the shown post and sets the failure`() async {
    let isDown = CallRecorder<Void>()
    var repository = PostsRepository.stub()
    repository.detail = { [repository, down] id in
      isDown.all.isEmpty
        ? repository.detail(id) : AsyncThrowingStream { $0.finish(throwing: NoCachedCopy(failure: down)) }
    }
    let sut = sut(repository)
    await sut.send(.appeared).value
    let before = sut.state().item.value
    isDown.record(())
    await sut.send(.reload).value
    #expect(sut.state().item.value == before)
    #expect(sut.state().item.failure == downSentence)
  }

  @Test func `a turn shows the neighbour, and a turn before the first post says so`() async {
    let sut = sut { $0 == 1 ? PostTitle(id: Post.ID(2), title: "Second") : nil }
    await sut.send(.appeared).value
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == Post.ID(2))
    #expect(sut.state().item.value?.detail.id == Post.ID(2))
    await sut.send(.neighbour(-1)).value
    #expect(sut.state().notice == "The list begins here.")
  }

  @Test func `copying shows a notice, and browsing opens the post's address`() async {
    let sut = sut()
    await sut.send(.appeared).value
    await sut.send(.command(.copy)).value
    #expect(copied.all == ["http://host/posts/1"])
    #expect(sut.state().notice == "Copied: http://host/posts/1")
    await sut.send(.command(.copyText)).value
    #expect(
      copied.all.dropFirst() == [
        "The lamp room at four in the morning\n\nNothing moves up here but the light.\n\nIt takes nine seconds to come round."
      ])
    #expect(sut.state().notice == "Copied: the title and the text")
    await sut.send(.command(.browse)).value
    #expect(browsed.all == [URL(string: "http://host/posts/1")])
  }

  @Test(arguments: [PostDetailCommand.copy, .browse, .browseAsRead])
  func `copy and browse say that a feed entry without a link has no address`(command: PostDetailCommand) async {
    var entry = Post(id: title.id, userID: nil, title: "Title", body: "Body")
    entry.format = .html
    let sut = sut(.stub([entry]))
    await sut.send(.appeared).value
    await sut.send(.command(command)).value
    #expect(sut.state().notice == "It has no address.")
    #expect(copied.all == [])
    #expect(browsed.all == [])
  }

  @Test func `browsing a feed entry without a link opens the page of its comments`() async {
    var entry = Post(id: title.id, userID: nil, title: "Title", body: "Body")
    entry.format = .html
    entry.discussion.page = URL(string: "https://news.org/s/1")
    let sut = sut(.stub([entry]))
    await sut.send(.appeared).value
    await sut.send(.command(.browse)).value
    await sut.send(.command(.browseAsRead)).value
    #expect(browsed.all == Array(repeating: URL(string: "https://news.org/s/1"), count: 2))
  }

  @Test(arguments: [
    (nil, nil, "This post has no comments."),
    ("https://news.org/s/1", nil, "The comments are on another page; the link Comments below the text opens it."),
    ("https://news.org/s/1", "https://news.org/s/1", "The comments are on the page of the post: o opens it."),
  ])
  func `the key for comments says where those of another page are`(page: String?, link: String?, notice: String) async {
    var entry = Post(id: title.id, userID: nil, title: "Title", body: "Body")
    entry.format = .html
    entry.link = link.flatMap { URL(string: $0) }
    entry.discussion.page = page.flatMap { URL(string: $0) }
    let sut = sut(.stub([entry]))
    let screen = Screen.postDetail(sut, .stub(now: .distantPast))
    await sut.send(.appeared).value
    #expect(screen.react(.key("c"), Size(width: 80, height: 24)) == .handled)
    #expect(sut.state().notice == notice)
  }

  @Test(arguments: [true, false]) func `the help says what r does for a post of a server and of a feed`(isFeed: Bool)
    async
  {
    var post = Post(id: title.id, userID: nil, title: "Title", body: "Body")
    if isFeed { post.format = .html }
    let sut = sut(.stub([post]))
    let screen = Screen.postDetail(sut, .stub(now: .distantPast))
    await sut.send(.appeared).value
    let meaning = isFeed ? "reload the comments; refresh the feed with r in its list" : "reload"
    #expect(screen.help().filter { $0.keys == "r" }.map(\.meaning) == [meaning])
    await sut.send(.reload).value
    #expect(sut.state().notice == (isFeed ? "Refresh it with r in its list." : nil))
  }

  @Test func `O opens the post and marks it as read, o opens it only`() async {
    let sut = sut(.stub(flags: .live(database: .memory())))
    await sut.send(.appeared).value
    await sut.wait { $0.flags.isRead }
    await sut.send(.command(.flag(.read))).value
    await sut.wait { !$0.flags.isRead }
    await sut.send(.command(.browse)).value
    #expect(!sut.state().flags.isRead)
    await sut.send(.command(.browseAsRead)).value
    await sut.wait { $0.flags.isRead }
    #expect(browsed.all.count == 2)
    #expect(sut.state().notice == "Opened in the browser.")
  }

  @Test func `e saves the post as Markdown under its title once it has loaded`() async {
    let post = Post(id: title.id, userID: nil, title: "A/B", body: "<p>One <b>two</b></p>")
    let sut = sut(.stub([post]))
    await sut.send(.command(.save)).value
    #expect(sut.state().notice == "Its text is still loading.")
    await sut.send(.appeared).value
    await sut.send(.command(.save)).value
    #expect(saved.all == ["# A/B\n\nOne **two**\n"])
    #expect(sut.state().notice == "Saved: /folder/A-B.md")
  }

  @Test func `the pipe key prompts for a command, which gets the text or the original HTML`() async {
    let post = Post(id: title.id, userID: nil, title: "T", body: "<p>One <b>two</b></p>")
    let sut = sut(.stub([post]))
    let screen = Screen.postDetail(sut, .stub(now: .distantPast))
    await sut.send(.appeared).value
    func type(_ line: String) {
      #expect(screen.react(.key("|"), Size()) == .handled)
      #expect(screen.react(.paste(line), Size()) == .handled)
      #expect(screen.frame(Size()).text.last?.hasPrefix(" | \(line.prefix(9))") == true)
      #expect(screen.react(.key(.enter), Size()) == .handled)
    }
    type("wc -w")
    await sut.wait { $0.notice == "Done: wc -w" }
    type("< tidy -q")
    await sut.wait { $0.notice == "Done: tidy -q" }
    #expect(piped.all == ["wc -w: T\n\nOne two\n", "tidy -q: <p>One <b>two</b></p>"])
    #expect(screen.react(.key("|"), Size()) == .handled)
    #expect(screen.react(.key("q"), Size()) == .handled)
    #expect(screen.react(.key(.escape), Size()) == .handled)
    #expect(screen.frame(Size()).text.last?.contains("esc cancel") == false)
    await sut.send(.command(.pipe("< "))).value
    #expect(piped.all.count == 2)
  }

  @Test func `lines pasted into the pipe prompt run nothing before Enter`() async {
    let sut = sut()
    let screen = Screen.postDetail(sut, .stub(now: .distantPast))
    await sut.send(.appeared).value
    #expect(screen.react(.key("|"), Size()) == .handled)
    #expect(screen.react(.paste("a\nb\n"), Size()) == .handled)
    #expect(screen.frame(Size()).text.last?.hasPrefix(" | a b") == true)
    #expect(piped.all == [])
  }

  @Test func `browsing opens the link of a post that has one`() async throws {
    let link = try #require(URL(string: "https://example.org/1"))
    let sut = sut(.stub([Post(id: title.id, userID: nil, title: "t", body: "", link: link)]))
    await sut.send(.appeared).value
    await sut.send(.command(.browse)).value
    #expect(browsed.all == [link])
  }

  @Test func `the related page of a post is a link below its text`() async throws {
    let related = try #require(URL(string: "https://example.org/about"))
    var post = Post(id: title.id, userID: nil, title: "t", body: "b")
    post.related = related
    let sut = sut(.stub([post]))
    await sut.send(.appeared).value
    let screen = Screen.postDetail(sut, .stub(now: .distantPast))
    let size = Size(width: 80, height: 40)
    let lines = screen.frame(size).text.map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{A0}", with: " ") }
    #expect(lines.filter { $0.hasPrefix("See also") } == ["See also https://example.org/about [1]"])
    for key: Key in ["o", "1"] { _ = screen.react(.key(key), size) }
    await sut.wait { $0.notice == "Opened in the browser." }
    #expect(browsed.all == [related])
  }

  @Test func `enclosures are links below the text, and audio and video open in the player`() async throws {
    func url(_ text: String) throws -> URL { try #require(URL(string: "https://example.org/\(text)")) }
    var post = Post(id: title.id, userID: nil, title: "t", body: "Hear [this](https://example.org/c.mp3).")
    post.enclosures = [
      Enclosure(address: try url("talk%20one.MP3?x=1"), type: "audio/mpeg", length: 31_457_280),
      Enclosure(address: try url("cover.jpg"), type: "image/jpeg", title: "A ship\u{1b}"),
      Enclosure(address: try url("get"), type: "VIDEO/mp4"),
      Enclosure(address: try url("b.opus")), Enclosure(address: try url("")),
    ]
    let sut = sut(.stub([post]))
    await sut.send(.appeared).value
    let screen = Screen.postDetail(sut, .stub(now: .distantPast))
    let size = Size(width: 80, height: 40)
    let lines = screen.frame(size).text.map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{A0}", with: " ") }
    let start = try #require(lines.firstIndex { $0.hasPrefix("Hear this") })
    let files = lines[start...].filter { $0.hasPrefix("•") }
    #expect(
      files == [
        "• talk one.MP3 [2] (audio/mpeg, 30 MiB)", "• cover.jpg [3] (image/jpeg): A ship␛", "• get [4] (VIDEO/mp4)",
        "• b.opus [5]", "• https://example.org/ [6]",
      ])
    for number in 1...6 {
      for key in [Character("o"), Character("\(number)")] { _ = screen.react(.key(Key(.character(key))), size) }
      let count = number
      await sut.wait { _ in played.all.count + browsed.all.count == count }
    }
    #expect(played.all == [try url("talk%20one.MP3?x=1"), try url("get"), try url("b.opus")])
    #expect(browsed.all == [try url("c.mp3"), try url("cover.jpg"), try url("")])
  }
}
