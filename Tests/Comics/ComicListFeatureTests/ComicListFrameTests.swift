import ComicDomain
import ComicListFeature
import ComicsRepository
import Essentials
import FlagCommands
import FlagsStore
import Foundation
import ItemList
import ItemListTestSupport
import LineEditor
import NetworkClient
import Observed
import PagedList
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Golden frames of the list of comics.
struct ComicListFrameTests {
  static let golden = GoldenFrames()

  static let server = URL(string: "http://localhost:8000")!

  static func lists(_ state: ComicListState) -> Screen { lists(.stub(state)) }

  static func lists(_ viewModel: ComicListViewModel) -> Screen {
    let comics = ComicsRepository.stub([])
    return .comicList(
      viewModel, of: FlaggedList(comics.list, repository: comics.flags, flags: \.flags), .stub(server: server))
  }

  static func comic(_ number: Int, _ title: String, isBookmarked: Bool = false, hasDate: Bool = true) -> ComicEntry {
    ComicEntry(
      id: Comic.ID(number),
      content: .comic(title: title, date: hasDate ? CalendarDate(year: 2009, month: 7, day: number % 28 + 1) : nil),
      flags: ItemFlags(bookmarkedAt: isBookmarked ? .distantPast : nil))
  }

  static func failed(_ number: Int, _ error: NetworkClient.Error) -> ComicEntry {
    ComicEntry(id: Comic.ID(number), content: .failed(error))
  }

  static func list(_ entries: [ComicEntry], _ change: (inout ComicListState) -> Void = { _ in }) -> ComicListState {
    var state = ComicListState()
    state.all = ItemRows(entries)
    state.isRead = true
    state.isComplete = true
    state.confirmation = .init(Date(timeIntervalSince1970: 0))
    change(&state)
    return state
  }

  static let hostile = [
    comic(1000, "Wood\u{1b}[2Jpecker\r\n\u{9b}31m", isBookmarked: true), failed(999, .unreachable(.refused)),
    comic(998, "紙の地図を折りたたむ方法 — and what the creases remember of the road, and of the map", hasDate: false),
    comic(7, "A family 👨‍👩‍👧‍👦, a flag 🇯🇵"),
    ComicEntry(id: Comic.ID(3), content: .notSaved, flags: ItemFlags(bookmarkedAt: .distantPast)),
    failed(
      2, .unreachable(.elsewhere(at: "http://" + String(repeating: "long.", count: 90), .other("x\u{1b}]0;y\u{7}")))),
  ]

  static let states: [(name: String, state: ComicListState)] = [
    ("comics", list(hostile)),
    ("typing a number", list(hostile) { $0.number = "61" }),
    ("trying again", list(hostile) { $0.notice = "Trying again…" }),
  ]

  @Test(
    arguments: states.indices,
    Size.golden)
  func `every state matches its golden frame at every size`(index: Int, size: Size) {
    let (name, state) = Self.states[index]
    let frame = Self.lists(state).frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }

  @Test(arguments: Size.golden)
  func `an empty list of bookmarks says how to bookmark`(size: Size) {
    let frame = bookmarks(Self.list([])).frame(size)
    Self.golden.check(frame.text, "no bookmarks \(size.width)x\(size.height)")
  }

  private func bookmarks(_ state: ComicListState) -> Screen {
    var state = state
    state.query.scope = .bookmarked
    return Self.lists(state)
  }

  @Test func `the bookmarked list shows the reason for a failure and does not claim to be live`() {
    var state = Self.list([])
    state.failure = .init("connection refused: http://localhost:8000")
    #expect(bookmarks(state).frame(Size()).text.contains { $0.contains("Connection refused") })
    let text = bookmarks(Self.list([Self.comic(5, "Five", isBookmarked: true)])).frame(Size()).text
    #expect(text[0] == " Comics › Bookmarked")
  }

  @Test(arguments: [Size(), Size(width: 40, height: 10), Size(width: 20, height: 4), Size(width: 1, height: 1)])
  func `every state fits on the screen, and its header names comics`(size: Size) {
    let comics = [Self.comic(2, "Dew point"), Self.comic(1, "On closing")]
    for (name, state) in sampleStates(comics, matching: [comics[0]]) {
      let frame = Self.lists(state).frame(size)
      #expect(frame.lines.count == size.height, "\(name)")
      #expect(frame.lines.allSatisfy { $0.width <= size.width }, "\(name)")
      if size.width == 80 { #expect(frame.text[0].hasPrefix(" Comics")) }
    }
  }

  @Test func `a bookmark is drawn as a star, and in ASCII unlike the unread flag`() {
    let frame = Self.lists(Self.list([Self.comic(5, "Five", isBookmarked: true)])).frame(Size(width: 70, height: 5))
    #expect(frame.text[1] == " › 5 ●★ 2009-07-06  Five")
    var screen = VirtualScreen(size: Size(width: 70, height: 5))
    screen.write(frame.drawn(over: nil, on: Capabilities(unicode: false)))
    #expect(screen.text[1] == " > 5 *! 2009-07-06  Five")
  }

  @Test func `the search text is underlined in the title`() {
    var state = Self.list([Self.comic(8, "8 bells")])
    state.filter = .init(query: "8", isEditing: false, rows: state.all)
    let spans = Self.lists(state).frame(Size(width: 40, height: 6)).lines[1].spans
    #expect(spans.filter { $0.style.attributes.contains(.underline) }.map(\.text) == ["8"])
    #expect(spans.last?.text == " bells")
  }
}

/// The keys of the list of comics.
struct KeysTests {
  private let sent = CallRecorder<ItemListAction<ComicListCommand>>()

  private func sut(number: String? = nil) -> Screen {
    let state = ComicListFrameTests.list([ComicListFrameTests.comic(5, "five")]) { $0.number = number }
    return ComicListFrameTests.lists(
      ViewModel(Observed(state)) { [sent] in
        if case .fit = $0 { return nil }
        sent.record($0)
        return nil
      })
  }

  @Test func `B is text while a number is typed`() {
    let sut = sut(number: "6")
    _ = sut.react(.key("B"), Size())
    #expect(sent.all == [.edit(.insert("B"))])
  }

  @Test func `keys send the list's commands and are in its help`() {
    let sut = sut()
    for key: Key in ["b", "m", "A", "u", "s", "B", "z", "x", "o", "e", "y", "#", ":"] {
      #expect(sut.react(.key(key), Size()) == .handled)
    }
    #expect(
      sent.all == [
        .command(.flag(.bookmark)), .command(.flag(.read)), .command(.flag(.allRead(ListQuery()))), .toggle(.unread),
        .sort,
        .toggleBookmarked, .command(.flag(.undo)), .command(.random), .command(.browse), .command(.explain),
        .command(.copy), .beginNumber, .beginNumber,
      ])
    let help = sut.help().map(\.keys)
    #expect(Set(["b", "m", "A", "u", "s", "z", "x", "o", "e", "y", "#, :", "B"]).subtracting(help) == [])
  }
}
