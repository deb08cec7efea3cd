import ItemList
import ItemListTestSupport
import LineEditor
import Observed
import PagedList
import StyleGuide
import TestSupport
import Testing

/// Tests of filtering all cached items during typing.
@Suite(.timeLimit(.minutes(5)))
struct FilterTests {
  func cached(_ count: Int) -> PagedContent<ListedItem> {
    PagedContent(server: items(1..<count + 1), cached: items(1..<count + 1))
  }

  @Test func `a filter shows and counts the items that contain its words in any order`() async {
    let sut = await shown(cached(2_000))
    await sut.send(.beginFilter)
    #expect(sut.state.shown == sut.state.all, "an empty filter matches everything")
    await sut.type("99 TITLE")
    #expect(sut.state.shown.count == 0, "typed capitals match only capitals")
    await sut.send(.edit(.deleteBlankWordLeft))
    await sut.type("title")
    #expect(sut.state.shown.count == 38)
    #expect(sut.state.shown.selected?.id == 99)
    #expect(sut.state.shown[37]?.id == nil)
    #expect(sut.state.all.count == 2_000)
    #expect(sut.state.filter?.query == "99 title")
  }

  @Test(arguments: [5_000, 70_000])
  func `only a window of the matches is read, wherever the selection is`(last: Int) async {
    let sut = await shown(cached(last), portion: last / 5)
    await sut.send(.beginFilter)
    await sut.type("1")
    let numbers = (1...last).filter { "\($0)".contains("1") }
    let count = numbers.count
    for action in [ItemListAction<String>.moveToLast, .move(by: -700), .move(by: 3), .moveToFirst] {
      await sut.send(action)
      #expect(sut.state.shown.selected != nil)
      #expect(sut.state.shown.items.count <= 21)
      #expect(sut.state.shown.count == count)
      #expect(sut.state.shown.selected?.id == numbers[sut.state.shown.selectedRow])
    }
    await sut.send(.moveToLast)
    #expect(sut.state.shown.selected?.id == last - 9)
  }

  @Test func `old matches stay until the first portion of new ones is found, and keys for rows wait`() async {
    let gate = Gate()
    let sut = await shown(cached(3_000), portion: 1_000) {
      if $0 == .search("29") || $0 == .search("299") { try await gate.pause() }
    }
    await sut.send(.beginFilter)
    await sut.type("2")
    let old = sut.state.shown
    _ = sut.list.send(.edit(.insert("9")))
    await gate.arrived()
    #expect(sut.state.shown == old)
    #expect(sut.state.filter?.query == "29")
    #expect(sut.state.mustWait(ItemListAction<String>.open))
    #expect(sut.state.mustWait(ItemListAction<String>.accept))
    #expect(!sut.state.mustWait(ItemListAction<String>.edit(.insert("x"))))
    await gate.open()
    await sut.wait { $0.shown.selected?.id == 29 }
    #expect(!sut.state.mustWait(ItemListAction<String>.open))
    await sut.wait { !$0.mustWait(ItemListAction<String>.moveToLast) }
    await sut.send(.disappeared)
  }

  @Test(arguments: [("1", 2), ("95", 1), ("title", 10)])
  func `a search reads its items once, with the first portion that has matches`(query: String, count: Int) async {
    let sut = await shown(cached(100), portion: 10)
    await sut.send(.beginFilter)
    await sut.send(.edit(.insert(query)))
    let read = sut.scripted.calls.value.compactMap { if case .items(let count) = $0 { count } else { nil } }
    // There is a second read if more rows fit on the screen than the first portion had.
    #expect(read.first == count, "\(read)")
    #expect(read.count <= 2, "\(read)")
    #expect(sut.state.shown.selected?.text.lowercased().contains(query) == true)
  }

  @Test func `a newer query cancels the older search, whose late answer is ignored`() async {
    let gate = Gate()
    let sut = await shown(cached(100)) { if $0 == .search("1") { try? await gate.pause() } }
    await sut.send(.beginFilter)
    let first = sut.list.send(.edit(.insert("1")))
    await gate.arrived()
    await sut.send(.edit(.insert("7")))
    await first.value
    #expect(sut.state.shown.items == items([17]))
    #expect(sut.state.shown.count == 1)
  }

  @Test func `a search that its list stopped when it disappeared is repeated when it appears`() async throws {
    let gate = Gate()
    let sut = await shown(cached(100), portion: 20) { if $0 == .search("9") { try await gate.pause() } }
    await sut.send(.beginFilter)
    let search = sut.list.send(.edit(.insert("9")))
    await gate.arrived()
    await sut.send(.disappeared)
    await search.value
    _ = sut.list.send(.appeared)
    await gate.arrived()
    await gate.open()
    await sut.wait { $0.filter?.isSearching == false }
    #expect(sut.state.shown.items.first?.id == 9)
    #expect(sut.state.shown.count == 19)
    await sut.send(.disappeared)
  }

  @Test func `a filtered list that appears again is searched again`() async {
    let sut = await shown(cached(100))
    await sut.send(.beginFilter)
    await sut.type("9")
    await sut.send(.accept, .disappeared)
    sut.scripted.change { $0.pages = [$0.list.filter { $0.id < 90 }] }
    await sut.send(.appeared)
    await sut.wait { $0.shown.count == 9 && $0.all.count == 89 }
    #expect(sut.state.shown.items == items(stride(from: 9, to: 90, by: 10).map(\.self)))
    await sut.send(.disappeared)
  }

  @Test func `Esc puts the selection and the scroll position back exactly where they were`() async {
    let sut = await shown(cached(100))
    await sut.send(.move(by: 20), .move(by: -2))
    let before = sut.state.all
    await sut.send(.beginFilter, .move(by: 7))
    await sut.type("9")
    await sut.send(.moveToLast)
    #expect(sut.state.shown.selected?.id == 99)
    await sut.send(.cancel)
    #expect(sut.state.filter == nil)
    #expect(sut.state.shown.selectedRow == before.selectedRow)
    #expect(sut.state.shown.top == before.top)
    #expect(sut.state.shown.selected == before.selected)
  }

  @Test func `Enter accepts the filter and then opens items, and Esc restores the list`() async {
    let sut = await shown(cached(20))
    await sut.send(.move(by: 4), .beginFilter)
    await sut.type("2")
    await sut.send(.accept)
    #expect(sut.state.filter?.isEditing == false)
    await sut.send(.move(by: 1), .open)
    #expect(sut.opened.all == items([12]))
    await sut.send(.cancel)
    #expect(sut.state.filter == nil)
    #expect(sut.state.shown.selected?.id == 5)
  }

  @Test func `an empty or blank filter is removed by Enter, and an empty one by Backspace`() async {
    let sut = await shown(cached(3))
    await sut.send(.beginFilter, .accept)
    #expect(sut.state.filter == nil)
    await sut.send(.beginFilter, .edit(.insert("  ")), .accept)
    #expect(sut.state.filter == nil)
    await sut.send(.beginFilter, .edit(.insert("x")), .edit(.deleteLeft))
    #expect(sut.state.filter?.query == "")
    #expect(sut.state.shown == sut.state.all)
    await sut.send(.edit(.deleteLeft))
    #expect(sut.state.filter == nil)
  }

  @Test func `an accepted filter can be edited again`() async {
    let sut = await shown(cached(20))
    await sut.send(.beginFilter)
    await sut.type("1")
    await sut.send(.accept, .beginFilter)
    await sut.type("9")
    #expect(sut.state.shown.items == items([19]))
  }

  @Test func `a reload under a filter retains the selection, and old matches until new ones are found`()
    async
  {
    let gate = Gate()
    let sut = await shown(
      PagedContent(server: items(1...600), cached: items(1...600), pageSize: 1_000), portion: 100
    ) { if $0 == .search("7") { try await gate.pause() } }
    await sut.send(.beginFilter)
    let typed = sut.list.send(.edit(.insert("7")))
    await gate.open()
    await typed.value
    await sut.send(.accept, .move(by: 4))
    let before = sut.state.shown
    #expect(before.selected?.id == 47)
    let new = items([701, 702, 703])
    sut.scripted.content.update { $0.server = new + $0.server }
    await sut.send(.reload)
    await gate.arrived()
    await sut.wait { $0.all.count == 603 && $0.isLive }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    #expect(sut.state.shown == before)
    // A change that is signalled during a search causes another one.
    let opening = Task { while !Task.isCancelled { await gate.open() } }
    await sut.wait { $0.shown.count != before.count }
    opening.cancel()
    #expect(sut.state.shown.selected?.id == 47)
    #expect(sut.state.shown.selectedRow == 7)
    #expect(sut.state.shown.top == before.top + 3, "the selected item stays on its row of the screen")
    await sut.send(.disappeared)
  }

  @Test(arguments: [0, 5, 400, 3_000])
  func `the selected match stays selected when any number of items arrive before it`(count: Int) async {
    let sut = await shown(cached(500))
    await sut.send(.beginFilter)
    await sut.type("title")
    await sut.send(.accept, .move(by: 250))
    let new = ListedItem.numbered(10_000..<10_000 + count)
    sut.scripted.change { $0.pages = [new + $0.list] }
    await sut.wait { $0.shown.count == 500 + count && $0.shown.selected != nil }
    #expect(sut.state.shown.selected?.id == 251)
    #expect(sut.state.shown.selectedRow == 250 + count)
  }

  @Test func `the nearest match is selected when the selected one is removed`() async {
    let sut = await shown(cached(500))
    await sut.send(.beginFilter)
    await sut.type("title")
    await sut.send(.accept, .move(by: 250))
    sut.scripted.change { $0.pages = [$0.list.filter { $0.id < 200 }] }
    await sut.wait { $0.shown.count == 199 && $0.shown.selected != nil }
    #expect(sut.state.shown.selected?.id == 199)
  }

  @Test func `a filter typed before the first read applies to the items that arrive`() async {
    let sut = ListUnderTest(PagedContent(server: items(1...20)))
    await sut.send(.beginFilter)
    await sut.type("17")
    await sut.send(.accept)
    #expect(sut.state.shown.count == 0)
    #expect(sut.state.filter?.isEditing == false)
    await sut.send(.appeared)
    await sut.wait { $0.shown.count == 1 }
    #expect(sut.state.shown.items == items([17]))
    await sut.send(.disappeared)
  }

  @Test func `Enter loads and searches the rest when no loaded item matches`() async {
    let sut = await shown(PagedContent(server: items(1...100), pageSize: 20))
    await sut.send(.beginFilter)
    await sut.type("87")
    #expect(sut.state.shown.count == 0)
    #expect(sut.state.all.count == 20)
    #expect(!sut.state.isComplete)
    await sut.send(.accept)
    await sut.wait { $0.shown.count == 1 && $0.isComplete && $0.rest == nil }
    #expect(sut.state.shown.items == items([87]))
    #expect(sut.state.filter?.isEditing == false)
    await sut.send(.disappeared)
  }

  @Test func `searching the rest can be stopped and continued`() async {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...100), pageSize: 20)) {
      if $0 == .next { try await gate.pause() }
    }
    await sut.send(.beginFilter)
    await sut.type("87")
    let search = sut.list.send(.accept)
    await gate.open()
    await gate.arrived()
    #expect(sut.state.rest != nil)
    await sut.send(.cancel)
    await search.value
    #expect(sut.state.rest == nil)
    #expect(sut.state.filter?.query == "87")
    await sut.wait { $0.all.count == 40 }
    let again = sut.list.send(.open)
    for _ in 0..<3 { await gate.open() }
    await again.value
    await sut.wait { $0.shown.count == 1 }
    await sut.send(.disappeared)
  }

  @Test func `Enter accepts a filter without matches in a complete list and loads nothing`() async {
    let sut = await shown(cached(20))
    await sut.send(.beginFilter)
    await sut.type("x")
    let calls = sut.scripted.calls.value
    await sut.send(.accept, .open)
    #expect(sut.state.filter?.isEditing == false)
    #expect(sut.scripted.calls.value == calls)
    #expect(sut.opened.all == [])
  }

  @Test func `a failed search shows its reason and delays no key`() async {
    let sut = await shown(cached(20)) { if case .search = $0 { throw NoContent() } }
    await sut.send(.beginFilter)
    await sut.type("1")
    #expect(sut.state.failure?.reason == "cannot read the saved copy (its folder does not work)")
    #expect(sut.state.shown.count == 0)
    #expect(!sut.state.mustWait(ItemListAction<String>.open))
    #expect(sut.state.filter?.isSearching == false)
  }
}
