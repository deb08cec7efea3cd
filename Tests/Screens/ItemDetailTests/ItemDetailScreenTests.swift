import FlagsStore
import Foundation
import ItemDetail
import LineEditor
import Observed
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the actions that events send on a detail screen.
struct ItemDetailScreenTests {
  let sent = CallRecorder<TextAction>()
  /// A size that leaves ten rows for the text.
  let size = Size(width: 60, height: 12)

  static let long = (1...40).map { "Line \($0) of the text." }.joined(separator: "\n")

  func state(_ body: String = long, _ change: (inout TextState) -> Void = { _ in }) -> TextState {
    let text = Text(heading: TextHeading(id: 8, title: "Dew point"), body: body)
    var state = TextState(text.heading)
    state.item = Loadable(text)
    state.freshness = .live(.distantPast)
    change(&state)
    return state
  }

  /// Returns a screen that shows the title, an empty line, and the body.
  func screen(_ viewModel: TextViewModel, numbers: [Key] = ["#", ":"], changes: ChangeSignal = .none) -> Screen {
    .itemDetail(
      viewModel,
      ItemDetailLook(
        title: { "Texts › \($0.heading.id)" }, content: { $0.item.value ?? Text(heading: $0.heading, body: "…") },
        layout: { text, room in
          var layout = DetailLayout(width: room.width)
          layout.add(text.heading.title, .strong)
          layout.addSpace()
          layout.add(text.body)
          return layout
        }, keys: ["x do it"], now: { .distantPast }), noun: "text", numbers: numbers,
      keys: [.init(["x"], "x", "do it") { _, _ in .command("x") }], changes: changes)
  }

  @Test(arguments: [100, 90])
  func `an address longer than the measure is not broken when the window has room for it`(width: Int) {
    let address = "https://a.example/" + String(repeating: "b", count: 62)
    var layout = DetailLayout(width: width)
    layout.add("See \(address) now.")
    #expect(layout.lines.contains { $0.text.contains(address) })
    #expect(layout.lines.allSatisfy { $0.width < width })
  }

  /// Returns a screen with the title, an empty line, and forty lines of text.
  func sut(_ state: TextState? = nil) -> Screen {
    screen(
      ViewModel(Observed(state ?? self.state())) { [sent] in
        sent.record($0)
        return Task {}
      })
  }

  @Test func `keys scroll by lines, half pages, pages and to the ends`() {
    let keys: [(keys: [Key], top: DetailPosition)] = [
      (["j", .down, .control("n")], 13), (["k", .up, .control("p")], 11), ([.control("d")], 17), ([.control("u")], 7),
      ([.pageDown, " ", .control("f")], 22), ([.pageUp, .control("b")], 2), (["g", .home], 0), (["G", .end], 32),
    ]
    let sut = sut(state { $0.top = 12 })
    for (keys, top) in keys {
      let before = sent.all.count
      for key in keys { _ = sut.react(.key(key), size) }
      #expect(Array(sent.all.dropFirst(before)) == keys.map { _ in .scroll(to: top) }, "\(keys)")
    }
  }

  @Test func `a page scrolls by one line in a window without text rows`() {
    for key: Key in [.control("d"), .control("u"), .pageDown, .pageUp] {
      _ = sut(state { $0.top = 12 }).react(.key(key), Size(width: 60, height: 2))
    }
    #expect(sent.all == [13, 11, 13, 11].map { .scroll(to: $0) })
  }

  @Test(arguments: [(0, 0), (3, 3), (31, 31), (32, 32), (1_000, 32)])
  func `scrolling stays in the text`(top: Int, row: Int) {
    let sut = sut(state { $0.top = DetailPosition(paragraph: top) })
    for key: Key in ["k", "j"] { _ = sut.react(.key(key), size) }
    #expect(sent.all == [max(0, row - 1), min(32, row + 1)].map { .scroll(to: DetailPosition(paragraph: $0)) })
  }

  @Test func `the mouse wheel scrolls by three lines, and a click does nothing`() {
    let sut = sut(state { $0.top = 12 })
    for action: Terminal.Mouse.Action in [.scrollUp, .scrollDown, .press] {
      _ = sut.react(.mouse(.init(action, column: 3, row: 3)), size)
    }
    #expect(sent.all == [.scroll(to: 9), .scroll(to: 15)])
  }

  @Test func `keys turn to neighbours, reload and run commands, and other keys send nothing`() {
    let sut = sut()
    for key: Key in ["n", "l", .right, "p", "h", .left, "r", "R", .function(5), "x", "#", ":"] {
      _ = sut.react(.key(key), size)
    }
    let next = TextAction.neighbour(1)
    let previous = TextAction.neighbour(-1)
    #expect(
      sent.all == [
        next, next, next, previous, previous, previous, .reload, .reload, .reload, .command("x"), .beginNumber,
        .beginNumber,
      ])
    for key: Key in [.tab, "q", .escape, "?", "1", .function(6)] { _ = sut.react(.key(key), size) }
    _ = sut.react(.paste("r"), size)
    #expect(sent.all.count == 12)
  }

  @Test func `the text has a left margin from a width of five columns on`() {
    let sut = sut(state("one"))
    #expect(sut.frame(Size(width: 4, height: 30)).text[1] == "De")
    #expect(sut.frame(Size(width: 5, height: 30)).text[1] == " Dew")
  }

  @Test func `the cursor is on the first line of the text`() {
    #expect(sut().frame(size).cursor == .init(column: 0, row: 1))
  }

  @Test func `the layout follows the text and the width`() {
    let observed = Observed(state("one two three"))
    let sut = screen(ViewModel(observed) { _ in Task {} })
    #expect(sut.frame(size).text[3] == " one two three")
    #expect(sut.frame(Size(width: 10, height: 12)).text.contains(" one two"))
    observed.update { [another = state("another")] in $0 = another }
    #expect(sut.frame(Size(width: 10, height: 12)).text.contains(" another"))
  }

  @Test func `a typed number is shown in the status line, and every key edits or ends it`() {
    let sut = sut(state { $0.number = "61" })
    #expect(sut.frame(size).text.last == " #61                                      ↵ go  esc cancel")
    for key: Key in ["4", "x", .backspace, .control("w"), .control("u"), .enter, .escape] {
      _ = sut.react(.key(key), size)
    }
    _ = sut.react(.paste("12"), size)
    let edits: [LineEdit] = [.insert("4"), .insert("x"), .deleteLeft, .deleteBlankWordLeft, .deleteToStart]
    let typing: [Typing] = edits.map { .edit($0) } + [.accept, .cancel, .edit(.insert("12"))]
    #expect(sent.all == typing.map { .type($0) })
  }

  @Test func `the number keys are ignored and not in the help when items have no numbers`() {
    let sut = screen(
      ViewModel(Observed(state())) { [sent] in
        sent.record($0)
        return Task {}
      }, numbers: [])
    #expect(sut.react(.key("#"), size) == .ignored)
    #expect(!sut.help().contains { $0.meaning.contains("number") })
  }

  @Test func `the header shows a bookmark with a character, in Unicode and in ASCII`() {
    let frame = sut(state { $0.flags.bookmarkedAt = .distantPast }).frame(size)
    #expect(frame.text[0].hasPrefix(" Texts › 8 ★"))
    var screen = VirtualScreen(size: size)
    screen.write(frame.drawn(over: nil, on: Capabilities(unicode: false)))
    #expect(screen.text[0].hasPrefix(" Texts > 8 !"))
  }

  @Test func `a page forwards the change signals that it is given`() {
    let other = Observed(0)
    let screen = screen(.stub(state()), changes: other.changes)
    let told = CallRecorder<Void>()
    let stop = screen.changes.watch { told.record(()) }
    other.update { $0 += 1 }
    stop()
    #expect(told.all.count == 1)
  }
}
