import Foundation
import ItemsLoader
import NetworkClient
import Paging
import PostDomain
import PostListFeature
import PostsRepository
import ScreenEnvironment
import StyleGuide
import TestClocks
import TestSupport
import Testing
import ViewModel

@Suite(.timeLimit(.minutes(1)))
struct PostListFeatureTests {
  static let now = Date(timeIntervalSince1970: 1_000)

  let clock = TestClock()
  let opened = Calls<PostTitle>()
  let reported = Calls<String>()
  let copied = Calls<String>()
  let browsed = Calls<URL>()
  let down = NetworkClient.Error.unreachable(.refused)
  let downSentence = "cannot reach http://host (connection refused)"

  func titles(_ numbers: some Sequence<Int>) -> [PostTitle] {
    numbers.map { PostTitle(id: Post.ID($0), title: "Title \($0)") }
  }

  func sut(_ pages: Pages<PostTitle>) -> PostListViewModel {
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, now: Self.now)
    environment.report = { [reported] in reported.record($0) }
    environment.copy = { [copied] in copied.record($0) }
    environment.browse = { [browsed] in browsed.record($0) }
    return .live(pages, environment, clock: clock, onOpen: { [opened] title, _ in opened.record(title) })
  }

  func loaded(
    _ numbers: some Sequence<Int>, next: Int? = nil, from origin: Origin = .server, failure: (any Error)? = nil
  )
    -> LoadResult<Page<PostTitle>>
  {
    LoadResult(
      Page(titles(numbers), next: next.map { Cursor(String($0)) }), from: origin,
      fetchedAt: Self.now.addingTimeInterval(-200), failure: failure)
  }

  func appeared(_ pages: Pages<PostTitle>) async -> PostListViewModel {
    let sut = sut(pages)
    await sut.send(.appeared).value
    return sut
  }

  @Test func `the first page is shown as soon as it is there`() async {
    let sut = await appeared(.stub([titles(1...3), titles(4...6)]))
    #expect(sut.state().titles == titles(1...3))
    #expect(sut.state().freshness == .live)
    #expect(sut.state().hasMore)
    #expect(sut.state().loading == nil)
  }

  @Test func `the next page loads by itself as the selection nears the end, once`() async {
    let asked = Calls<Cursor?>()
    var pages = Pages.stub([titles(1...10), titles(8...20), titles(21...22)])
    let page = pages.page
    pages.page = { cursor in
      asked.record(cursor)
      return try await page(cursor)
    }
    let sut = await appeared(pages)
    await sut.send(.move(by: 1, height: 5)).value
    #expect(asked.all == [nil])
    let load = sut.send(.move(by: 4, height: 5))
    #expect(sut.state().loading == .more)
    await sut.send(.move(by: 1, height: 5)).value
    await load.value
    #expect(asked.all == [nil, Cursor("1")])
    #expect(sut.state().titles == titles(1...20), "what was there already is not there twice")
    await sut.send(.moveToLast(height: 5)).value
    #expect(sut.state().titles == titles(1...22))
    #expect(!sut.state().hasMore)
    await sut.send(.moveToLast(height: 5)).value
    #expect(sut.state().selected == titles([22]).first)
    #expect(asked.all.count == 3)
  }

  @Test func `a kept copy says how old it is and why`() async {
    let pages = Pages<PostTitle>(
      page: { [self] _ in loaded(1...2, from: .kept, failure: down) }, kept: { _ in nil }, prewarm: {})
    let sut = await appeared(pages)
    #expect(sut.state().titles == titles(1...2))
    #expect(sut.state().freshness == .kept(age: "3 minutes ago", because: downSentence))
    #expect(
      reported.all == ["\(downSentence). Start the server, or name another one with --server."],
      "it can be read later, too")
  }

  @Test func `what cannot be kept is said and reported, and shown all the same`() async {
    let pages = Pages<PostTitle>(
      page: { [self] _ in
        var loaded = loaded(1...2)
        loaded.keepingFailure = CancellationError()
        return loaded
      }, kept: { _ in nil }, prewarm: {})
    let sut = await appeared(pages)
    #expect(sut.state().titles == titles(1...2) && sut.state().freshness == .live)
    #expect(sut.state().notice == "Nothing can be kept (its folder does not work).")
    #expect(
      reported.all == [
        "Nothing can be kept (its folder does not work). Mend the folder, or name another one with --cache."
      ])
  }

  @Test func `pages that lead in circles end`() async {
    let pages = Pages<PostTitle>(
      page: { [self] cursor in loaded(cursor == nil ? 1...5 : 3...7, next: cursor?.text == "2" ? 1 : 2) },
      kept: { _ in nil }, prewarm: {})
    let sut = await appeared(pages)
    for _ in 0..<5 { await sut.send(.moveToLast(height: 5)).value }
    #expect(sut.state().titles == titles(1...7) && !sut.state().hasMore)
    await sut.send(.reload).value
    #expect(sut.state().titles == titles(1...7))
  }

  @Test func `nothing at all is a failure in one sentence, and loading again may help`() async {
    let isUp = Calls<Void>()
    let pages = Pages<PostTitle>(
      page: { [self] _ in
        if isUp.all.isEmpty { throw NothingKept(failure: down) }
        return loaded(1...2)
      }, kept: { _ in nil }, prewarm: {})
    let sut = await appeared(pages)
    #expect(sut.state().isEmpty)
    #expect(sut.state().failure == downSentence)
    #expect(reported.all == ["\(downSentence). Start the server, or name another one with --server."])
    await sut.send(.move(by: 1, height: 5)).value
    #expect(sut.state().failure == downSentence, "where there is nothing else to show, it stays")
    isUp.record(())
    await sut.send(.reload).value
    #expect(sut.state().failure == nil)
    #expect(sut.state().titles == titles(1...2))
  }

  @Test func `while the server is silent the kept copy is shown after a second, then the answer`() async {
    let gate = Gate()
    let pages = Pages<PostTitle>(
      page: { [self] _ in
        try await gate.pause()
        return loaded(2...4)
      }, kept: { [self] _ in loaded(1...3, next: 9, from: .kept) }, prewarm: {})
    let sut = sut(pages)
    let load = sut.send(.appeared)
    await clock.sleeping()
    #expect(sut.state().titles.isEmpty && sut.state().loading == .first(tick: nil))
    clock.advance(by: .seconds(1))
    await clock.sleeping()
    clock.advance(by: .zero)
    #expect(sut.state().titles == titles(1...3))
    #expect(sut.state().freshness == .kept(age: "3 minutes ago", because: nil))
    await sut.send(.move(by: 2, height: 5)).value
    #expect(sut.state().selected == titles([3]).first)
    await gate.open()
    await load.value
    #expect(sut.state().titles == titles(2...4))
    #expect(sut.state().freshness == .live)
    #expect(sut.state().selected == titles([3]).first, "what was selected stays selected")
  }

  @Test func `a reload keeps what is shown, and the place`() async {
    let sut = await appeared(.stub([titles(1...10), titles(11...20), titles(21...30)]))
    await sut.send(.moveToLast(height: 5)).value
    await sut.send(.moveToLast(height: 5)).value
    #expect(sut.state().position.selected == 19)
    let before = sut.state().position
    let reload = sut.send(.reload)
    #expect(sut.state().titles.count == 30)
    await reload.value
    #expect(sut.state().titles == titles(1...20), "as far as the selection; the rest comes when it is wanted")
    #expect(sut.state().position == before)
  }

  @Test func `a failed reload keeps everything and says so in a line that goes away`() async {
    let isDown = Calls<Void>()
    let pages = Pages<PostTitle>(
      page: { [self] _ in
        if !isDown.all.isEmpty { throw NothingKept(failure: down) }
        return loaded(1...5)
      }, kept: { _ in nil }, prewarm: {})
    let sut = await appeared(pages)
    isDown.record(())
    await sut.send(.reload).value
    #expect(sut.state().titles == titles(1...5))
    #expect(sut.state().failure == downSentence)
    _ = sut.send(.move(by: 1, height: 5))
    #expect(sut.state().failure == nil)
    #expect(reported.all == ["\(downSentence). Start the server, or name another one with --server."])
  }

  @Test func `once the server failed, kept pages answer without asking it again`() async {
    let asked = Calls<Cursor?>()
    let pages = Pages<PostTitle>(
      page: { [self] cursor in
        asked.record(cursor)
        return loaded(1...5, next: 2, from: .kept, failure: down)
      },
      kept: { [self] _ in loaded(6...8, from: .kept) }, prewarm: {})
    let sut = await appeared(pages)
    await sut.send(.moveToLast(height: 5)).value
    #expect(sut.state().titles == titles(1...8))
    #expect(asked.all == [nil])
  }

  @Test func `opening and clicking lead where the title leads`() async {
    let sut = await appeared(.stub([titles(1...5)]))
    _ = sut.send(.click(row: 2, height: 5))
    #expect(opened.all == [])
    #expect(sut.state().position.selected == 2)
    _ = sut.send(.click(row: 2, height: 5))
    _ = sut.send(.open)
    #expect(opened.all == titles([3, 3]))
    _ = sut.send(.click(row: 9, height: 5))
    #expect(sut.state().position.selected == 2)
  }

  @Test func `nothing selected opens nothing`() {
    _ = sut(.stub([])).send(.open)
    #expect(opened.all == [])
  }

  @Test func `a filter lets through what holds it, as it is typed, and gives the place back`() async {
    let sut = await appeared(.stub([titles(1...20)]))
    await sut.send(.move(by: 4, height: 5)).value
    _ = sut.send(.beginFilter)
    #expect(sut.state().filter?.isEditing == true)
    #expect(sut.state().count == 20)
    await sut.send(.type("1")).value
    #expect(sut.state().count == 11)
    await sut.send(.type("9")).value
    #expect(sut.state().selected == titles([19]).first)
    await sut.send(.deleteBackward).value
    #expect(sut.state().filter?.query == "1")
    await sut.send(.type("x")).value
    #expect(sut.state().count == 0)
    #expect(sut.state().selected == nil)
    _ = sut.send(.clearFilter)
    #expect(sut.state().selected == titles([5]).first)
    #expect(sut.state().count == 20)
  }

  @Test func `a kept filter stays, with the selection in it, and clearing keeps what was selected`() async {
    let sut = await appeared(.stub([titles(1...20)]))
    _ = sut.send(.beginFilter)
    await sut.send(.type("2")).value
    _ = sut.send(.keepFilter)
    _ = sut.send(.move(by: 1, height: 5))
    #expect(sut.state().filter?.isEditing == false)
    #expect(sut.state().selected == titles([12]).first)
    _ = sut.send(.clearFilter)
    #expect(sut.state().selected == titles([12]).first)
  }

  @Test func `an empty filter is none`() async {
    let sut = await appeared(.stub([titles(1...3)]))
    _ = sut.send(.beginFilter)
    _ = sut.send(.keepFilter)
    #expect(sut.state().filter == nil)
    _ = sut.send(.beginFilter)
    _ = sut.send(.deleteBackward)
    #expect(sut.state().filter == nil)
  }

  @Test func `a long list is looked through to its end, beside everything else`() async {
    let sut = await appeared(.stub([titles(1...100_000)]))
    _ = sut.send(.beginFilter)
    let search = sut.send(.type("99999"))
    #expect(sut.state().filter?.isSearching == true)
    await search.value
    #expect(sut.state().filter?.isSearching == false)
    #expect(sut.state().selected == titles([99_999]).first)
  }

  @Test func `titles that come while a filter is on are looked through too`() async {
    let sut = await appeared(.stub([titles(1...10), titles(11...20)]))
    _ = sut.send(.beginFilter)
    await sut.send(.type("0")).value
    #expect(sut.state().count == 1)
    await sut.send(.moveToLast(height: 5)).value
    #expect(sut.state().count == 2)
  }

  @Test func `leaving gives up what is being loaded`() async {
    let gate = Gate()
    let pages = Pages<PostTitle>(
      page: { _ in
        try await gate.pause()
        throw CancellationError()
      }, kept: { _ in nil }, prewarm: {})
    let sut = sut(pages)
    let load = sut.send(.appeared)
    await gate.arrived()
    _ = sut.send(.disappeared)
    await load.value
    #expect(sut.state().loading == nil && sut.state().failure == nil)
    #expect(reported.all == [])
  }

  @Test func `copying and browsing take what is selected, and say so until the next key`() async {
    let sut = await appeared(.stub([titles(1...3)]))
    await sut.send(.move(by: 1, height: 5)).value
    await sut.send(.copy).value
    #expect(copied.all == ["Title 2"] && sut.state().notice == "Copied.")
    await sut.send(.browse).value
    #expect(browsed.all == [URL(string: "http://host/posts/2")] && sut.state().notice == "Opened in the browser.")
    _ = sut.send(.move(by: 1, height: 5))
    #expect(sut.state().notice == nil)
  }

  @Test func `whoever is opened can ask for neighbours, and the selection follows`() async {
    let neighbours = Calls<@Sendable (Int) async -> PostTitle?>()
    let sut = PostListViewModel.live(
      .stub([titles(1...2), titles(3...3)]), .stub(), clock: clock, onOpen: { neighbours.record($1) })
    await sut.send(.appeared).value
    _ = sut.send(.open)
    let neighbour = neighbours.all[0]
    #expect(await neighbour(-1) == nil)
    #expect(await neighbour(1) == titles([2]).first)
    #expect(await neighbour(1) == titles([3]).first, "the next page is loaded on the way")
    #expect(await neighbour(1) == nil)
    #expect(sut.state().selected == titles([3]).first)
  }

  @Test func `presses of the button within 300 ms count once`() async {
    let asked = Calls<Cursor?>()
    let pages = Pages<PostTitle>(
      page: { [down] cursor in
        asked.record(cursor)
        throw NothingKept(failure: down)
      }, kept: { _ in nil }, prewarm: {})
    let sut = await appeared(pages)
    await sut.send(.press).value
    await sut.send(.press).value
    #expect(asked.all.count == 2, "one when it appeared, one for both presses")
    clock.advance(by: .milliseconds(300))
    await sut.send(.press).value
    #expect(asked.all.count == 3)
  }

  @Test func `a list does not shrink because its server is gone`() async {
    let isDown = Calls<Void>()
    let asked = Calls<Cursor?>()
    let pages = Pages<PostTitle>(
      page: { [self] cursor in
        asked.record(cursor)
        let numbers = cursor == nil ? 1...5 : 6...9
        return isDown.all.isEmpty
          ? loaded(numbers, next: cursor == nil ? 2 : nil)
          : loaded(numbers, next: cursor == nil ? 2 : nil, from: .kept, failure: down)
      },
      kept: { [self] _ in loaded(6...9, from: .kept) }, prewarm: {})
    let sut = await appeared(pages)
    await sut.send(.moveToLast(height: 3)).value
    _ = sut.send(.moveToFirst(height: 3))
    isDown.record(())
    await sut.send(.reload).value
    #expect(sut.state().titles == titles(1...9) && !sut.state().hasMore)
    #expect(asked.all == [nil, Cursor("2"), nil], "the server that has failed is not asked for every page")
  }
}
