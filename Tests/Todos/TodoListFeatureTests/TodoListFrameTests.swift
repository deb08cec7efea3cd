import Foundation
import ItemList
import ItemListTestSupport
import NetworkClient
import Observed
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import TestSupport
import Testing
import TodoDomain
import TodoListFeature
import TodosRepository

/// The frames of a list of to-dos.
struct TodoListFrameTests {
  static let golden = GoldenFrames()

  static func item(
    _ number: Int, _ title: String, isCompleted: Bool = false, isPending: Bool = false, refused: Int? = nil
  ) -> TodoItem {
    TodoItem(
      Todo(id: .server("\(number)"), title: title, isCompleted: isCompleted), isPending: isPending,
      refusal: refused.map { TodoRefusal(status: $0) })
  }

  static func screen(
    _ items: [TodoItem], counts: TodoCounts = TodoCounts(open: 4, waiting: 2),
    _ change: (inout TodoListState) -> Void = { _ in }, report: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Screen {
    var state = TodoListState()
    state.all = ItemRows(items)
    state.isRead = true
    state.isComplete = true
    state.confirmation = .init(Date(timeIntervalSince1970: 0))
    change(&state)
    var environment = ScreenEnvironment.stub(server: URL(string: "http://localhost:8000")!)
    environment.report = report
    return .todoLists({ [state] _, _ in .stub(state) }, counts: Observed(counts), environment)
  }

  static let items = [
    item(1, "Wind the lighthouse"), item(2, "Buy oil", isPending: true), item(3, "Count the ships", refused: 422),
    item(4, "Paint the door", isCompleted: true), item(5, "写信\u{1B}[2J\n给妈妈", isCompleted: true, isPending: true),
  ]

  @Test func `rows show a checkbox, a pending or refused sign and the title, and the header the counts`() {
    #expect(
      compact(Self.screen(Self.items).frame(Size(width: 70, height: 9)).text) == """
         To-dos  4 open · 2 waiting to be sent                           live
         › [ ]   Wind the lighthouse
           [ ] ↑ Buy oil
           [ ] ! Count the ships
           [x]   Paint the door
           [x] ↑ 写信␛[2J 给妈妈
        ⋮2
         1/5           ? help  ↵ rename  a add  space done  / filter  q quit
        """)
  }

  @Test func `the hint of Enter depends on the selected to-do`() {
    func hint(_ row: Int) -> Substring? {
      let frame = Self.screen(Self.items) { $0.all.select(row, height: 5) }.frame(
        Size(width: 70, height: 9))
      return frame.text[8].split(separator: "↵ ").last?.prefix { $0 != " " }
    }
    #expect([0, 2].map(hint) == ["rename", "decide"])
  }

  @Test(arguments: ["", " \n"])
  func `a blank title is shown as a dash`(title: String) {
    let frame = Self.screen([Self.item(1, title)]).frame(Size(width: 40, height: 5))
    #expect(frame.text[1] == " › [ ]   —")
  }

  @Test func `completed titles are struck through, selected or not, and matches in them underlined`() {
    let frame = Self.screen(Self.items) { $0.all.select(3, height: 5) }.frame(
      Size(width: 70, height: 9))
    func struck(_ row: Int) -> String {
      frame.lines[row].spans.filter { $0.style.attributes.contains(.strikethrough) }.map(\.text).joined()
    }
    #expect((1...5).map(struck) == ["", "", "", "Paint the door", "写信␛[2J 给妈妈"])
    let found = Self.screen(Self.items) {
      $0.filter = .init(query: "door", isEditing: false, rows: ItemRows([Self.items[3]]))
    }.frame(Size(width: 70, height: 9))
    let match = found.lines[1].spans.first { $0.text == "door" }
    #expect(match?.style.attributes.isSuperset(of: [.strikethrough, .underline]) == true)
  }

  @Test(arguments: [
    (TodoCounts(), "0 open"), (TodoCounts(open: 1), "1 open"),
    (TodoCounts(open: 4, waiting: 2, refused: 1), "4 open · 1 refused · 2 waiting to be sent"),
    (TodoCounts(open: 4, waiting: 2, obstacle: .busy), "4 open · 2 waiting for another satchel"),
    (TodoCounts(open: 4, waiting: 2, obstacle: .answer(.rejected(status: 403))), "4 open · 2 not taken (403)"),
    (TodoCounts(open: 4, waiting: 2, obstacle: .answer(.undecodable("html"))), "4 open · 2 not taken"),
  ])
  func `the header describes the counts and the obstacle of a delivery`(counts: TodoCounts, text: String) {
    let header = Self.screen([], counts: counts).frame(Size()).text[0]
    #expect(header.hasPrefix(" To-dos  \(text)  "))
  }

  @Test(arguments: [
    (160, "The server refused it (422): “Ships are not counted on Sundays, ask the harbour master.”"),
    (100, "“Ships are not counted on Sundays, ask the harb…"), (70, "Refused."), (40, ""),
  ])
  func `the server's words about a refusal are cut to the width and reported in full`(
    width: Int, said: String
  ) {
    let words = "Ships are not counted on Sundays, ask the harbour master."
    let reported = CallRecorder<String>()
    let item = TodoItem(
      Todo(id: .server("3"), title: "Count the ships"), refusal: TodoRefusal(status: 422, words: words))
    let sut = Self.screen([item], report: { reported.record($0) })
    _ = sut.react(.key(.enter), Size())
    let line = sut.frame(Size(width: width, height: 10)).text.last ?? ""
    #expect(line.drop { $0 == " " }.hasPrefix(said.isEmpty ? "t again" : said + "  "), "\(line)")
    #expect(reported.all == ["“Count the ships”: the server refused it (422): “\(words)”"])
  }

  @Test func `an empty list shows how to add a to-do`() {
    let text = Self.screen([], counts: TodoCounts()).frame(Size()).text
    #expect(text.contains { $0.contains("No to-dos yet.") })
    #expect(text.last?.contains("a add") == true)
  }

  @Test(arguments: [Size(), Size(width: 40, height: 10), Size(width: 20, height: 4), Size(width: 1, height: 1)])
  func `every state and prompt fits the screen`(size: Size) {
    for (name, state) in sampleStates(Array(Self.items.prefix(2)), matching: [Self.items[0]]) {
      let frame = Self.screen([]) { $0 = state }.frame(size)
      #expect(frame.lines.count == size.height, "\(name)")
      #expect(frame.lines.allSatisfy { $0.width <= size.width }, "\(name)")
    }
    for key: Key in ["a", "e"] {
      for row in 0..<Self.items.count {
        let sut = Self.screen(Self.items) { $0.all.select(row, height: 5) }
        _ = sut.react(.key(key), size)
        let frame = sut.frame(size)
        #expect(frame.lines.count == size.height)
        #expect(frame.lines.allSatisfy { $0.width <= size.width })
      }
    }
  }

  static let questions: [(name: String, row: Int, keys: [Key])] = [
    ("to-dos", 0, []), ("adding", 4, ["a", "o", "i", "l"]), ("renaming", 0, ["e", .left, .left]),
    ("refused", 2, [.enter]), ("open", 0, ["v"]),
  ]

  @Test(
    arguments: questions.indices,
    Size.golden)
  func `every list and prompt matches its golden frame at every size`(index: Int, size: Size) {
    let (name, row, keys) = Self.questions[index]
    let sut = Self.screen(Self.items, counts: TodoCounts(open: 3, waiting: 2, refused: 1)) {
      $0.all.select(row, height: 5)
    }
    for key in keys { _ = sut.react(.key(key), size) }
    let frame = sut.frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }
}
