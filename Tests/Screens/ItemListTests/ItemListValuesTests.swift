import ItemList
import ItemListTestSupport
import LineEditor
import PagedList
import StyleGuide
import Testing

/// The parts of a list's state.
struct ItemListValuesTests {
  @Test func `matches are found by row across portions`() {
    var matches = Matches()
    for portion in [0..<3, 3..<3, 3..<4, 4..<10] { matches.append(portion.map { RowKey(Int64($0)) }) }
    #expect(matches.count == 10)
    for lower in 0...10 {
      for upper in lower...10 {
        #expect(matches[lower..<upper] == .all((lower..<upper).map { RowKey(Int64($0)) }))
      }
    }
    #expect(matches[8..<50] == .all([RowKey(8), RowKey(9)]))
    #expect(matches[20..<30] == .all([]))
    #expect(Matches()[0..<1] == .all([]))
  }

  @Test(arguments: [(32_768, 1), (32_769, 2), (65_536, 2), (65_537, 4), (1_000_000, 32)])
  func `of many matches, the row keys of some are in memory`(count: Int, stride: Int) {
    var matches = Matches()
    for start in Swift.stride(from: 0, to: count, by: 9_999) {
      matches.append((start..<min(start + 9_999, count)).map { RowKey(Int64($0)) })
    }
    #expect(matches.count == count)
    for rows in [0..<40, 32_000..<32_767, count - 7..<count + 20] {
      let first = rows.lowerBound / stride * stride
      let clamped = rows.clamped(to: 0..<count)
      guard stride > 1 else {
        #expect(matches[rows] == .all(clamped.map { RowKey(Int64($0)) }))
        continue
      }
      #expect(
        matches[rows]
          == .from(RowKey(Int64(first)), skipping: rows.lowerBound - first, count: clamped.count))
    }
  }

  static let edits: [(String, LineEdit, String)] = [
    ("ab", .insert("c d"), "abc d"), ("abé", .deleteLeft, "ab"), ("", .deleteLeft, ""),
    ("ab cd", .deleteBlankWordLeft, "ab "), ("a b", .deleteToStart, ""), ("a b", .moveToStart, "a b"),
  ]

  @Test(arguments: edits.indices)
  func `line edits change the text of the filter`(index: Int) {
    let (line, edit, expected) = Self.edits[index]
    var state = ItemListState<ListedItem>()
    state.filter = .init(query: line + "|")
    _ = state.apply(ItemListAction<Never>.edit(.deleteLeft))
    #expect(state.filter?.query == line)
    _ = state.apply(ItemListAction<Never>.edit(edit))
    #expect(state.filter?.query ?? "" == expected)
  }

  @Test func `a filter is edited at its cursor and searched again only when its text has changed`() {
    var state = ItemListState<ListedItem>()
    state.filter = .init(query: "bc")
    #expect(state.apply(ItemListAction<Never>.edit(.moveToStart)).isEmpty)
    let effects = state.apply(ItemListAction<Never>.edit(.insert("a")))
    guard case .search(ListQuery(text: "abc"), _, _)? = effects.first else {
      return #expect(effects.isEmpty == false, "the edit starts no search")
    }
    #expect(state.apply(ItemListAction<Never>.edit(.deleteToStart)).count == 1)
    #expect(state.filter?.query == "bc")
  }

  @Test func `turnToTexts toggles the search between whole texts and titles, and its state is saved`() {
    var state = ItemListState<ListedItem>()
    #expect(state.apply(ItemListAction<Never>.toggleFullText).isEmpty, "there is no filter")
    state.filter = .init(query: "bc")
    for inTexts in [true, false, true] {
      let effects = state.apply(ItemListAction<Never>.toggleFullText)
      guard case .search(ListQuery(text: "bc", isInTexts: inTexts), _, _)? = effects.first else {
        return #expect(effects.isEmpty == false)
      }
    }
    _ = state.apply(ItemListAction<Never>.accept)
    #expect(state.lastQuery == "bc")
    #expect(state.filter?.isInTexts == true)
    #expect(state.position(\.description) == ItemListPosition(filter: "bc", isInTexts: true, listRow: 0))
  }

  @Test func `a restored position selects its item, its row when the item is gone, and its filter`() {
    var state = ItemListState<ListedItem>()
    state.restore(ItemListPosition(item: "7", row: 5)) { Int($0) ?? 0 }
    guard
      case .read(let read)? = state.apply(ItemListAction<Never>.appeared).compactMap({ effect in
        if case .read = effect { effect } else { nil }
      }).first
    else { return #expect(state.isRead, "appearing reads nothing") }
    #expect(read.item == 7)
    #expect(read.row == 5)
    var found = state
    let items = ListedItem.numbered(1...30)
    _ = found.receive(.read(.init(items, first: 0, anchor: 6, count: 30, isComplete: true), read))
    #expect(found.shown.selected?.id == 7)
    var gone = state
    _ = gone.receive(
      .read(.init(items.filter { $0.id != 7 }, first: 0, anchor: 5, count: 29, isComplete: true), read))
    #expect(gone.shown.selectedRow == 5)
    var filtered = ItemListState<ListedItem>()
    filtered.restore(ItemListPosition(item: "7", row: 2, filter: "x", isInTexts: true)) { Int($0) ?? 0 }
    guard
      case .read(let first)? = filtered.apply(ItemListAction<Never>.appeared).compactMap({ effect in
        if case .read = effect { effect } else { nil }
      }).first
    else { return #expect(state.isRead, "appearing reads nothing") }
    let effects = filtered.receive(
      .read(.init(items, first: 0, anchor: 0, count: 30, isComplete: true), first))
    let searches = effects.compactMap { effect in if case .searchAgain(let search) = effect { search } else { nil } }
    #expect(searches.map(\.query.text) == ["x"])
    #expect(searches.map(\.item) == [7])
    #expect(searches.map(\.row) == [2])
    #expect(searches.map(\.query.isInTexts) == [true])
  }

  @Test(arguments: [("9", 8), ("99", 8), (nil, 29)] as [(String?, Int)])
  func `Esc from a restored filter returns to the saved position of the whole list`(item: String?, row: Int) throws {
    var state = ItemListState<ListedItem>()
    state.restore(ItemListPosition(item: "7", row: 0, filter: "x", listItem: item, listRow: row)) { Int($0) ?? 0 }
    let reads = state.apply(ItemListAction<Never>.appeared).compactMap { effect in
      if case .read(let read) = effect { read } else { nil }
    }
    let read = try #require(reads.first)
    #expect(read.item == item.flatMap { Int($0) })
    #expect(read.row == row)
    let items = ListedItem.numbered(1...30)
    _ = state.receive(
      .read(.init(items, first: 0, anchor: row, count: 30, isComplete: true), read))
    #expect(state.position(\.description).listItem == "\(row + 1)")
    #expect(state.position(\.description).listRow == row)
    _ = state.apply(ItemListAction<Never>.cancel)
    #expect(state.filter == nil)
    #expect(state.shown.selected?.id == row + 1)
    #expect(state.position(\.description) == ItemListPosition(item: "\(row + 1)", row: row))
  }

  @Test func `rows outside the loaded window are nil`() {
    let rows = ItemRows(ListedItem.numbered(5...7), first: 4, count: 100)
    #expect(rows[3] == nil)
    #expect(rows[4]?.id == 5)
    #expect(rows[6]?.id == 7)
    #expect(rows[7] == nil)
    #expect(rows.selected == nil)
    #expect(ItemRows<ListedItem>().selected == nil)
    #expect(ItemRows(ListedItem.numbered(1...3)).count == 3)
  }
}
