import StyleGuide
import TestSupport
import Testing

struct ListPositionTests {
  func moved(_ steps: Int..., count: Int = 100, height: Int = 10) -> ListPosition {
    steps.reduce(into: ListPosition()) {
      $0.select($0.selected + max(-count, min($1, count)), count: count, height: height)
    }
  }

  @Test func `the selection stays in the list`() {
    #expect(moved(-1).selected == 0)
    #expect(moved(1_000).selected == 99)
    #expect(moved(.max, .max).selected == 99)
    #expect(moved(5, count: 0).selected == 0)
    #expect(moved(5, count: 0).window(count: 0, height: 10).isEmpty)
  }

  @Test func `the window moves only as far as the selection pushes it`() {
    #expect(moved(9).window(count: 100, height: 10) == 0..<10)
    #expect(moved(10).window(count: 100, height: 10) == 1..<11)
    #expect(moved(20, -5).window(count: 100, height: 10) == 11..<21)
    #expect(moved(20, -10).window(count: 100, height: 10) == 10..<20)
    #expect(moved(1_000).window(count: 100, height: 10) == 90..<100)
  }

  @Test func `the selection stays in the window after a change of height or count`() {
    let sut = moved(50)
    for (count, height) in [(100, 1), (100, 3), (100, 200), (51, 10), (100, 0)] {
      let window = sut.window(count: count, height: height)
      #expect(window.contains(50), "\(count) \(height)")
      #expect(window.upperBound <= count)
      #expect(window.count <= max(height, 1))
    }
    #expect(sut.window(count: 20, height: 10) == 10..<20)
  }

  @Test func `selecting without a height leaves the window where it is`() {
    var sut = moved(20)
    sut.select(15, count: 100)
    #expect(sut.window(count: 100, height: 10) == 11..<21)
  }

  @Test func `centering a row shows as many rows above it as below, as far as the list allows`() {
    for (row, top) in [(0, 0), (4, 0), (5, 0), (6, 1), (50, 45), (98, 90), (99, 90)] {
      var sut = ListPosition()
      sut.select(row, count: 100)
      sut.center(count: 100, height: 10)
      #expect(sut.selected == row, "\(row)")
      #expect(sut.top == top, "\(row)")
    }
  }
}
