import ItemList
import ItemListTestSupport
import TestSupport
import Testing

/// Tests of the selection and the part of a list on the screen.
struct ItemRowsTests {
  private func rows(_ count: Int = 100) -> ItemRows<ListedItem> { ItemRows(ListedItem.numbered(0..<count)) }

  private func moved(_ steps: Int..., count: Int = 100) -> ItemRows<ListedItem> {
    steps.reduce(into: rows(count)) { $0.select($0.selectedRow + max(-count, min($1, count)), height: 10) }
  }

  @Test func `the selection stays in the list`() {
    #expect(moved(-1).selectedRow == 0)
    #expect(moved(1_000).selectedRow == 99)
    #expect(moved(.max, .max).selectedRow == 99)
    #expect(moved(5, count: 0).selectedRow == 0)
    #expect(moved(5, count: 0).screen(height: 10).isEmpty)
  }

  @Test func `the screen moves only as far as the selection pushes it`() {
    #expect(moved(9).screen(height: 10) == 0..<10)
    #expect(moved(10).screen(height: 10) == 1..<11)
    #expect(moved(20, -5).screen(height: 10) == 11..<21)
    #expect(moved(20, -10).screen(height: 10) == 10..<20)
    #expect(moved(1_000).screen(height: 10) == 90..<100)
  }

  @Test func `the selection stays on the screen after a change of height or count`() {
    for (count, height) in [(100, 1), (100, 3), (100, 200), (51, 10), (100, 0)] {
      var sut = moved(50)
      sut.count = count
      let screen = sut.screen(height: height)
      #expect(screen.contains(50), "\(count) \(height)")
      #expect(screen.upperBound <= count)
      #expect(screen.count <= max(height, 1))
    }
    var sut = moved(50)
    sut.count = 20
    #expect(sut.screen(height: 10) == 10..<20)
  }

  @Test func `centering a row shows as many rows above it as below, as far as the list allows`() {
    for (row, top) in [(0, 0), (4, 0), (5, 0), (6, 1), (50, 45), (98, 90), (99, 90)] {
      var sut = moved(row)
      sut.center(height: 10)
      #expect(sut.selectedRow == row, "\(row)")
      #expect(sut.top == top, "\(row)")
    }
  }
}
