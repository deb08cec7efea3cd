import CachedResource
import ComicDetailFeature
import ComicDomain
import ComicsRepository
import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemDetail
import LineEditor
import NetworkClient
import Observed
import Pictures
import Screen
import StyleGuide
import TestSupport
import Testing

/// The commands of the screen of a comic.
@Suite(.timeLimit(.minutes(5)))
struct ComicDetailFeatureTests {
  struct ViewedComic: Equatable {
    var bytes: Data
    var name: String
  }

  let copied = CallRecorder<String>()
  let browsed = CallRecorder<URL>()
  let viewed = CallRecorder<ViewedComic>()
  let reported = CallRecorder<String>()
  let clock = TestClock()
  let refused = NetworkClient.Error.unreachable(.refused)

  var environment: ScreenEnvironment {
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, clock: clock)
    environment.copy = { [copied] in copied.record($0) }
    environment.desktop.browse = { [browsed] url, _ in browsed.record(url) }
    environment.desktop.view = { [viewed] in viewed.record(ViewedComic(bytes: $0, name: $1)) }
    environment.report = { [reported] in reported.record($0) }
    return environment
  }

  /// Returns a view model of one of the samples: 5 (a PNG), 4 (a picture and a link), 2 (no picture) and 1.
  func sut(
    _ number: Int = 5, _ repository: ComicsRepository = .stub(flags: .live(database: .memory())),
    neighbour: (@Sendable (Int) async -> ComicEntry?)? = nil,
    unreadInList: @escaping @Sendable (Comic.ID) async -> Comic.ID? = { _ in nil }
  ) -> ComicDetailViewModel {
    let flagCommands = FlagCommands(repository.flags, environment)
    return .live(
      ComicHeading(id: Comic.ID(number)), repository, flagCommands, environment, neighbour: neighbour,
      unreadInList: unreadInList)
  }

  private func appeared(_ sut: ComicDetailViewModel) async -> ComicDetailViewModel {
    await sut.send(.appeared).value
    return sut
  }

  private func isBookmarked(_ sut: ComicDetailViewModel, _ isBookmarked: Bool) async {
    await sut.wait { $0.flags.isBookmarked == isBookmarked }
  }

  @Test func `opening a comic loads it with its picture`() async throws {
    let sut = await appeared(sut())
    #expect(sut.state().heading == ComicHeading(id: Comic.ID(5), title: "Tide Table"))
    #expect(sut.state().item.value?.picture == .known(try Picture(Picture.sample)))
    #expect(sut.state().freshness == .live(Date(timeIntervalSince1970: 0)))
    #expect(!sut.state().item.isLoading)
    let withoutPicture = try #require(await appeared(self.sut(2)).state().item.value)
    #expect(withoutPicture.picture == nil)
  }

  @Test func `an opened comic is loaded with high priority`() async {
    let priorities = CallRecorder<TaskPriority?>()
    var repository = ComicsRepository.stub()
    repository.picture = { [picture = repository.picture] address in
      priorities.record(Task.basePriority)
      return try await picture(address)
    }
    let sut = sut(5, repository)
    await Task(priority: .low) { await sut.send(.appeared).value }.value
    #expect(priorities.all == [.high])
  }

  @Test func `a comic is shown before its picture has loaded`() async {
    let gate = Gate()
    var repository = ComicsRepository.stub()
    repository.cachedComic = { _ in nil }
    repository.picture = { [picture = repository.picture] in
      try await gate.pause()
      return try await picture($0)
    }
    let sut = sut(5, repository)
    let load = sut.send(.appeared)
    await gate.arrived()
    await sut.wait { $0.item.value != nil }
    #expect(sut.state().item.value?.picture == .awaited)
    #expect(sut.state().item.isLoading)
    await gate.open()
    await load.value
    #expect(sut.state().item.value?.picture != .awaited)
    #expect(!sut.state().item.isLoading)
  }

  @Test func `a cached comic and picture are shown at once and stay while newer ones load`() async throws {
    let gate = Gate()
    var repository = ComicsRepository.stub()
    repository.detail = { [detail = repository.detail] id in
      try await gate.pause()
      return try await detail(id)
    }
    let second = Gate()
    repository.picture = { _ in
      try await second.pause()
      throw NetworkClient.Error.unreachable(.refused)
    }
    let sut = sut(5, repository)
    let load = sut.send(.appeared)
    let known = DetailPicture.known(try Picture(Picture.sample))
    await sut.wait { $0.item.value?.picture == known }
    await gate.arrived()
    await gate.open()
    await second.arrived()
    #expect(sut.state().item.value?.picture == known)
    await second.open()
    await load.value
    #expect(sut.state().item.value?.picture == known, "a failure does not remove a picture that is shown")
  }

  @Test(
    arguments: [
      (NoCachedCopy(failure: NetworkClient.Error.unreachable(.refused)), "connection refused: "),
      (NoCachedCopy(failure: Picture.Error.tooLarge(limit: 16 << 20)), "larger than 16 MiB"),
      (NoCachedCopy(failure: Picture.Error.unknownFormat), "not a PNG, JPEG or GIF"),
      (Picture.Error.damaged(.gif), "it is damaged (GIF)"),
    ] as [(any Error, String)])
  func `a failed picture is reported without failing the comic`(error: any Error, clause: String) async {
    var repository = ComicsRepository.stub()
    repository.picture = { _ in throw error }
    repository.cachedPicture = { _ in nil }
    let sut = await appeared(sut(5, repository))
    guard case .unknown(let why) = sut.state().item.value?.picture else {
      Issue.record("\(sut.state())")
      return
    }
    #expect(why.hasPrefix(clause))
    #expect(sut.state().item.failure == nil)
    #expect(sut.state().freshness == .live(Date(timeIntervalSince1970: 0)))
    #expect(reported.all == ["cannot load the picture of comic 5: \(why)"])
  }

  @Test func `a comic without a picture is shown without a request for one and reports nothing`() async throws {
    var repository = ComicsRepository.stub()
    repository.picture = { _ in throw NetworkClient.Error.unreachable(.refused) }
    let page = try #require(await appeared(sut(2, repository)).state().item.value)
    #expect(page.picture == nil)
    #expect(reported.all == [])
  }

  @Test func `neighbours come from the list, and after going to a number from the series, skipping gaps`() async {
    let steps = CallRecorder<Int>()
    let sut = await appeared(
      sut(5) { step in
        steps.record(step)
        return ComicEntry(id: Comic.ID(1), content: .comic(title: "Hello", date: nil))
      })
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == Comic.ID(1))
    #expect(steps.all == [1])
    _ = sut.send(.beginNumber)
    _ = sut.send(.type(.edit(.insert("4"))))
    await sut.send(.type(.accept)).value
    #expect(sut.state().heading == ComicHeading(id: Comic.ID(4), title: "Clichéd Weather"))
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == Comic.ID(2), "the server has no comic 3")
    await sut.send(.neighbour(-1)).value
    await sut.send(.neighbour(-1)).value
    #expect(sut.state().heading.id == Comic.ID(5))
    await sut.send(.neighbour(-1)).value
    #expect(sut.state().notice == "The list begins here.")
    #expect(steps.all == [1])
  }

  @Test func `after going to a number, the next unread comic is that of the list`() async {
    let sut = await appeared(
      sut(5, neighbour: { _ in nil }, unreadInList: { $0 == Comic.ID(4) ? Comic.ID(1) : nil }))
    _ = sut.send(.beginNumber)
    _ = sut.send(.type(.edit(.insert("4"))))
    await sut.send(.type(.accept)).value
    await sut.send(.nextUnread).value
    #expect(sut.state().heading.id == Comic.ID(1))
    await sut.send(.nextUnread).value
    #expect(sut.state().notice == "No more unread comics.")
  }

  @Test func `a random comic replaces the current one, and its neighbours come from the series`() async {
    var repository = ComicsRepository.stub()
    repository.random = { Comic.ID(2) }
    let sut = await appeared(sut(5, repository) { _ in nil })
    await sut.send(.command(.random)).value
    #expect(sut.state().heading == ComicHeading(id: Comic.ID(2), title: "紙飛行機"))
    await sut.send(.neighbour(1)).value
    #expect(sut.state().heading.id == Comic.ID(1))
  }

  @Test func `a failed random command leaves the comic and the list's neighbours`() async {
    var repository = ComicsRepository.stub()
    repository.random = { [refused] in throw NoCachedCopy(failure: refused) }
    let steps = CallRecorder<Int>()
    let sut = await appeared(
      sut(5, repository) {
        steps.record($0)
        return nil
      })
    await sut.send(.command(.random)).value
    #expect(sut.state().heading.id == Comic.ID(5))
    #expect(sut.state().notice == "Connection refused: http://host.")
    await sut.send(.neighbour(1)).value
    #expect(steps.all == [1], "the page still follows the list from which it was opened")
  }

  @Test func `a comic that does not exist shows and reports so`() async {
    let sut = await appeared(sut(3))
    #expect(sut.state().item.failure == "there is no comic 3")
    #expect(reported.all == ["there is no comic 3"])
  }

  @Test func `a missing comic cannot be bookmarked, but its bookmark can be removed`()
    async throws
  {
    let changes = CallRecorder<Bool>()
    var repository = ComicsRepository.stub(flags: .live(database: .memory()))
    repository.flags.setBookmarked = { [setBookmarked = repository.flags.setBookmarked] id, isBookmarked in
      changes.record(isBookmarked)
      return try await setBookmarked(id, isBookmarked)
    }
    let missing = await appeared(sut(404, repository))
    await missing.send(.command(.flag(.bookmark))).value
    #expect(missing.state().notice == "There is no comic 404.")
    #expect(changes.all == [])
    _ = try await repository.flags.setBookmarked(Comic.ID(404), true)
    await isBookmarked(missing, true)
    await missing.send(.command(.flag(.bookmark))).value
    await isBookmarked(missing, false)
    #expect(changes.all == [true, false])
    // After a reload or a move to a neighbour, the item counts as missing only after another 404.
    await missing.send(.neighbour(1)).value
    #expect(missing.state().heading.id == Comic.ID(5))
    await missing.send(.command(.flag(.bookmark))).value
    #expect(missing.state().notice == "Bookmarked.")
  }

  @Test func `a notice is shown only while a random comic is looked for`() async {
    let gate = Gate()
    var repository = ComicsRepository.stub()
    repository.random = {
      try await gate.pause()
      return Comic.ID(2)
    }
    let sut = await appeared(sut(5, repository))
    let turn = sut.send(.command(.random))
    #expect(sut.state().notice == "Looking for a random comic…")
    await gate.open()
    await turn.value
    #expect(sut.state().heading.id == Comic.ID(2))
    #expect(sut.state().notice == nil)
    repository.random = { throw CancellationError() }
    let cancelled = await appeared(self.sut(5, repository))
    await cancelled.send(.command(.random)).value
    #expect(cancelled.state().notice == nil)
  }

  @Test func `the bookmark command sets and removes the bookmark, and undo restores it`() async {
    let sut = await appeared(sut())
    await sut.send(.command(.flag(.bookmark))).value
    #expect(sut.state().notice == "Bookmarked.")
    await isBookmarked(sut, true)
    await sut.send(.command(.flag(.bookmark))).value
    await isBookmarked(sut, false)
    await sut.send(.command(.flag(.undo))).value
    #expect(sut.state().notice == "Bookmarked again.")
    await isBookmarked(sut, true)
  }

  @Test func `browse and explain open the comic's pages, and copy copies its link`() async {
    let sut = await appeared(sut())
    await sut.send(.command(.browse)).value
    await sut.send(.command(.explain)).value
    await sut.send(.command(.copy)).value
    #expect(browsed.all.map(\.absoluteString) == ["http://host/5/", "https://explainxkcd.com/5"])
    #expect(copied.all == ["http://host/5/"])
    #expect(sut.state().notice == "Copied: http://host/5/")
  }

  @Test func `view opens the picture as a file, or its URL if it is not loaded`() async {
    let sut = await appeared(sut())
    await sut.send(.command(.view)).value
    #expect(viewed.all == [ViewedComic(bytes: Picture.sample, name: "5.png")])
    #expect(sut.state().notice == "Opened in the viewer.")
    var repository = ComicsRepository.stub()
    repository.picture = { [refused] _ in throw refused }
    repository.cachedPicture = { _ in nil }
    let other = await appeared(self.sut(4, repository))
    await other.send(.command(.view)).value
    #expect(browsed.all.map(\.absoluteString) == ["http://localhost:8000/pictures/weather.jpg"])
    let none = await appeared(self.sut(2))
    await none.send(.command(.view)).value
    #expect(none.state().notice == "This comic has no picture.")
    let early = self.sut(2)
    await early.send(.command(.view)).value
    #expect(early.state().notice == "The comic is not loaded yet.")
    #expect(viewed.all.count == 1)
  }
}
