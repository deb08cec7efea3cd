import ComicDomain
import ComicListFeature
import ComicsRepository
import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemList
import LineEditor
import NetworkClient
import Observed
import PagedList
import Screen
import StyleGuide
import TestSupport
import Testing

/// The commands of the list of comics.
@Suite(.timeLimit(.minutes(5)))
struct ComicListFeatureTests {
  struct OpenedComic: Equatable {
    var id: Int
    var title: String?
    var isFromList: Bool
  }

  let opened = CallRecorder<OpenedComic>()
  let copied = CallRecorder<String>()
  let browsed = CallRecorder<URL>()
  let reported = CallRecorder<String>()

  var environment: ScreenEnvironment {
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host/xkcd")!, clock: TestClock())
    environment.copy = { [copied] in copied.record($0) }
    environment.desktop.browse = { [browsed] url, _ in browsed.record(url) }
    environment.report = { [reported] in reported.record($0) }
    return environment
  }

  /// Returns both lists of one repository; the samples are 5, 4, 2 and 1.
  func lists(
    _ repository: ComicsRepository = .stub(flags: .live(database: .memory()))
  ) -> (all: ComicListViewModel, bookmarked: ComicListViewModel) {
    let flagCommands = FlagCommands(repository.flags, environment)
    let lists = ListQuery.Scope.allCases.map { scope in
      var start = ComicListState()
      start.query.scope = scope
      return ComicListViewModel.live(
        FlaggedList(repository.list, repository: repository.flags, flags: \.flags), repository, flagCommands,
        environment,
        start: start
      ) {
        [opened] comic, neighbour in
        opened.record(OpenedComic(id: comic.id.number, title: comic.title, isFromList: neighbour != nil))
      }
    }
    return (lists[0], lists[1])
  }

  private func appeared(_ list: ComicListViewModel) async -> ComicListViewModel {
    await list.send(.appeared).value
    return list
  }

  /// Waits until a list shows these comics; an asterisk stands for a bookmark.
  private func shows(_ list: ComicListViewModel, _ comics: String...) async {
    await list.wait { $0.shown.items.map { "\($0.id)\($0.flags.isBookmarked ? "*" : "")" } == comics }
  }

  @Test func `comics are listed in the server's order, and open opens the selected one`() async {
    let sut = await appeared(lists().all)
    await shows(sut, "5", "4", "2", "1")
    await sut.send(.move(by: 1)).value
    await sut.send(.open).value
    #expect(opened.all == [OpenedComic(id: 4, title: "Clichéd Weather", isFromList: true)])
  }

  @Test func `a bookmark shows in both lists and can be removed in either`() async {
    let (all, bookmarked) = lists()
    _ = (await appeared(all), await appeared(bookmarked))
    #expect(bookmarked.state().all.count == 0)
    await all.send(.command(.flag(.bookmark))).value
    #expect(all.state().notice == "Bookmarked.")
    await shows(all, "5*", "4", "2", "1")
    await shows(bookmarked, "5*")
    await bookmarked.send(.command(.flag(.bookmark))).value
    await shows(bookmarked)
    await shows(all, "5", "4", "2", "1")
    #expect(bookmarked.state().notice == "Bookmark removed; z brings it back.")
    await all.send(.command(.flag(.undo))).value
    await shows(all, "5*", "4", "2", "1")
    await shows(bookmarked, "5*")
  }

  @Test func `removing a bookmark leaves the selection in its row, and undo restores its position`()
    async throws
  {
    let ids = [1, 2, 4, 5]
    let store = FlagsStore.live(database: .memory())
    for id in ids {
      let date = Date(timeIntervalSince1970: Double(id))
      _ = try await store.addBookmark(Bookmark(kind: .comic, id: "\(id)", addedAt: date))
    }
    let sut = await appeared(lists(.stub(flags: store)).bookmarked)
    await shows(sut, "5*", "4*", "2*", "1*")
    await sut.send(.move(by: 1)).value
    await sut.send(.command(.flag(.bookmark))).value
    await shows(sut, "5*", "2*", "1*")
    #expect(sut.state().shown.selected?.id == Comic.ID(2))
    #expect(sut.state().shown.selectedRow == 1)
    await sut.send(.command(.flag(.undo))).value
    await shows(sut, "5*", "4*", "2*", "1*")
    #expect(sut.state().shown.selected?.id == Comic.ID(2), "the selection stays")
  }

  @Test func `undo restores the last removed bookmark to the empty list`() async throws {
    let store = FlagsStore.live(database: .memory())
    _ = try await store.addBookmark(Bookmark(kind: .comic, id: "4", addedAt: .distantPast))
    let sut = await appeared(lists(.stub(flags: store)).bookmarked)
    await shows(sut, "4*")
    await sut.send(.command(.flag(.bookmark))).value
    await shows(sut)
    await sut.send(.command(.flag(.bookmark))).value
    #expect(sut.state().notice == nil, "an empty list has nothing to bookmark")
    await sut.send(.command(.flag(.undo))).value
    await shows(sut, "4*")
  }

  @Test func `a bookmark that cannot be saved is not shown, and a notice says so`() async {
    var repository = ComicsRepository.stub()
    repository.flags.setBookmarked = { _, _ in throw NetworkClient.Error.rejected(status: 500) }
    let sut = await appeared(lists(repository).all)
    await sut.send(.command(.flag(.bookmark))).value
    #expect(sut.state().notice == "Cannot save (its folder does not work).")
    #expect(reported.all.count == 1)
    await shows(sut, "5", "4", "2", "1")
  }

  @Test func `browse and explain open the comic's pages, and copy copies its link`() async {
    let sut = await appeared(lists().all)
    await sut.send(.move(by: 2)).value
    await sut.send(.command(.browse)).value
    await sut.send(.command(.explain)).value
    #expect(browsed.all.map(\.absoluteString) == ["http://host/xkcd/2/", "https://explainxkcd.com/2"])
    #expect(sut.state().notice == "Opened in the browser.")
    await sut.send(.command(.copy)).value
    #expect(copied.all == ["http://host/xkcd/2/"])
    #expect(sut.state().notice == "Copied: http://host/xkcd/2/")
  }

  @Test func `a typed number and the random command open a comic independently of the list`() async {
    let sut = await appeared(lists().all)
    _ = sut.send(.beginNumber)
    for digit in "614" { _ = sut.send(.edit(.insert(String(digit)))) }
    await sut.send(.accept).value
    #expect(opened.all == [OpenedComic(id: 614, title: nil, isFromList: false)])
    #expect(sut.state().number == nil)
    #expect(sut.state().shown.selectedRow == 0)
    #expect(sut.state().rest == nil)
    await sut.send(.command(.random)).value
    #expect(opened.all.count == 2)
    #expect(opened.all.last?.isFromList == false)
    _ = sut.send(.beginNumber)
    await sut.send(.accept).value
    #expect(opened.all.count == 2)
  }

  @Test func `a random comic that the server does not send yet holds up no bookmark`() async {
    let gate = Gate()
    var repository = ComicsRepository.stub(flags: .live(database: .memory()))
    repository.random = {
      try await gate.pause()
      return Comic.ID(1)
    }
    let sut = await appeared(lists(repository).all)
    let random = sut.send(.command(.random))
    await gate.arrived()
    await sut.send(.command(.flag(.bookmark))).value
    #expect(sut.state().notice == "Bookmarked.")
    #expect(opened.all == [])
    await gate.open()
    await random.value
    #expect(opened.all.map(\.id) == [1])
  }

  @Test func `a failed random command shows the reason`() async {
    let sut = await appeared(lists(.failing(NetworkClient.Error.unreachable(.refused))).all)
    await sut.send(.command(.random)).value
    #expect(opened.all == [])
    #expect(sut.state().notice == "Connection refused: http://host/xkcd.")
  }

  @Test func `opening a failed comic retries it and shows a notice meanwhile`() async {
    let gate = Gate()
    var repository = ComicsRepository.stub(failed: [Comic.ID(4): .unreachable(.timedOut)])
    let retried = CallRecorder<Comic.ID>()
    repository.detail = { [detail = repository.detail] id in
      retried.record(id)
      try await gate.pause()
      if retried.all.count == 1 { throw NetworkClient.Error.unreachable(.timedOut) }
      return try await detail(id)
    }
    let sut = await appeared(lists(repository).all)
    await sut.send(.move(by: 1)).value
    for notice in ["No answer in time: http://host/xkcd.", nil] {
      let opening = sut.send(.open)
      await gate.arrived()
      #expect(sut.state().notice == "Trying again…")
      await gate.open()
      await opening.value
      #expect(sut.state().notice == notice)
    }
    #expect(retried.all == [Comic.ID(4), Comic.ID(4)])
    #expect(opened.all == [])
    #expect(reported.all.count == 1)
  }
}
