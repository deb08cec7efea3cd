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

/// Tests of the actions that keys, the mouse and pasted text send on a list.
struct ItemListScreenTests {
  typealias List = ItemListViewModel<ListedItem, String>

  static let size = Size(width: 40, height: 12)

  /// Returns the actions that events in a state send.
  func sent(_ events: Terminal.Event..., in state: ItemListState<ListedItem>) -> [ItemListAction<String>] {
    reactions(events, in: state).sent
  }

  func reactions(
    _ events: [Terminal.Event], in state: ItemListState<ListedItem>, hasTexts: Bool = false
  ) -> (sent: [ItemListAction<String>], reactions: [Reaction]) {
    let sent = CallRecorder<ItemListAction<String>>()
    var state = state
    state.height = 10
    var list = List.stub(state)
    list.send = {
      sent.record($0)
      return nil
    }
    var look = ItemListLook<ListedItem>.words
    look.hasTexts = hasTexts
    let screen = Screen.itemList(list, look, keys: [.init(["y"], "y", "copy") { _, _ in .command("copy") }])
    let reactions = events.map { screen.react($0, Self.size) }
    return (sent.all, reactions)
  }

  func read(_ change: (inout ItemListState<ListedItem>) -> Void = { _ in }) -> ItemListState<ListedItem> {
    var state = ItemListState<ListedItem>()
    state.isRead = true
    state.all = ItemRows(ListedItem.numbered(1...30))
    change(&state)
    return state
  }

  @Test func `Tab searches whole texts while a filter is typed and texts exist, and is ignored otherwise`() {
    let typing = read { $0.filter = .init(query: "a") }
    #expect(reactions([.key(.tab)], in: typing, hasTexts: true).sent == [.toggleFullText])
    #expect(reactions([.key(.tab)], in: typing).reactions == [.ignored])
    #expect(reactions([.key(.tab)], in: read(), hasTexts: true).reactions == [.ignored])
  }

  @Test(arguments: ["q quit", "q back"])
  func `the status line says where q leads`(hint: String) {
    var look = ItemListLook<ListedItem>.words
    look.leaving = hint
    look.empty = { ("No words.", []) }
    let size = Size(width: 100, height: 12)
    for state in [read(), read { $0.all = ItemRows() }, read { $0.filter = .init(query: "1", isEditing: false) }] {
      let status = Screen.itemList(List.stub(state), look).frame(size).text.last ?? ""
      #expect((status + " ").contains(" \(hint) "), "\(status)")
    }
  }

  @Test func `Up recalls the last filter in an empty prompt, and moves the selection otherwise`() {
    let empty = read {
      $0.filter = .init()
      $0.lastQuery = "last"
    }
    #expect(sent(.key(.up), in: empty) == [.edit(.insert("last"))])
    #expect(
      sent(
        .key(.up),
        in: read {
          $0.filter = .init(query: "a")
          $0.lastQuery = "last"
        }) == [.move(by: -1)])
    #expect(sent(.key(.up), in: read { $0.filter = .init() }) == [.move(by: -1)])
  }

  static let keys: [(keys: [Key], action: ItemListAction<String>)] = [
    (["j", .down, .control("n")], .move(by: 1)), (["k", .up, .control("p")], .move(by: -1)),
    ([.control("d")], .move(by: 5)), ([.control("u")], .move(by: -5)),
    ([.pageDown, " ", .control("f")], .move(by: 10)), ([.pageUp, .control("b")], .move(by: -10)),
    (["g", .home], .moveToFirst), (["G", .end], .moveToLast), ([":"], .beginNumber),
    ([.enter, "l", .right], .open), (["r", "R", .function(5)], .reload), (["/"], .beginFilter),
    (["y"], .command("copy")),
  ]

  @Test(arguments: keys.indices)
  func `a key sends its action with or without rows, and waits when the action needs rows`(index: Int) {
    let (keys, action) = Self.keys[index]
    for key in keys {
      #expect(sent(.key(key), in: read()) == [action], "\(key)")
      let (early, reaction) = reactions([.key(key)], in: ItemListState())
      #expect(reaction == (ItemListState<ListedItem>().mustWait(action) ? [.later] : [.handled]))
      #expect(early == (reaction == [.later] ? [] : [action]), "\(key)")
    }
  }

  @Test func `only actions that need rows wait for the first read`() {
    let state = ItemListState<ListedItem>()
    for action in [ItemListAction<String>.move(by: 1), .moveToLast, .open, .click(line: 0), .command("copy")] {
      #expect(state.mustWait(action), "\(action)")
      #expect(!read().mustWait(action))
    }
    for action in [
      ItemListAction<String>.reload, .beginFilter, .beginNumber, .edit(.insert("x")), .cancel, .moveToFirst,
    ] {
      #expect(!state.mustWait(action), "\(action)")
    }
  }

  @Test func `Enter waits for the first read after a typed number or filter, but not in an empty prompt`() {
    var state = ItemListState<ListedItem>()
    state.number = ""
    #expect(!state.mustWait(ItemListAction<String>.accept))
    state.number = "7"
    #expect(state.mustWait(ItemListAction<String>.accept))
    state.number = nil
    state.filter = .init(query: "x")
    #expect(state.mustWait(ItemListAction<String>.accept))
    state.filter = .init()
    #expect(!state.mustWait(ItemListAction<String>.accept))
  }

  @Test func `letters edit the filter that is typed, and movement keys still move the selection`() {
    let typing = read { $0.filter = .init() }
    for letter in ["j", " ", ":", "q", "y", "/", "é", "1"] as [Character] {
      #expect(sent(.key(.character(letter)), in: typing) == [.edit(.insert(String(letter)))])
    }
    #expect(
      sent(.key(.down), .key(.pageDown), .key(.control("n")), in: typing) == [
        .move(by: 1), .move(by: 10), .move(by: 1),
      ])
    #expect(sent(.key(.enter), .key(.escape), in: typing) == [.accept, .cancel])
    #expect(
      sent(.key(.backspace), .key(.control("h")), .key(.control("w")), .key(.control("u")), in: typing) == [
        .edit(.deleteLeft), .edit(.deleteLeft), .edit(.deleteBlankWordLeft), .edit(.deleteToStart),
      ])
    #expect(
      sent(.key(.right), .key(.home), .key(.control("d")), in: typing) == [
        .edit(.moveRight), .edit(.moveToStart), .edit(.deleteRight),
      ])
    #expect(
      sent(.key("5"), .key("j"), .key(.enter), in: read { $0.number = "" }) == [
        .edit(.insert("5")), .edit(.insert("j")), .accept,
      ])
  }

  @Test func `a paste inserts its first line into a prompt and is ignored elsewhere`() {
    #expect(sent(.paste("a q\nG"), in: read { $0.filter = .init() }) == [.edit(.insert("a q"))])
    #expect(reactions([.paste("jG")], in: read()).reactions == [.ignored])
  }

  @Test func `Esc and Backspace cancel a filter, Esc cancels loading, and both are ignored otherwise`() {
    #expect(reactions([.key(.escape), .key(.backspace)], in: read()).reactions == [.ignored, .ignored])
    let cached = read { $0.filter = .init(query: "x", isEditing: false, rows: ItemRows()) }
    #expect(sent(.key(.escape), .key(.backspace), in: cached) == [.cancel, .cancel])
    #expect(sent(.key(.escape), in: read { _ = $0.apply(ItemListAction<Never>.moveToLast) }) == [.cancel])
    #expect(sent(.key(.escape), in: read { _ = $0.apply(ItemListAction<Never>.reload) }) == [.cancel])
  }

  @Test func `the mouse wheel moves by three rows, and a click counts lines of the body`() {
    func mouse(_ action: Terminal.Mouse.Action, row: Int) -> Terminal.Event {
      .mouse(.init(action, column: 3, row: row))
    }
    #expect(sent(mouse(.scrollDown, row: 4), mouse(.scrollUp, row: 4), in: read()) == [.move(by: 3), .move(by: -3)])
    #expect(
      sent(mouse(.press, row: 1), mouse(.press, row: 10), in: read()) == [.click(line: 0), .click(line: 9)])
    #expect(
      reactions([mouse(.press, row: 0), mouse(.press, row: 11)], in: read()).reactions == [.ignored, .ignored])
    #expect(
      reactions([.resized(Self.size), .key(.tab), .key("q")], in: read()).reactions == [.ignored, .ignored, .ignored])
  }

  @Test func `the list receives the number of rows that fit once per size`() {
    let sent = CallRecorder<ItemListAction<String>>()
    let state = Observed(ItemListState<ListedItem>())
    let list = List(state) { action in
      sent.record(action)
      _ = state.update { $0.apply(action) }
      return nil
    }
    let screen = Screen.itemList(list, .words)
    _ = screen.frame(Self.size)
    _ = screen.frame(Self.size)
    _ = screen.react(.key("x"), Self.size)
    #expect(sent.all == [.fit(height: 10)])
    _ = screen.react(.key("x"), Size(width: 40, height: 2))
    #expect(sent.all == [.fit(height: 10), .fit(height: 1)])
    screen.appear()
    screen.resume()
    screen.disappear()
    #expect(sent.all.dropFirst(2) == [.appeared, .disappeared])
  }

  @Test func `a key is about the arrivals that were drawn, not about later ones`() {
    let sent = CallRecorder<ItemListAction<String>>()
    let state = Observed(ItemListState<ListedItem>())
    let list = List(state) { action in
      sent.record(action)
      return nil
    }
    func arrive(_ arrival: Int64, isFirst: Bool) {
      state.update { state in
        let effects = isFirst ? state.apply(ItemListAction<String>.appeared) : state.receive(.changed)
        for case .read(let read) in effects {
          let items = ListedItem.numbered(1...3)
          _ = state.receive(.read(ListWindow(items, count: 3, isComplete: true, arrival: arrival), read))
        }
      }
    }
    let screen = Screen.itemList(
      list, .words, keys: [.init(["y"], "y", "sweep") { state, _ in .command("\(state.arrival ?? 0)") }])
    arrive(4, isFirst: true)
    _ = screen.frame(Self.size)
    arrive(5, isFirst: false)
    _ = screen.react(.key("y"), Self.size)
    _ = screen.frame(Self.size)
    _ = screen.react(.key("y"), Self.size)
    #expect(sent.all.filter { if case .command = $0 { true } else { false } } == [.command("4"), .command("5")])
  }

  @Test func `the help lists every key, those of the items too`() {
    let help = Screen.itemList(
      List.stub(read()), .words, keys: [.init(["y"], "y", "copy") { _, _ in .command("copy") }]
    )
    .help()
    #expect(help.contains(KeyHelp("y", "copy")))
    #expect(help.contains { $0.keys == "G, End" })
    #expect(help.contains { $0.keys == "ctrl-w, ctrl-u" })
  }
}
