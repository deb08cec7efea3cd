import Foundation
import ItemList
import ItemListTestSupport
import LineEditor
import Observed
import PagedList
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// The commands that a feature adds to a list.
@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  typealias List = ItemListViewModel<ListedItem, String>
  let opened = CallRecorder<ListedItem>()
  let numbers = CallRecorder<Int>()
  let gate = Gate()

  private func list(_ count: Int, isWaiting: Bool = false) async -> List {
    let content = PagedContent(server: ListedItem.numbered(0..<count), pageSize: 10)
    let list = List.live(
      ScriptedList(content, text: \.text).list, .stub(clock: TestClock()),
      opening: { $0.id == 1 ? "instead" : nil }, numbered: { [numbers] in numbers.record($0) },
      waiting: { $0 == "slow" ? "Wait…" : nil },
      outcome: { [gate] command, item, _ in
        if isWaiting { try? await gate.pause() }
        return CommandOutcome("\(command) of \(item.map { "\($0.id)" } ?? "nothing")")
      }, onOpen: { [opened] item, _ in opened.record(item) })
    await list.send(.appeared).value
    return list
  }

  @Test func `opening an item may run a command instead`() async {
    let sut = await list(3)
    await sut.send(.open).value
    await sut.send(.move(by: 1)).value
    await sut.send(.open).value
    #expect(opened.all.map(\.id) == [0])
    #expect(sut.state().notice == "instead of 1")
  }

  @Test func `a typed item number is handed to the feature whatever the list has, and an empty one is not`() async {
    for count in [0, 3] {
      let sut = await list(count)
      _ = sut.send(.beginNumber)
      _ = sut.send(.edit(.insert("99")))
      _ = sut.send(.accept)
      #expect(numbers.all.last == 99)
      #expect(sut.state().number == nil)
      #expect(sut.state().rest == nil)
      #expect(sut.state().shown.selectedRow == 0)
      _ = sut.send(.beginNumber)
      await sut.send(.accept).value
      #expect(sut.state().number == nil, "an empty number is cancelled")
    }
    #expect(numbers.all == [99, 99])
  }

  @Test func `a typed item number too large for an integer is not handed on, and a notice says so`() async {
    let sut = await list(3)
    _ = sut.send(.beginNumber)
    _ = sut.send(.edit(.insert("99999999999999999999")))
    await sut.send(.accept).value
    #expect(numbers.all == [])
    #expect(sut.state().number == nil)
    #expect(sut.state().notice == "There is no number 99999999999999999999.")
  }

  @Test func `a command runs without a selected item`() async {
    let sut = await list(0)
    await sut.send(.command("do")).value
    #expect(sut.state().notice == "do of nothing")
  }

  @Test func `a slow command shows its waiting notice while it runs`() async {
    let sut = await list(3, isWaiting: true)
    for (command, notice) in [("slow", "Wait…"), ("fast", nil)] {
      let task = sut.send(.command(command))
      await gate.arrived()
      #expect(sut.state().notice == notice)
      await gate.open()
      await task.value
      #expect(sut.state().notice == "\(command) of 0")
    }
  }

  private func frame(own: String?, _ change: (inout ItemListState<ListedItem>) -> Void) -> [String] {
    var state = ItemListState<ListedItem>()
    state.isRead = true
    state.isComplete = true
    state.confirmation = .init(.distantFuture)
    change(&state)
    var look = ItemListLook<ListedItem>(
      title: "Own", plural: "things", address: "http://host", now: { ListUnderTest.now },
      rows: { _, _ in RowLayout { item, style in [Span(item.text, style.base)] } })
    look.numbers = .init(keys: ["#"], meaning: "go")
    look.bookmarkAdvice = own
    if own != nil { state.query.scope = .bookmarked }
    return Screen.itemList(List.stub(state), look).frame(Size(width: 60, height: 9)).text
  }

  @Test func `an empty list of bookmarks shows advice, and neither freshness, address nor load button`() {
    let empty = frame(own: "Press x.") { _ in }
    #expect(empty[0] == " Own › Bookmarked")
    #expect(empty.contains { $0.contains("No bookmarked things.") })
    #expect(empty.contains { $0.contains("Press x.") })
    #expect(!empty.contains { $0.contains("Load") || $0.contains("http") })
    #expect(frame(own: "Press x.") { $0.notice = "Gone." }.last?.hasPrefix(" Gone.") == true)
    #expect(frame(own: "Press x.") { $0.failure = .init("it failed") }.contains { $0.contains("It failed.") })
    #expect(frame(own: "Press x.") { _ = $0.apply(ItemListAction<Never>.reload) }.contains { $0.contains("Loading…") })
    #expect(frame(own: nil) { _ in }[0].hasSuffix("live"))
  }

  @Test func `the prompt for an item number has a number sign and no row count`() {
    let line = frame(own: nil) {
      $0.all = ItemRows(ListedItem.numbered(0..<3))
      $0.number = "12"
    }.last
    #expect(line?.hasPrefix(" #12") == true)
    #expect(line?.contains("of 3") == false)
  }

  @Test func `an item that a command reveals is selected, and a missing one leaves the selection`() async {
    let content = PagedContent(
      server: ListedItem.numbered(0..<5_000), cached: ListedItem.numbered(0..<5_000), pageSize: 100)
    let sut = List.live(
      ScriptedList(content, text: \.text).list, .stub(clock: TestClock()),
      outcome: { command, _, _ in CommandOutcome("Done.", revealing: Int(command)) }, onOpen: { _, _ in })
    await sut.send(.appeared).value
    await sut.send(.command("4321")).value
    #expect(sut.state().shown.selected?.id == 4_321)
    #expect(sut.state().notice == "Done.")
    await sut.send(.command("9999")).value
    #expect(sut.state().shown.selected?.id == 4_321)
    await sut.send(.move(by: 1)).value
    #expect(sut.state().shown.selected?.id == 4_322, "the item is revealed only once")
    await sut.send(.command("nothing")).value
    #expect(sut.state().shown.selected?.id == 4_322)
  }

  @Test func `a feature's key replaces the list's own meaning of the key, also in the help`() {
    let sent = CallRecorder<ItemListAction<String>>()
    var state = ItemListState<ListedItem>()
    state.isRead = true
    state.height = 22
    state.all = ItemRows(ListedItem.numbered(1...2))
    let sut = Screen.itemList(
      ViewModel(Observed(state)) { action in
        sent.record(action)
        return Task {}
      },
      ItemListLook(title: "", plural: "", address: "", now: { ListUnderTest.now }) { _, _ in RowLayout { _, _ in [] } },
      keys: [.init([" "], "space", "mark") { _, _ in .command("mark") }])
    _ = sut.react(.key(" "), Size(width: 80, height: 24))
    _ = sut.react(.key(.pageDown), Size(width: 80, height: 24))
    #expect(sent.all == [.command("mark"), .move(by: 22)])
    #expect(sut.help().filter { $0.keys == "space" }.map(\.meaning) == ["mark"])
  }

  @Test func `the header shows the list's detail, and the status line its hints`() {
    var look = ItemListLook<ListedItem>(
      title: "To-dos", plural: "", address: "", now: { ListUnderTest.now },
      rows: { _, _ in RowLayout { _, _ in [] } })
    look.detail = { "4 open" }
    look.opens = { _ in "rename" }
    look.hints = ["a add"]
    var state = ItemListState<ListedItem>()
    state.isRead = true
    state.isComplete = true
    state.all = ItemRows(ListedItem.numbered(1...2))
    let list = ItemListViewModel<ListedItem, String>.stub(state)
    let lines = Screen.itemList(list, look).frame(Size(width: 70, height: 6)).text
    #expect(lines.first == " To-dos  4 open")
    #expect(lines.last?.contains("? help  ↵ rename  a add") == true)
    look.detail = { nil }
    #expect(Screen.itemList(list, look).frame(Size(width: 70, height: 6)).text.first == " To-dos")
  }
}
