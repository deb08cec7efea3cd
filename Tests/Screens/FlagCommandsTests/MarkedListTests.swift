import Concurrency
import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemList
import Observed
import PagedList
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MarkedListTests {
  typealias List = ItemListViewModel<Note, FlagCommand>

  let flags: FlagsStore
  let list: FlaggedList<Note>
  let viewModel: List
  let screen: Screen

  init() {
    flags = .live(database: .memory())
    let repository = FlagsRepository<String>.notes(flags)
    let list = FlaggedList(.notes("a", "b", "c", flags: flags), repository: repository, flags: \.flags)
    let environment = ScreenEnvironment.stub(clock: TestClock())
    let flagCommands = FlagCommands(repository, environment)
    self.list = list
    viewModel = .live(
      list.list, environment,
      outcome: { command, item, _ in await flagCommands.perform(command, with: item, in: list) },
      onOpen: { _, _ in })
    let look = ItemListLook<Note>(
      title: "Notes", plural: "notes", address: "", now: { .distantPast },
      rows: { _, _ in RowLayout { [Span($0.id, $1.base)] } })
    screen = .flaggedList(
      viewModel, of: list, look, noun: "note", command: { $0 }, environment: environment, keys: [])
  }

  private var shown: [String] { viewModel.state().shown.items.map(\.id) }

  private func send(_ actions: ItemListAction<FlagCommand>...) async {
    for action in actions { await viewModel.send(action).value }
  }

  private var title: String { screen.frame(Size()).text[0] }

  @Test func `a list starts at its saved positions and in the scope that was shown last`() throws {
    let positions = try ["a", "b"].map { id in
      try JSONDecoder().decode(
        SavedListPosition.self,
        from: Data(
          #"{"list":{"item":"\#(id)","row":3,"filter":"\#(id)s"},"arrangement":{"order":"title","isOnlyUnread":true}}"#
            .utf8))
    }
    let state: ItemListState<Note> = SavedListPosition.start(
      list: positions[0], bookmarked: positions[1], shown: .bookmarked
    ) {
      $0
    }
    #expect(state.query == ListQuery(scope: .bookmarked, order: .title, filters: [.unread]))
    #expect(state.position { $0 }.filter == "bs")
    #expect(state.showing(.list)?.position { $0 }.filter == "as")
  }

  @Test func `a position that has not changed has the same text`() async throws {
    await send(.appeared, .toggle(.unread), .sort)
    let texts = Set((0..<20).map { _ in SavedListPosition(viewModel.state(), in: .list) { $0 }?.text })
    #expect(texts.count == 1)
    let text = try #require(texts.first ?? nil)
    #expect(SavedListPosition(text) == SavedListPosition(viewModel.state(), in: .list) { $0 })
    #expect(SavedListPosition("{") == nil)
  }

  @Test func `a position has the same items as one in other rows, if its items are known`() throws {
    func position(_ list: String) throws -> SavedListPosition {
      try #require(SavedListPosition("{\"list\":{\(list)},\"arrangement\":{\"order\":\"listed\"}}"))
    }
    let selected = try position("\"item\":\"a\",\"row\":3")
    #expect(try selected.hasSameItems(as: position("\"item\":\"a\",\"row\":5")))
    #expect(try !selected.hasSameItems(as: position("\"item\":\"b\",\"row\":3")))
    #expect(try !position("\"row\":3").hasSameItems(as: position("\"row\":5")))
    let filter = "\"item\":\"a\",\"row\":3,\"filter\":\"x\""
    let filtered = try position("\(filter),\"listItem\":\"c\",\"listRow\":9")
    #expect(try filtered.hasSameItems(as: position("\(filter),\"listItem\":\"c\",\"listRow\":2")))
    #expect(try !filtered.hasSameItems(as: position("\(filter),\"listItem\":\"d\",\"listRow\":9")))
  }

  @Test func `the filters of a list are saved by name, and a name of another version is ignored`() async throws {
    await send(.appeared, .toggle(.unread))
    let saved = try #require(SavedListPosition(viewModel.state(), in: .list) { $0 })
    let json = String(decoding: try JSONEncoder().encode(saved), as: UTF8.self)
    #expect(json.contains(#""filters":["unread"]"#))
    #expect(!json.contains("isOnlyUnread"))
    let louder = json.replacingOccurrences(of: #"["unread"]"#, with: #"["loud","unread"]"#)
    let old = #"{"list":{"row":3},"arrangement":{"order":"listed","isOnlyUnread":false,"showsHidden":true}}"#
    let cases: [(String, Set<ListFilter>)] = [(json, [.unread]), (louder, [.unread]), (old, [])]
    for (json, filters) in cases {
      let position = try JSONDecoder().decode(SavedListPosition.self, from: Data(json.utf8))
      let state: ItemListState<Note> = SavedListPosition.start(
        list: position, bookmarked: SavedListPosition(), shown: .list
      ) { $0 }
      #expect(state.query.filters == filters, "\(json)")
    }
  }

  @Test func `B switches between the list and the bookmarks, each at its last position`() async throws {
    await send(.appeared)
    _ = try await flags.addBookmark(Bookmark(kind: .note, id: "b", addedAt: .distantPast))
    await send(.move(by: 2), .toggleBookmarked)
    #expect(title.hasPrefix(" Notes › Bookmarked"))
    #expect(shown == ["b"])
    await send(.toggleBookmarked)
    #expect(shown == ["a", "b", "c"])
    #expect(viewModel.state().shown.selectedRow == 2)
    await send(.toggleBookmarked, .cancel)
    #expect(viewModel.state().query.scope == .list)
  }

  @Test func `B back to a filtered list shows the flags as they are now`() async throws {
    _ = try await flags.addBookmark(Bookmark(kind: .note, id: "b", addedAt: .distantPast))
    var start = ItemListState<Note>()
    start.restore(ItemListPosition(filter: "b")) { $0 }
    let sut = List.live(
      list.list, .stub(clock: TestClock()), start: start, outcome: { _, _, _ in CommandOutcome(nil) },
      onOpen: { _, _ in })
    await sut.send(.appeared).value
    #expect(sut.state().shown.items.map(\.flags.isBookmarked) == [true])
    await sut.send(.toggleBookmarked).value
    _ = try await flags.removeBookmark(.note, "b")
    await sut.wait { $0.all.count == 0 }
    await sut.send(.toggleBookmarked).value
    #expect(sut.state().shown.items.map(\.id) == ["b"])
    #expect(sut.state().shown.items.map(\.flags.isBookmarked) == [false])
  }

  @Test func `an empty list of bookmarks explains how to bookmark`() async {
    await send(.appeared, .toggleBookmarked)
    let text = screen.frame(Size()).text
    #expect(text.contains { $0.contains("No bookmarked notes.") })
    #expect(text.contains { $0.contains("Press b on a note to bookmark it. Press B to show all notes.") })
  }

  @Test func `u shows only unread items, and an item read meanwhile stays until the filter is set again`() async throws
  {
    await send(.appeared, .toggle(.unread))
    #expect(viewModel.state().notice == "Only unread. Press u to show all.")
    await send(.move(by: 1), .command(.read))
    await viewModel.wait { $0.shown.items.map(\.flags.isRead) == [false, true, false] }
    await send(.toggle(.unread))
    #expect(shown == ["a", "b", "c"])
    #expect(viewModel.state().shown.selected?.id == "b")
    await send(.toggle(.unread))
    #expect(shown == ["a", "c"])
    await send(.command(.allRead(viewModel.state().textQuery)), .toggle(.unread), .toggle(.unread))
    await viewModel.wait { $0.all.count == 0 }
    #expect(screen.frame(Size()).text.contains { $0.contains("Everything here is read. Press u to show all.") })
  }

  @Test(arguments: ["", "n"])
  func `marking all as read under u, and undoing it, leaves the rows and the selection where they are`(text: String)
    async throws
  {
    let ids = ["an", "bn", "cn"]
    let repository = FlagsRepository<String>.notes(flags)
    let list = FlaggedList(.notes(ids[0], ids[1], ids[2], flags: flags), repository: repository, flags: \.flags)
    let flagCommands = FlagCommands(repository, .stub())
    var start = ItemListState<Note>()
    start.query.filters = [.unread]
    if !text.isEmpty { start.restore(ItemListPosition(filter: text)) { $0 } }
    let sut = List.live(
      list.list, .stub(clock: TestClock()), start: start,
      outcome: { command, item, _ in await flagCommands.perform(command, with: item, in: list) },
      onOpen: { _, _ in })
    await sut.send(.appeared).value
    await sut.send(.move(by: 1)).value
    await sut.send(.command(.read)).value
    for (command, isRead) in [(FlagCommand.allRead(sut.state().shownQuery), true), (.undo, false)] {
      await sut.send(.command(command)).value
      await sut.wait { $0.shown.items.map(\.flags.isRead) == [isRead, true, isRead] }
      #expect(sut.state().shown.items.map(\.id) == ids)
      #expect(sut.state().shown.selected?.id == "bn")
    }
    await sut.send(.reload).value
    await sut.wait { $0.shown.items.map(\.id) == ["an", "cn"] }
  }

  @Test(
    arguments: [
      (["an", "bn"], 1, "cn"), (["an", "bn", "dn"], 1, "cn"), (["cn", "dn"], 2, "en"), (["dn", "en"], 3, "cn"),
    ], ["", "n"])
  func `u selects the next remaining item after the selected one, or the last`(
    case: (read: [String], row: Int, expected: String), text: String
  ) async throws {
    _ = try await flags.addRead(.note, `case`.read, .random())
    var start = ItemListState<Note>()
    if !text.isEmpty { start.restore(ItemListPosition(filter: text)) { $0 } }
    let sut = List.live(
      .notes("an", "bn", "cn", "dn", "en", flags: flags), .stub(clock: TestClock()), start: start,
      outcome: { _, _, _ in CommandOutcome(nil) }, onOpen: { _, _ in })
    await sut.send(.appeared).value
    await sut.send(.move(by: `case`.row)).value
    await sut.send(.toggle(.unread)).value
    #expect(sut.state().shown.selected?.id == `case`.expected)
    await sut.send(.toggle(.unread)).value
    #expect(sut.state().shown.selected?.id == `case`.expected)
  }

  @Test func `s cycles through the orders, separately for each scope`() async {
    await send(.appeared)
    var said: [String?] = []
    for _ in 0..<4 {
      await send(.sort)
      said.append(viewModel.state().notice)
    }
    let orders = ["newest first", "by title", "unread first", "own order"]
    #expect(said == orders.map { "Sorted: \($0)." })
    await send(.toggleBookmarked, .sort)
    #expect(title.contains("newest first"))
    await send(.toggleBookmarked)
    #expect(!title.contains("newest first"), "each scope has a separate order")
  }

  @Test func `the flag keys of a page toggle the flags of its item`() async {
    let sut = FlagCommands(FlagsRepository<String>.notes(flags), queue: CommandQueue(), .stub())
    #expect(await sut.perform(.read, with: "a", ItemFlags()) == "Marked as read.")
    #expect(await sut.perform(.bookmark, with: "a", ItemFlags(isRead: true)) == "Bookmarked.")
    let flags = ItemFlags(isRead: true, bookmarkedAt: .distantPast)
    #expect(await sut.perform(.bookmark, with: "a", flags) == "Bookmark removed; z brings it back.")
    #expect(await sut.perform(.undo, with: "a", flags) == "Bookmarked again.")
    #expect(await sut.perform(.read, with: "a", flags) == "Marked as unread.")
    #expect(await sut.perform(.allRead(ListQuery()), with: "a", flags) == nil)
  }
}
