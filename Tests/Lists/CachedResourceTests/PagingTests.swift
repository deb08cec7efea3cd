import CachedResource
import TestSupport
import Testing

struct PagingTests {
  @Test func `a cursor series has a cursor for every step from its first number to its last`() {
    let series = CursorSeries(prefix: "?_page=", first: 2, suffix: "&q=1", step: 1, last: 4)
    #expect(
      (-1...3).map { series.cursor(at: $0)?.text }
        == [nil, "?_page=2&q=1", "?_page=3&q=1", "?_page=4&q=1", nil])
    let offsets = CursorSeries(prefix: "?from=", first: 10, suffix: "", step: 10, last: 29)
    #expect((0...2).map { offsets.cursor(at: $0)?.text } == ["?from=10", "?from=20", nil])
    let falling = CursorSeries(prefix: "", first: 22, suffix: "", step: -10, last: 2)
    #expect((-1...3).map { falling.cursor(at: $0)?.text } == [nil, "22", "12", "2", nil])
    #expect(CursorSeries(prefix: "", first: 22, suffix: "", step: -10, last: 3).count == 2)
  }

  @Test(arguments: [(3, 1, 2), (1, 0, 9), (1, -1, 9), (-1, 1, 9), (-1, -1, -9)])
  func `a cursor series with a step of zero or away from its last number, or a negative start, is empty`(
    first: Int, step: Int, last: Int
  ) {
    #expect(CursorSeries(prefix: "", first: first, suffix: "", step: step, last: last).count == 0)
  }

  @Test func `cursor series handle extreme numbers without overflow`() {
    #expect(CursorSeries(prefix: "", first: 0, suffix: "", step: 1, last: .max).count == (1 << 40) + 1)
    #expect(CursorSeries(prefix: "", first: 1 << 40, suffix: "", step: -1, last: .min).count == (1 << 40) + 1)
    #expect(CursorSeries(prefix: "", first: .max, suffix: "", step: -1, last: 0).count == 0)
    #expect(CursorSeries(prefix: "", first: 5, suffix: "", step: .min, last: 0).count == 1)
    #expect(CursorSeries(prefix: "", first: .max, suffix: "", step: .max, last: .max).count == 0)
  }
}
