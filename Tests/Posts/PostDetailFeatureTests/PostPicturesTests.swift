import CachedResource
import Essentials
import FlagCommands
import Foundation
import ItemDetail
import NetworkClient
import Observed
import Pictures
import PositionsStore
import PostDetailFeature
import PostDomain
import PostText
import PostsRepository
import Rendering
import RichText
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// The pictures in the text of a post.
@Suite(.timeLimit(.minutes(5)))
struct PostPicturesTests {
  static let golden = PostDetailEveryStateTests.golden
  static let kitty = PictureSupport([.kittyGraphics(isKnown: true)])
  static let iTerm = PictureSupport([.version("iTerm2 3.5.0")])

  /// Returns a picture that consists of a header only; each width or height makes another one.
  static func picture(_ format: Picture.Format = .png, width: Int = 160, height: Int = 80) throws -> Picture {
    func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
    let header: [UInt8] =
      switch format {
      case .png:
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0] + bytes(width)
          + [0, 0] + bytes(height) + [8, 6, 0, 0, 0, 1, 2, 3, 4]
      case .gif: Array("GIF89a".utf8) + bytes(width).reversed() + bytes(height).reversed() + [0xF7, 0, 0]
      case .jpeg: [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + bytes(height) + bytes(width) + [1, 1, 0x11, 0]
      }
    return try Picture(Data(header))
  }

  static let body = """
    <p>The air gives back what it borrowed.</p>
    <figure><img src="/a.png" alt="A harbour"><figcaption>In the morning</figcaption></figure>
    <blockquote><p>Mind the step.</p><img src="/b.png" alt="A step" width="320" height="160"></blockquote>
    <p>The end. <img src="/a.png" alt="The harbour again"></p>
    """

  static func post(_ body: String = body) -> Post {
    var post = Post(id: Post.ID(8), userID: nil, title: "Dew point", body: body)
    post.link = URL(string: "http://host/8")
    return post
  }

  static func state(
    _ pictures: [String: DetailPicture], _ body: String = body, _ change: (inout PostDetailState) -> Void = { _ in }
  ) -> PostDetailState {
    var state = PostDetailState(PostTitle(id: Post.ID(8), title: "Dew point"))
    let detail = PostDetail(post(body), author: .known("Ines Calder"), comments: .known([]))
    state.item = Loadable(
      ShownPost(
        detail, pictures: Dictionary(uniqueKeysWithValues: pictures.map { ("http://host/\($0.key)", $0.value) })))
    state.freshness = .live(.distantPast)
    change(&state)
    return state
  }

  static func frame(
    _ state: PostDetailState, _ support: PictureSupport = kitty, _ size: Size = Size(width: 80, height: 40)
  ) -> Frame {
    Screen.postDetail(.stub(state), environment(support)).frame(size)
  }

  /// Returns the environment of a terminal, in which no time has passed since the posts were loaded.
  private static func environment(_ support: PictureSupport) -> ScreenEnvironment {
    var environment = ScreenEnvironment.stub(now: .distantPast)
    environment.pictures = Observed(support)
    return environment
  }

  static let states: [(name: String, state: PostDetailState, support: PictureSupport)] = {
    guard let small = try? picture(), let large = try? picture(width: 1_600, height: 900),
      let jpeg = try? picture(.jpeg)
    else { return [] }
    let refused = "connection refused: http://host/a.png"
    return [
      ("pictures awaited", state(["a.png": .awaited, "b.png": .awaited]), kitty),
      ("pictures", state(["a.png": .known(small), "b.png": .known(large)]), kitty),
      ("pictures in iTerm2", state(["a.png": .known(jpeg), "b.png": .known(large)]), iTerm),
      ("pictures failed", state(["a.png": .unknown(refused), "b.png": .known(jpeg)]), kitty),
      ("no pictures in this terminal", state(["a.png": .known(small), "b.png": .awaited]), PictureSupport()),
    ]
  }()

  @Test(arguments: 0..<5, [Size(width: 46, height: 20), Size(width: 80, height: 40), Size(width: 130, height: 40)])
  func `every state with pictures matches its golden frame, and no picture covers text`(index: Int, size: Size) throws {
    let (name, state, support) = try #require(Self.states.dropFirst(index).first)
    let frame = Self.frame(state, support, size)
    let places = frame.pictures.map { "\($0.cells.width)x\($0.cells.height) at \($0.column), \($0.row)" }
    Self.golden.check(frame.text + places, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
    for placed in frame.pictures {
      for row in placed.rows { #expect(frame.text[placed.row + row].isEmpty, "a picture covers no text") }
    }
  }

  @Test func `a picture has the size of its pixels, limited by the column's width and the window's height`()
    throws
  {
    func cells(_ picture: Picture, _ size: Size) -> Size? {
      Self.frame(Self.state(["a.png": .known(picture)], "<p><img src=/a.png></p>"), Self.kitty, size).pictures.first?
        .cells
    }
    #expect(cells(try Self.picture(), Size(width: 80, height: 40)) == Size(width: 20, height: 5))
    #expect(
      cells(try Self.picture(width: 1_600, height: 800), Size(width: 80, height: 40)) == Size(width: 72, height: 18))
    #expect(
      cells(try Self.picture(width: 1_600, height: 800), Size(width: 46, height: 20)) == Size(width: 44, height: 11))
    #expect(
      cells(try Self.picture(width: 800, height: 8_000), Size(width: 80, height: 40)) == Size(width: 7, height: 37))
  }

  @Test(arguments: [
    // 320 by 160 pixels are 40 by 10 cells of 8 by 16 pixels.
    (320, 160, Size(width: 40, height: 10)), (640, 320, Size(width: 40, height: 10)),
    (80, 40, Size(width: 40, height: 10)), (160, 160, Size(width: 20, height: 10)),
    (320, 32, Size(width: 40, height: 2)), (1, 8_000, Size(width: 1, height: 10)),
  ])
  func `the size given in HTML is reserved, and the picture is scaled to fit it`(width: Int, height: Int, cells: Size)
    throws
  {
    let body = "<p>a</p><img src=/a.png width=320 height=160><p>b</p>"
    func row(_ frame: Frame) -> Int? { frame.text.firstIndex { $0.trimmed == "b" } }
    let awaited = Self.frame(Self.state(["a.png": .awaited], body))
    let shown = Self.frame(Self.state(["a.png": .known(try Self.picture(width: width, height: height))], body))
    #expect(shown.pictures.map(\.cells) == [cells])
    #expect(row(awaited) == 19)
    #expect(awaited.text == shown.text)
  }

  @Test(arguments: ["width=40000 height=9", "width=9 height=99999", "width=0 height=0", "width=64%"])
  func `an invalid size in HTML reserves no rows`(size: String) throws {
    let body = "<p>a</p><img src=/a.png \(size)><p>b</p>"
    let none = Self.frame(Self.state([:], body))
    #expect(Self.frame(Self.state(["a.png": .awaited], body)).text == none.text)
  }

  @Test func `the top row of the window stays when pictures load`() throws {
    let text = (1...30).map { "<p>Line \($0).</p><img src=/\($0).png>" }.joined()
    let state = Observed(Self.state([:], text) { $0.top = 40 })
    let size = Size(width: 80, height: 20)
    let sut = Screen.postDetail(PostDetailViewModel(state) { _ in nil }, Self.environment(Self.kitty))
    let before = sut.frame(size).text.dropFirst().dropLast()
    func show(_ range: ClosedRange<Int>, _ picture: DetailPicture) {
      state.update { state in
        guard var page = state.item.value else { return }
        for number in range { page.pictures["http://host/\(number).png"] = picture }
        let attempt = state.item.begin()
        state.item.show(page, in: attempt)
        state.item.succeed(in: attempt)
      }
    }
    let visible = before.compactMap { $0.firstMatch(of: /Line (\d+)/).flatMap { Int($0.1) } }
    let first = try #require(visible.first)
    show(1...first - 2, .known(try Self.picture()))
    show(1...first - 2, .unknown("broken"))
    #expect(Array(sut.frame(size).text.dropFirst().dropLast()) == Array(before))
    show(first...first, .known(try Self.picture()))
    let after = sut.frame(size).text.dropFirst().dropLast()
    #expect(after.first == before.first)
    #expect(after.last != before.last)
  }

  // MARK: - Loading

  func sut(
    _ repository: PostsRepository, _ support: Observed<PictureSupport> = Observed(kitty), clock: TestClock = TestClock()
  ) -> PostDetailViewModel {
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, clock: clock)
    environment.pictures = support
    environment.report = { _ in }
    return .live(
      PostTitle(id: Post.ID(8), title: "Dew point"), repository, FlagCommands(repository.flags, environment),
      PositionSaver(.stub, clock: TestClock()), environment, neighbour: { _ in nil })
  }

  /// Returns a repository of the post with these pictures, which records their addresses.
  func repository(
    _ asked: CallRecorder<String>, _ body: String = body, _ picture: @escaping @Sendable (URL) async throws -> Picture
  ) -> PostsRepository {
    var repository = PostsRepository.stub([Self.post(body)])
    repository.picture = { address in
      asked.record(address.lastPathComponent)
      return Loaded(try await picture(address), from: .server, fetchedAt: .distantPast)
    }
    return repository
  }

  func pictures(_ sut: PostDetailViewModel) -> [String: DetailPicture]? {
    sut.state().item.value.map { page in
      Dictionary(uniqueKeysWithValues: page.pictures.map { (String($0.key.dropFirst("http://host/".count)), $0.value) })
    }
  }

  @Test func `the text is shown before its pictures, which are requested once and appear one by one`() async throws {
    let asked = CallRecorder<String>()
    let gate = Gate()
    let sample = try Picture(Picture.sample)
    let sut = sut(
      repository(asked) { address in
        if address.lastPathComponent == "b.png" { try await gate.pause() }
        return sample
      })
    let load = sut.send(.appeared)
    await sut.wait { $0.item.value?.pictures["http://host/a.png"] == .known(sample) }
    #expect(pictures(sut) == ["a.png": .known(sample), "b.png": .awaited])
    #expect(sut.state().item.value?.text.blocks.first?.text == "The air gives back what it borrowed.")
    await gate.open()
    await load.value
    #expect(pictures(sut) == ["a.png": .known(sample), "b.png": .known(sample)])
    #expect(asked.all.sorted() == ["a.png", "b.png"])
    #expect(!sut.state().item.isLoading)
  }

  @Test func `a picture that fails to load shows the reason, and the post has no failure`() async throws {
    let sut = sut(
      repository(CallRecorder()) { address in
        if address.lastPathComponent == "a.png" { throw NoCachedCopy(failure: Picture.Error.unknownFormat) }
        throw NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404))
      })
    await sut.send(.appeared).value
    #expect(pictures(sut)?["a.png"] == .unknown("not a PNG, JPEG or GIF"))
    guard case .unknown(let clause)? = pictures(sut)?["b.png"] else {
      return #expect(Bool(false), "b.png is not shown as failed")
    }
    #expect(clause.hasSuffix(": http://host/b.png"))
    #expect(sut.state().item.failure == nil)
    #expect(sut.state().freshness == .live(Date(timeIntervalSince1970: 0)))
  }

  @Test func `no pictures are requested in a terminal without picture support`() async {
    let asked = CallRecorder<String>()
    let sut = sut(
      repository(asked) { _ in throw NoCachedCopy(failure: Picture.Error.unknownFormat) },
      Observed(PictureSupport([.deviceAttributes([62])])))
    await sut.send(.appeared).value
    #expect(asked.all == [])
    #expect(pictures(sut) == [:])
  }

  @Test func `pictures are requested as soon as the terminal reports its support`() async throws {
    let asked = CallRecorder<String>()
    let support = Observed(PictureSupport())
    let sample = try Picture(Picture.sample)
    let sut = sut(repository(asked) { _ in sample }, support)
    let load = sut.send(.appeared)
    await sut.wait { $0.item.value != nil }
    #expect(asked.all == [])
    #expect(pictures(sut) == [:])
    support.update { $0.take(.kittyGraphics(isKnown: true)) }
    await load.value
    #expect(asked.all.sorted() == ["a.png", "b.png"])
    #expect(pictures(sut) == ["a.png": .known(sample), "b.png": .known(sample)])
  }

  @Test func `no pictures are requested when the terminal is silent for a second, and the load ends`() async {
    let asked = CallRecorder<String>()
    let clock = TestClock()
    let sut = sut(
      repository(asked) { _ in throw NoCachedCopy(failure: Picture.Error.unknownFormat) }, Observed(PictureSupport()),
      clock: clock)
    let load = sut.send(.appeared)
    await sut.wait { $0.item.value != nil }
    await clock.sleeping(2)
    clock.advance(by: .seconds(1))
    await load.value
    #expect(asked.all == [])
    #expect(!sut.state().item.isLoading)
  }

  @Test func `a reload retains the pictures until they load again`() async throws {
    let gate = Gate()
    let sample = try Picture(Picture.sample)
    let isSecond = Observed(false)
    let sut = sut(
      repository(CallRecorder()) { _ in
        if isSecond.value { try await gate.pause() }
        return sample
      })
    await sut.send(.appeared).value
    isSecond.replace(with: true)
    let load = sut.send(.reload)
    await gate.arrived()
    #expect(pictures(sut) == ["a.png": .known(sample), "b.png": .known(sample)])
    _ = sut.send(.disappeared)
    await load.value
    #expect(pictures(sut) == ["a.png": .known(sample), "b.png": .known(sample)])
  }

  @Test func `the pictures of a post are limited in number and in bytes`() async throws {
    let asked = CallRecorder<String>()
    let large = try Picture(Data(Picture.sample + Data(count: 12 << 20)))
    let body = (1...40).map { "<p><img src=/\($0).png>" }.joined()
    let sut = sut(repository(asked, body) { _ in large })
    await sut.send(.appeared).value
    // Four load at once. The third of 12 MiB exceeds the limit, and at most three others are still loading then.
    #expect((3...6).contains(asked.all.count))
    let states = try #require(pictures(sut)).values
    #expect(states.count == RichText.pictureLimit)
    #expect(states.count { $0 == .unknown("the pictures above have more than 32 MiB") } == 24 - asked.all.count)
  }
}
