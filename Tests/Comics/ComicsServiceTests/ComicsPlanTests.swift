import CachedResource
import ComicDomain
import ComicsService
import Testing

struct ComicsPlanTests {
  @Test(arguments: [
    (2319, [2319, 2318, 2317, 2316, 2315], true), (6, [6, 5, 4, 3, 2], true), (5, [5, 4, 3, 2, 1], false),
    (1, [1], false), (0, [], false), (-7, [], false),
  ])
  func `the first page is the latest and the four before it`(latest: Int, numbers: [Int], hasNext: Bool) {
    let plan = ComicsPlan.first(latest: Comic.ID(latest))
    #expect(plan.ids.map(\.number) == numbers)
    #expect((plan.next != nil) == hasNext)
  }

  @Test(arguments: [1, 2, 5, 6, 15, 16, 404, 2319])
  func `the pages cover all numbers down to 1, ten on each after the first`(latest: Int) {
    var plan = ComicsPlan.first(latest: Comic.ID(latest))
    var numbers = plan.ids.map(\.number)
    while let next = plan.next {
      plan = .after(next)
      #expect(plan.ids.count == 10 || plan.next == nil)
      numbers += plan.ids.map(\.number)
    }
    #expect(numbers == Array((1...latest).reversed()))
  }

  @Test func `a page has at most the wanted number of comics, and the next continues after it`() throws {
    for (wanted, count) in [(1, 1), (3, 3), (7, 7), (30, 30), (60, 30)] {
      let plan = ComicsPlan.first(latest: Comic.ID(100), wanted: wanted)
      #expect(plan.ids.map(\.number) == Array((101 - count...100).reversed()))
      let next = ComicsPlan.after(try #require(plan.next), wanted: wanted)
      #expect(next.ids.map(\.number) == Array((101 - count - min(wanted, 10)...100 - count).reversed()))
    }
  }

  @Test func `a cursor continues after the page that made it`() throws {
    let cursor = try #require(ComicsPlan.first(latest: Comic.ID(20)).next)
    #expect(ComicsPlan.after(cursor).ids.map(\.number) == Array((6...15).reversed()))
  }

  @Test(arguments: ["", "one", "0", "1", "-3", "99999999999999999999", "http://host/2"])
  func `an invalid cursor gives an empty last page`(text: String) {
    #expect(ComicsPlan.after(Cursor(text)) == ComicsPlan.after(Cursor("1")))
    #expect(ComicsPlan.after(Cursor(text)).ids == [])
    #expect(ComicsPlan.after(Cursor(text)).next == nil)
  }

  @Test(arguments: [1, 5, 6, 7, 15, 16, 17, 39, 404])
  func `ahead knows the cursors of all following pages`(latest: Int) throws {
    var plan = ComicsPlan.first(latest: Comic.ID(latest))
    while let next = plan.next {
      let ahead = try #require(plan.ahead)
      var behind = plan
      var cursors = [Cursor]()
      while let cursor = behind.next {
        cursors.append(cursor)
        behind = .after(cursor)
      }
      #expect((0...cursors.count).map { ahead.cursor(at: $0) } == cursors + [nil])
      plan = .after(next)
    }
    #expect(plan.ahead == nil)
  }
}
