import ItemListTestSupport
import PagedList
import Testing

/// Tests of the model that lists are compared with.
struct PagedContentTests {
  func items(_ numbers: some Sequence<Int>) -> [ListedItem] { ListedItem.numbered(numbers) }

  @Test func `content begins empty and loads page by page to the end`() {
    var content = PagedContent(server: items(1...5), pageSize: 2)
    #expect(content.list.isEmpty)
    #expect(!content.isComplete)
    content.refresh()
    #expect(content.list == items(1...2))
    #expect(!content.isComplete)
    var isMore = content.loadNext()
    #expect(isMore)
    #expect(content.list == items(1...4))
    #expect(!content.isComplete)
    isMore = content.loadNext()
    #expect(isMore)
    #expect(content.list == items(1...5))
    #expect(content.isComplete)
    isMore = content.loadNext()
    #expect(!isMore)
  }

  @Test func `content is complete only if the whole list is cached`() {
    #expect(PagedContent(server: items(1...5), cached: items(1...5), pageSize: 2).isComplete)
    let part = PagedContent(server: items(1...5), cached: items(1...4), pageSize: 2)
    #expect(part.list == items(1...4))
    #expect(!part.isComplete)
    #expect(PagedContent(server: items([]), cached: []).isComplete)
  }

  @Test func `a refresh loads the first page, and load only pages not requested since`() {
    var content = PagedContent(server: items(11...20), cached: items(1...10), pageSize: 4)
    content.refresh()
    #expect(content.list == items(Array(11...14) + Array(5...10)))
    content.load(3..<6)
    #expect(content.list == items(Array(11...18) + Array(9...10)))
    content.server = items(21...30)
    content.load(3..<6)
    #expect(content.list == items(Array(11...18) + Array(9...10)))
    content.load(8..<9)
    #expect(content.list == items(Array(11...18) + Array(29...30)))
  }

  @Test func `a shortened list ends early, and an item on two pages appears once`() {
    var content = PagedContent(server: items(1...10), cached: items(1...10), pageSize: 4)
    content.server = items([9, 1, 2, 3, 4])
    content.refresh()
    content.load(4..<5)
    #expect(content.list == items([9, 1, 2, 3, 4]))
    #expect(content.isComplete)
    content.server = items([5])
    content.refresh()
    #expect(content.list == items([5]))
    #expect(content.isComplete)
  }

  @Test func `row keys are found in order and become invalid after a refresh`() {
    var content = PagedContent(server: items(1...20), cached: items(1...20), pageSize: 10)
    let rowKeys = content.rowKeys("2", text: \.text)
    #expect(content.items(rowKeys) == items([2, 12, 20]))
    #expect(rowKeys == rowKeys.sorted())
    content.refresh()
    #expect(content.items(rowKeys).isEmpty)
  }

  @Test func `a window surrounds an item, or a row number if the item is gone`() {
    let content = PagedContent(server: items(1...20), cached: items(1...20))
    let around = content.window(.item(10, orRow: 0), before: 2, after: 3)
    #expect(around.items == items(8...13))
    #expect(around.first == 7)
    #expect(around.anchor == 9)
    #expect(around.count == 20)
    #expect(content.window(.item(99, orRow: 19), before: 1, after: 1).items == items(19...20))
    #expect(content.window(.row(.max - 1), before: 0, after: 1).items == items([20]))
    #expect(PagedContent(server: items([])).window(.row(4), before: 2, after: 2).items.isEmpty)
  }
}
