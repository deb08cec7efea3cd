import ItemList
import ItemListTestSupport
import LineEditor
import NetworkClient
import Observed
import PagedList
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// Tests of going to the end of a list, and to a row by its number.
@Suite(.timeLimit(.minutes(5)))
struct EndTests {
  @Test func `moving to the end of a complete list selects the last row at once and loads nothing`() async {
    let gate = Gate()
    let isHeld = Observed(false)
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000))) {
      if $0 == .window, isHeld.value { try await gate.pause() }
    }
    isHeld.replace(with: true)
    let move = sut.list.send(.moveToLast)
    #expect(sut.state.shown.selectedRow == 999)
    #expect(sut.state.mustWait(ItemListAction<String>.open), "its item is still being read")
    await gate.arrived()
    isHeld.replace(with: false)
    await gate.open()
    await move.value
    await sut.wait { $0.shown.selected?.id == 1_000 }
    #expect(!sut.state.mustWait(ItemListAction<String>.open))
    #expect(sut.state.rest == nil)
    #expect(sut.count { $0 == .next } == 0)
  }

  @Test func `moving to the end loads the rest, and the selection stays at the end`() async {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...95), pageSize: 20)) {
      if $0 == .next { try await gate.pause() }
    }
    let move = sut.list.send(.moveToLast)
    await gate.arrived()
    await sut.wait { $0.shown.selected?.id == 20 }
    #expect(sut.state.rest?.count == 20)
    await gate.open()
    await sut.wait { $0.rest?.count == 40 && $0.shown.selected?.id == 40 }
    #expect(sut.state.all.count == 40)
    for _ in 0..<3 { await gate.open() }
    await move.value
    await sut.wait { $0.shown.selected?.id == 95 && $0.isComplete && $0.rest == nil }
    #expect(sut.state.all.top == 90, "the selected row is at the bottom of the screen")
    let later = items(201...210)
    sut.scripted.change { $0.pages.append(later) }
    await sut.wait { $0.all.count == 105 }
    #expect(sut.state.shown.selected?.id == 95, "items that arrive later do not move the selection")
    await sut.send(.disappeared)
  }

  @Test func `rows that are loaded but not shown do not make the list longer`() throws {
    var list = ItemListState<ListedItem>()
    func read(_ count: Int, after effects: [ItemListEffect<ListedItem>]) -> [ItemListEffect<ListedItem>] {
      for case .read(let read) in effects {
        let window = ListWindow(items(1...count), anchor: min(read.row, count - 1), count: count, isComplete: false)
        return list.receive(.read(window, read))
      }
      return []
    }
    _ = list.apply(ItemListAction<Never>.fit(height: 5))
    _ = read(20, after: list.apply(ItemListAction<Never>.appeared))
    let move = list.apply(ItemListAction<Never>.moveToLast)
    let rest = move.compactMap { if case .loadRest(let number) = $0 { number } else { nil } }
    let number = try #require(rest.first)
    _ = read(20, after: move)
    let loaded = list.receive(.loadedRest(count: 40, number: number))
    #expect(list.all.count == 20)
    _ = read(25, after: loaded)
    let ended = list.receive(.endedRest(.done(notice: nil), number: number))
    #expect(list.all.count == 25)
    _ = read(25, after: ended)
    #expect(list.all.selectedRow == 24)
  }

  @Test func `items that arrive after a complete read do not move the selection, also before the end of the load`()
    throws
  {
    var list = ItemListState<ListedItem>()
    func read(_ count: Int, after effects: [ItemListEffect<ListedItem>]) -> [ItemListEffect<ListedItem>] {
      for case .read(let read) in effects {
        let row = min(read.row, count - 1)
        let window = ListWindow(items(1...count), anchor: row, count: count, isComplete: count > 20)
        return list.receive(.read(window, read))
      }
      return []
    }
    _ = list.apply(ItemListAction<Never>.fit(height: 5))
    _ = read(20, after: list.apply(ItemListAction<Never>.appeared))
    let move = list.apply(ItemListAction<Never>.moveToLast)
    let number = try #require(move.compactMap { if case .loadRest(let number) = $0 { number } else { nil } }.first)
    _ = read(20, after: move)
    _ = read(25, after: list.receive(.loadedRest(count: 25, number: number)))
    let changed = list.receive(.changed)
    let ended = list.receive(.endedRest(.done(notice: nil), number: number))
    _ = read(30, after: changed + ended)
    #expect(list.all.selected?.id == 25)
  }

  @Test func `a moved selection stays while the rest is loaded`() async {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...95), pageSize: 20)) {
      if $0 == .next { try await gate.pause() }
    }
    let move = sut.list.send(.moveToLast)
    await gate.open()
    await sut.wait { $0.shown.selected?.id == 40 }
    await sut.send(.move(by: -1))
    for _ in 0..<3 { await gate.open() }
    await move.value
    await sut.wait { $0.shown.selected?.id == 39 && $0.all.count == 95 }
  }

  @Test func `Esc stops loading the rest and retains the loaded rows`() async {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...95), pageSize: 20)) {
      if $0 == .next { try await gate.pause() }
      // A read that ends late may ask for the next screen, as at every last row.
      if case .load(let rows) = $0, rows.upperBound > 40 { throw CancellationError() }
    }
    let move = sut.list.send(.moveToLast)
    await gate.open()
    await sut.wait { $0.shown.selected?.id == 40 }
    await gate.arrived()
    await sut.send(.cancel)
    await move.value
    #expect(sut.state.rest == nil)
    #expect(sut.state.all.count == 40)
    #expect(!sut.state.isComplete)
    #expect(sut.state.failure == nil)
    await sut.send(.cancel)
    #expect(sut.count { $0 == .next } == 2)
  }

  @Test func `the list shows the reason when loading the rest fails, and the next attempt may succeed`() async {
    let failures = CallRecorder<Void>()
    let sut = await shown(PagedContent(server: items(1...95), pageSize: 20)) {
      if $0 == .next, failures.all.isEmpty {
        failures.record(())
        throw NetworkClient.Error.unreachable(.timedOut)
      }
    }
    await sut.send(.moveToLast)
    #expect(sut.state.failure?.reason == "no answer in time: http://host")
    #expect(sut.state.rest == nil)
    #expect(sut.state.failure != nil)
    #expect(sut.state.shown.selected?.id == 20)
    await sut.send(.moveToLast)
    await sut.wait { $0.shown.selected?.id == 95 }
    #expect(sut.state.failure == nil)
    #expect(sut.state.freshness == .live(ListUnderTest.now))
  }

  @Test(arguments: [
    ("1", 1), ("0", 1), ("500", 500), ("1000", 1_000), ("99999", 1_000), ("99999999999999999999", 1_000),
  ])
  func `a row number selects that row or the nearest one`(number: String, id: Int) async {
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000)))
    await sut.send(.move(by: 20), .beginNumber)
    await sut.type(number)
    await sut.send(.accept)
    #expect(sut.state.shown.selected?.id == id)
    #expect(sut.state.number == nil)
  }

  @Test func `a row number accepts only digits, and Backspace deletes them and then leaves the prompt`() async {
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100)))
    await sut.send(.move(by: 1), .beginNumber)
    await sut.type("a1٣2-")
    #expect(sut.state.number == "12")
    #expect(sut.state.isTyping)
    await sut.send(.edit(.deleteLeft))
    #expect(sut.state.number == "1")
    await sut.send(.edit(.deleteToStart), .edit(.deleteLeft))
    #expect(sut.state.number == nil)
    await sut.send(.beginNumber, .accept)
    #expect(sut.state.number == nil)
    #expect(sut.state.shown.selectedRow == 1)
    await sut.send(.beginNumber, .edit(.insert("50")), .cancel)
    #expect(sut.state.number == nil)
    #expect(sut.state.shown.selectedRow == 1)
  }

  @Test func `a row number beyond the loaded rows loads pages up to that row only`() async {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...200), pageSize: 20)) {
      if $0 == .next { try await gate.pause() }
    }
    await sut.send(.beginNumber, .edit(.insert("65")))
    let jump = sut.list.send(.accept)
    for _ in 0..<3 { await gate.open() }
    await sut.wait { $0.shown.selected?.id == 65 }
    await jump.value
    #expect(sut.state.rest == nil)
    #expect(sut.state.all.count == 80)
    #expect(sut.count { $0 == .next } <= 4)
    let end = sut.list.send(.moveToLast)
    for _ in 0..<6 { await gate.open() }
    await end.value
    await sut.wait { $0.shown.selected?.id == 200 }
    await sut.send(.disappeared)
  }

  /// Returns a change of a list that makes some of its items unread, and the others read.
  private func unread(_ isUnread: @escaping @Sendable (_ id: Int) -> Bool) -> (inout PagedList<ListedItem>) -> Void {
    { list in
      list.load = { [window = list.reader.window, load = list.load] query, rows in
        let count = try await window(ListQuery(), .row(0), 0, 0).count
        return try await load(query, query.filters.isEmpty ? rows : count..<count + rows.count)
      }
      list.reader.window = { [window = list.reader.window] query, anchor, before, after in
        guard query.filters == [.unread] else { return try await window(query, anchor, before, after) }
        let all = try await window(ListQuery(), .row(0), 0, .max - 1)
        let unread = all.items.filter { isUnread($0.id) }
        var row = 0
        switch anchor {
        case .row(let wanted): row = min(wanted, unread.count - 1)
        case .item(let id, _): row = unread.firstIndex { $0.id >= id } ?? unread.count - 1
        }
        return ListWindow(
          unread, anchor: max(0, row), count: unread.count, isComplete: all.isComplete, fetchedAt: all.fetchedAt)
      }
    }
  }

  @Test func `a row number beyond the loaded unread rows loads pages until that many are unread`() async {
    let sut = ListUnderTest(
      PagedContent(server: items(1...200), pageSize: 20), changing: unread { $0.isMultiple(of: 4) })
    await sut.send(.appeared, .toggle(.unread), .beginNumber, .edit(.insert("30")), .accept)
    await sut.wait { $0.shown.selected?.id == 120 }
    #expect(sut.state.shown.selectedRow == 29)
    #expect(sut.state.rest == nil)
    await sut.send(.disappeared)
  }

  @Test func `the next rows are loaded when nothing that is loaded is unread`() async {
    let sut = ListUnderTest(PagedContent(server: items(1...60), pageSize: 20), changing: unread { $0 > 20 })
    await sut.send(.appeared, .toggle(.unread))
    await sut.wait { $0.all.items.first?.id == 21 }
    await sut.send(.disappeared)
  }

  @Test func `the rest can be loaded when nothing that is loaded is unread`() async {
    let sut = ListUnderTest(PagedContent(server: items(1...80), pageSize: 20), changing: unread { $0 > 70 })
    await sut.send(.appeared, .toggle(.unread))
    await sut.wait { !$0.isLoadingMore && !$0.isRefreshing && $0.all.count == 0 }
    let text = ItemListGoldenFrameTests.screen(sut.state).frame(Size(width: 90, height: 12)).text
    let words = text.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("Everything loaded so far is read. Press G to load the rest, u to show all."), "\(words)")
    await sut.send(.moveToLast)
    await sut.wait { $0.isComplete && $0.shown.selected?.id == 80 }
    #expect(sut.state.all.count == 10)
    await sut.send(.disappeared)
  }

  @Test func `a row number counts the filtered rows`() async {
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100)))
    await sut.send(.beginFilter, .edit(.insert("5")), .accept, .beginNumber, .edit(.insert("3")), .accept)
    #expect(sut.state.shown.selected?.id == 25)
  }
}
