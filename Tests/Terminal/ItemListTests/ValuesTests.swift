import Feed
import ItemList
import ItemListTestSupport
import LineEditor
import StyleGuide
import Testing

/// The parts of a list's state.
struct ValuesTests {
  @Test func `matches are found by row across portions`() {
    var matches = Matches()
    for portion in [0..<3, 3..<3, 3..<4, 4..<10] { matches.append(portion.map { Place(Int64($0)) }) }
    #expect(matches.count == 10)
    for lower in 0...10 {
      for upper in lower...10 {
        #expect(matches[lower..<upper].map(\.number) == (lower..<upper).map(Int64.init))
      }
    }
    #expect(matches[8..<50].map(\.number) == [8, 9] && matches[20..<30].isEmpty && Matches()[0..<1].isEmpty)
  }

  static let edits: [(String, LineEdit, String)] = [
    ("ab", .insert("c d"), "abc d"), ("abé", .deleteLeft, "ab"), ("", .deleteLeft, ""),
    ("ab cd", .deleteBlankWordLeft, "ab "), ("a b", .deleteToStart, ""), ("a b", .moveToStart, "a b"),
  ]

  @Test(arguments: edits.indices)
  func `a line is edited`(index: Int) {
    let (line, edit, expected) = Self.edits[index]
    var state = ItemListState<ListedItem>()
    state.filter = .init(query: line + "|")
    _ = state.apply(ItemListAction<Never>.edit(.deleteLeft))
    #expect(state.filter?.query == line)
    _ = state.apply(ItemListAction<Never>.edit(edit))
    #expect(state.filter?.query ?? "" == expected)
  }

  @Test func `a filter is edited where its cursor is, and looked for anew only where it has changed`() {
    var state = ItemListState<ListedItem>()
    state.filter = .init(query: "bc")
    #expect(state.apply(ItemListAction<Never>.edit(.moveToStart)).isEmpty)
    let effects = state.apply(ItemListAction<Never>.edit(.insert("a")))
    guard case .search("abc", _, _)? = effects.first else { return #expect(effects.isEmpty == false, "no search") }
    #expect(state.apply(ItemListAction<Never>.edit(.deleteToStart)).count == 1 && state.filter?.query == "bc")
  }

  @Test func `rows outside of those that are there are none`() {
    let rows = ItemRows(ListedItem.numbered(5...7), first: 4, count: 100)
    #expect(rows[3] == nil && rows[4]?.id == 5 && rows[6]?.id == 7 && rows[7] == nil && rows.selected == nil)
    #expect(ItemRows<ListedItem>().selected == nil && ItemRows(ListedItem.numbered(1...3)).count == 3)
  }
}
