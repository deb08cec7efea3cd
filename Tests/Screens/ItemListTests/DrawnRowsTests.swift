import Foundation
import ItemList
import ItemListTestSupport
import Observed
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// Tests that reused rows look the same as newly drawn ones.
struct DrawnRowsTests {
  private typealias State = ItemListState<ListedItem>

  /// Returns a look with a column as wide as the longest text on the screen; it records each row that it draws.
  private static func look(_ made: CallRecorder<Int>, edition: Observed<Int> = Observed(0)) -> ItemListLook<ListedItem>
  {
    let rows: ItemListLook<ListedItem>.Rows = { visible, _ in
      let widest = visible.map(\.text.count).max() ?? 0
      let edition = edition.value
      return RowLayout(columns: [widest]) { item, style in
        made.record(item.id)
        let room = String(repeating: " ", count: widest - item.text.count)
        return style.highlighted(item.text) + [Span("\(room)  \(item.id) \(edition)", style.quiet)]
      }
    }
    return ItemListLook(
      title: "Words", plural: "words", address: "",
      now: { ListUnderTest.now.addingTimeInterval(60 * Double(edition.value)) }, rows: rows)
  }

  private static func list(_ state: Observed<State>) -> ItemListViewModel<ListedItem, Never> {
    ViewModel(state) { _ in nil }
  }

  private static func screen(_ state: Observed<State>, _ look: ItemListLook<ListedItem>) -> Screen {
    .itemList(list(state), look)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `reused rows look like newly drawn ones after random changes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let state = Observed(State())
    let edition = Observed(0)
    let look = Self.look(CallRecorder(), edition: edition)
    let drawn = Self.screen(state, look)
    var size = Size(width: 40, height: 12)
    for step in 0..<200 {
      let change = Int.random(in: 0..<12, using: &random)
      let number = Int.random(in: 0..<60, using: &random)
      let move = Int.random(in: -2...2, using: &random)
      let texts = (0..<60).map { String(repeating: "a word ", count: ($0 * number) % 5) }
      if change == 0 { size.width = 20 + number }
      if change == 1 { size.height = 4 + number % 20 }
      if change == 2 { edition.update { $0 += 1 } }
      let height = max(1, size.height - 2)
      state.update { state in
        state.isRead = true
        state.height = height
        switch change {
        case 3: state.all = ItemRows((0..<60).map { ListedItem($0, texts[$0]) }, first: number, count: 200)
        case 4: if !state.all.items.isEmpty { state.all.items[number % state.all.items.count].text += "!" }
        case 5: state.filter = number.isMultiple(of: 2) ? nil : .init(query: "w", rows: state.all)
        case 6: state.all.first = number
        case 7: state.all.select(number, height: height)
        default:
          state.all.select(state.all.selectedRow + move, height: height)
        }
      }
      #expect(drawn.frame(size) == Self.screen(state, look).frame(size), "step \(step)")
    }
  }

  @Test func `a move draws only the selected row, and a scroll step also the row that appears`() {
    var start = State()
    start.isRead = true
    start.height = 10
    start.all = ItemRows(ListedItem.numbered(100..<200))
    let state = Observed(start)
    let made = CallRecorder<Int>()
    let screen = Self.screen(state, Self.look(made))
    func rows(selecting row: Int) -> [Int] {
      let before = made.all.count
      state.update { $0.all.select(row, height: 10) }
      _ = screen.frame(Size(width: 40, height: 12))
      return Array(made.all.dropFirst(before))
    }
    #expect(rows(selecting: 0).count == 11, "all rows are drawn, and the first one again as selected")
    #expect(rows(selecting: 1) == [101])
    #expect(rows(selecting: 10) == [110, 110])
    #expect(rows(selecting: 50).count == 11)
  }
}
