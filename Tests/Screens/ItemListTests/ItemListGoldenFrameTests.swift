import ItemList
import ItemListTestSupport
import Messages
import Observed
import PagedList
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import Testing

/// Golden frames of every state of a list at every size; `⋮3` stands for three empty lines.
struct ItemListGoldenFrameTests {
  static let golden = GoldenFrames()

  static let items = [
    ListedItem(8, "Dew point"), ListedItem(9, "Dead air"), ListedItem(10, "On closing"),
    ListedItem(11, "紙の地図を折りたたむ方法 — and what the creases remember of the road"),
  ]
  static let states = sampleStates(items, matching: Array(items.prefix(2)), now: ListUnderTest.now)

  static func screen(_ state: ItemListState<ListedItem>) -> Screen {
    .itemList(ItemListViewModel<ListedItem, Never>.stub(state), .words)
  }

  @Test(arguments: states.indices, Size.golden)
  func `every state matches its golden frame at every size`(index: Int, size: Size) {
    let (name, state) = Self.states[index]
    let frame = Self.screen(state).frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }

  @Test func `an empty list shows a notice in its status line`() {
    var state = Self.states.first { $0.name == "nothing to show" }?.state ?? ItemListState()
    state.notice = "Cannot save."
    #expect(Self.screen(state).frame(Size(width: 80, height: 12)).text.last?.hasPrefix(" Cannot save.") == true)
  }

  @Test func `a saved list without unread items says so when its server fails, too`() {
    var state = ItemListState<ListedItem>()
    state.isRead = true
    state.fetchedAt = ListUnderTest.now
    state.isComplete = true
    state.query.filters = [.unread]
    state.failure = ItemListFailure("connection refused")
    let text = Self.screen(state).frame(Size(width: 60, height: 12)).text
    let words = text.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    #expect(
      Array(words.dropFirst()) == [
        "Nothing unread.", "Everything here is read. Press u to show all.", "Connection refused. r try again ! more",
        "? help q quit",
      ])
  }

  @Test(arguments: [
    ("no match", false, "No match for “xyz” among the unread. Press u to search all."),
    ("no match", true, "No match for “xyz” among the unread."),
    ("no match yet", true, "No match in the 1,000 unread loaded. Press Enter to search the rest."),
  ])
  func `a filter without a match says when it searched only unread items`(
    name: String, isEditing: Bool, sentence: String
  ) {
    var state = Self.states.first { $0.name == name }?.state ?? ItemListState()
    state.query.filters = [.unread]
    state.filter?.isEditing = isEditing
    #expect(Self.screen(state).frame(Size(width: 80, height: 12)).text.contains("   \(sentence)"))
  }

  @Test func `an empty list in offline mode has no button, and says how to load it`() {
    var state = Self.states.first { $0.name == "nothing to show" }?.state ?? ItemListState()
    state.failure = ItemListFailure(Messages.offline)
    let text = Self.screen(state).frame(Size(width: 80, height: 24)).text
    #expect(text.contains { $0.contains("Start satchel without --offline to load them.") })
    #expect(!text.contains { $0.contains("Load ]") || $0.contains("↵ load") })
    #expect(!text.contains { $0.contains("xkcd") })
  }

  @Test func `the golden file has every state and no other`() {
    #expect(
      Set(Self.golden.names.map { $0.split(separator: " ").dropLast().joined(separator: " ") })
        == Set(Self.states.map(\.name)))
  }

  @Test(arguments: [(1, 1), (1, 3), (3, 1), (2, 2), (0, 0), (7, 4), (300, 100)])
  func `no size is too small or too large to draw`(width: Int, height: Int) {
    for (_, state) in Self.states {
      let frame = Self.screen(state).frame(Size(width: width, height: height))
      #expect(frame.lines.count == height)
      #expect(frame.lines.allSatisfy { $0.width <= width })
    }
  }

  @Test func `the selected row is marked without colour, and the cursor stands on it`() {
    var state = Self.states.first { $0.name == "live" }?.state ?? ItemListState()
    state.all.select(2, height: 8)
    let frame = Self.screen(state).frame(Size(width: 40, height: 10))
    #expect(frame.cursor?.row == 3)
    #expect(frame.text[3].hasPrefix(" ›"))
    #expect(frame.lines[3].spans.allSatisfy { $0.style.attributes.contains(.reverse) })
    #expect(frame.lines[2].spans.allSatisfy { !$0.style.attributes.contains(.reverse) })
  }

  @Test func `the cursor is on the button of an empty list, and behind the filter or number that is typed`() {
    func cursor(_ name: String) -> Frame.Cursor? {
      Self.states.first { $0.name == name }.flatMap { Self.screen($0.state).frame(Size(width: 80, height: 12)).cursor }
    }
    #expect(cursor("nothing to show")?.row == 4)
    #expect(cursor("filtering") == Frame.Cursor(column: 4, row: 11))
    #expect(cursor("typing a number") == Frame.Cursor(column: 5, row: 11))
    #expect(cursor("no match") == nil)
  }

  @Test func `matches are underlined, also on the selected row`() {
    let state = Self.states.first { $0.name == "filtered" }?.state ?? ItemListState()
    let lines = Self.screen(state).frame(Size(width: 60, height: 6)).lines
    let found = lines[1...2].map { $0.spans.filter { $0.style.attributes.contains(.underline) }.map(\.text) }
    #expect(found == [["De"], ["De"]])
    let selected = lines[1].spans.map(\.style)
    #expect(selected.filter { !$0.attributes.contains(.reverse) || $0.foreground != .role(.focus) } == [])
  }

  @Test(arguments: [(0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (1_000_000, "1,000,000")])
  func `row counts are written with thousands separators`(number: Int, text: String) {
    var state = ItemListState<ListedItem>()
    state.isRead = true
    state.isComplete = true
    state.all.count = number
    state.number = ""
    #expect(Self.screen(state).frame(Size()).text[23].hasSuffix("  ↵ go  esc cancel  of \(text)"))
  }
}

extension ItemListLook<ListedItem> {
  /// A look that shows the ID and the text of each item.
  static var words: Self {
    Self(
      title: "Words", plural: "words", address: "http://localhost:8000", now: { ListUnderTest.now },
      rows: { _, _ in RowLayout { item, style in [Span("\(item.id)  ", style.quiet)] + style.highlighted(item.text) } })
  }
}
