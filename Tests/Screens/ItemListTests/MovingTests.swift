import ItemList
import ItemListTestSupport
import NetworkClient
import Observed
import PagedList
import StyleGuide
import TestSupport
import Testing

/// Tests of moving, jumping, and loading rows as the selection comes near them.
@Suite(.timeLimit(.minutes(5)))
struct MovingTests {
  @Test func `a move within the loaded rows is done when send returns, without a task or a read`() async {
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000)))
    let calls = sut.scripted.calls.value
    for row in 1...4 {
      #expect(sut.list.send(.move(by: 1)) == nil)
      #expect(sut.state.shown.selected?.id == row + 1)
    }
    #expect(sut.scripted.calls.value.count == calls.count)
  }

  @Test func `a move changes the state once`() async {
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000)))
    let changes = CallRecorder<Void>()
    let stop = sut.list.changes.watch { changes.record(()) }
    _ = sut.list.send(.move(by: 1))
    stop()
    #expect(changes.all.count == 1)
  }

  @Test(arguments: [100, 1_000_000])
  func `only a window of rows is read, however long the list and wherever the selection`(count: Int) async {
    let rows = CallRecorder<Int>()
    let sut = ListUnderTest(
      PagedContent(server: []),
      changing: { list in
        list = .endless(count)
        let window = list.reader.window
        list.reader.window = {
          rows.record($2 + $3)
          return try await window($0, $1, $2, $3)
        }
      })
    await sut.send(.appeared)
    for action in [ItemListAction<String>.moveToLast, .move(by: -700), .moveToFirst, .move(by: 50), .move(by: -3)] {
      await sut.send(action)
      #expect(sut.state.shown.selected?.id == sut.state.shown.selectedRow)
      #expect(sut.state.all.items.count <= 21)
    }
    #expect(rows.all.allSatisfy { $0 == 20 })
    #expect(sut.state.all.count == count)
    #expect(rows.all.count <= 12)
  }

  @Test func `rows are read when the selection comes within a screen of the last loaded row`() async {
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000)))
    let reads = sut.count { $0 == .window }
    await sut.send(.move(by: 5))
    #expect(sut.count { $0 == .window } == reads)
    #expect(sut.state.all.items.last?.id == 11)
    await sut.send(.move(by: 1))
    #expect(sut.count { $0 == .window } == reads + 1)
    #expect(sut.state.all.items.map(\.id) == Array(1...17))
  }

  @Test
  func `moving loads the rows of the current and the next screen, one call at a time`()
    async
  {
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000), pageSize: 10))
    #expect(sut.scripted.calls.value.filter { $0.isLoad } == [.load(0..<10)])
    for _ in 0..<20 { await sut.send(.move(by: 1)) }
    #expect(
      sut.scripted.calls.value.filter { $0.isLoad } == [
        .load(0..<10), .load(0..<15), .load(5..<20), .load(10..<25), .load(15..<30),
      ])
    await sut.send(.moveToFirst)
    #expect(sut.scripted.calls.value.count { $0.isLoad } == 5)
    await sut.send(.reload)
    // After a refresh, the rows are loaded again once they have been read.
    await sut.scripted.calls.wait { $0.last { $0.isLoad } == .load(0..<10) }
  }

  @Test
  func `no other rows are loaded during a slow load, and then those around the selection`()
    async
  {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...1_000), cached: items(1...1_000), pageSize: 10)) {
      if case .load(let rows) = $0, rows.lowerBound > 0 { try await gate.pause() }
    }
    let first = sut.list.send(.move(by: 100))
    await gate.arrived()
    _ = sut.list.send(.move(by: 300))
    _ = sut.list.send(.move(by: 300))
    await sut.wait { $0.shown.selected?.id == 701 }
    #expect(sut.count { $0.isLoad } == 2)
    await gate.open()
    await gate.open()
    await first.value
    #expect(sut.scripted.calls.value.filter { $0.isLoad }.last == .load(695..<710))
    #expect(sut.count { $0.isLoad } == 3)
  }

  @Test
  func `pages load as the selection nears the end, until the screen and the next are full`()
    async
  {
    let sut = await shown(PagedContent(server: items(1...30), pageSize: 4))
    // Two screens of five rows.
    await sut.wait { $0.all.count == 12 && !$0.isComplete }
    await sut.send(.move(by: 11))
    await sut.wait { $0.all.count == 20 }
    await sut.send(.move(by: 8))
    await sut.send(.move(by: 12))
    await sut.wait { $0.all.count == 30 && $0.isComplete && !$0.isRefreshing }
    let calls = sut.scripted.calls.value.count
    await sut.send(.moveToFirst, .moveToLast)
    await sut.wait { $0.shown.selected?.id == 30 }
    #expect(sut.scripted.calls.value.dropFirst(calls).allSatisfy { $0 == .window })
  }

  @Test func `the list shows the reason when loading more fails, and does not retry before a reload`() async {
    let sut = await shown(PagedContent(server: items(1...30), pageSize: 12)) {
      if case .load(let rows) = $0, rows.upperBound > 12 { throw NetworkClient.Error.rejected(status: 500) }
    }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    await sut.send(.move(by: 6), .move(by: 3), .move(by: 1))
    #expect(sut.state.failure?.reason == "server error (500): http://host")
    #expect(sut.state.failure != nil)
    #expect(sut.state.freshness != .live(ListUnderTest.now))
    #expect(sut.count { $0.isLoad } == 2)
    #expect(sut.state.all.count == 12)
    await sut.send(.reload)
    #expect(sut.count { $0.isLoad } == 3)
  }

  @Test func `a page load that fails after a reload does not show its failure`() async {
    let gate = Gate()
    let isFirst = Observed(true)
    let sut = await shown(PagedContent(server: items(1...40), pageSize: 12)) {
      // The reload may load these rows again.
      guard case .load(let rows) = $0, rows.upperBound == 15, isFirst.replace(with: false) else { return }
      try await gate.pause()
      throw NetworkClient.Error.rejected(status: 500)
    }
    let move = sut.list.send(.move(by: 6))
    await gate.arrived()
    await sut.send(.reload)
    await gate.open()
    await move.value
    #expect(sut.state.failure == nil)
    #expect(sut.state.freshness == .live(ListUnderTest.now))
  }

  @Test func `a click selects, a second one opens, one beside the rows does nothing`() async {
    let sut = await shown(PagedContent(server: items(1...3), cached: items(1...3)))
    await sut.send(.click(line: 2))
    #expect(sut.opened.all == [])
    #expect(sut.state.shown.selectedRow == 2)
    await sut.send(.click(line: 4), .click(line: -1))
    #expect(sut.opened.all == [])
    #expect(sut.state.shown.selectedRow == 2)
    await sut.send(.click(line: 2), .open)
    #expect(sut.opened.all == items([3, 3]))
  }

  @Test func `a click selects the row at its line of the window`() async {
    let sut = await shown(PagedContent(server: items(1...50), cached: items(1...50)))
    await sut.send(.move(by: 10), .click(line: 0))
    #expect(sut.state.shown.selectedRow == 6)
  }

  @Test func `a command gets the selected item, and its notice stays until the next action`() async {
    let sut = await shown(PagedContent(server: items(1...3), cached: items(1...3)))
    await sut.send(.move(by: 1), .command("copied"))
    #expect(sut.state.notice == "copied Title 2")
    await sut.send(.move(by: 1))
    #expect(sut.state.notice == nil)
  }

  @Test func `a command without a selected item shows no notice`() async {
    let sut = await shown(PagedContent(server: []))
    await sut.send(.command("copied"))
    #expect(sut.state.notice == nil)
  }

  @Test func `an opened item reaches its neighbours, moving the selection and loading more rows`() async {
    let sut = await shown(PagedContent(server: items(1...14), pageSize: 12))
    await sut.send(.open)
    let neighbour = sut.neighbours.all[0]
    #expect(await neighbour(-1) == nil)
    for id in 2...14 { #expect(await neighbour(1)?.id == id) }
    #expect(await neighbour(1) == nil)
    #expect(await neighbour(-13)?.id == 1)
    #expect(sut.state.shown.selectedRow == 0)
  }

  @Test func `a neighbour waits for the page that is being loaded`() async throws {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...25), pageSize: 12)) {
      if case .load(let rows) = $0, rows.upperBound > 12 { try await gate.pause() }
    }
    _ = sut.list.send(.move(by: 11))
    await gate.arrived()
    await sut.wait { !$0.mustWait(ItemListAction<String>.open) }
    await sut.send(.open)
    let neighbour = try #require(sut.neighbours.all.first)
    async let next = neighbour(1)
    await gate.open()
    #expect(await next?.id == 13)
  }

  @Test(arguments: [nil, "Title"])
  func `the selection goes from an item that leaves to the next one, wherever others come in`(filter: String?) async {
    let sut = await shown(PagedContent(server: items(1...9), cached: items(1...9)))
    if let filter {
      await sut.send(.beginFilter)
      await sut.type(filter)
      await sut.send(.accept)
    }
    await sut.send(.move(by: 3))
    #expect(sut.state.shown.selected?.id == 4)
    sut.scripted.change { $0.pages = [items([21, 22, 23, 1, 2, 3, 6, 5, 7])] }
    await sut.wait { $0.shown.items.first?.id == 21 }
    #expect(sut.state.shown.selected?.id == 5)
    sut.scripted.change { $0.pages = [items([31, 32, 21, 1, 2, 3])] }
    await sut.wait { $0.shown.items.first?.id == 31 }
    #expect(sut.state.shown.selected?.id == 3, "the last row, because no later one is left")
  }

  @Test func `a change of the cache is read at once, and many changes take at most two more reads`() async {
    let gate = Gate()
    let sut = ListUnderTest(PagedContent(server: items(1...50), cached: items(1...50))) { [gate] call in
      if call == .window { try await gate.pause() }
    }
    let appearing = sut.list.send(.appeared)
    for _ in 0..<3 { await gate.open() }
    sut.scripted.change { $0.pages = [ListedItem.numbered(41...60)] }
    await gate.arrived()
    let reads = sut.count { $0 == .window }
    for _ in 0..<20 { sut.scripted.change { $0.pages = [ListedItem.numbered(51...70)] } }
    await gate.open()
    await gate.open()
    await sut.wait { $0.all.items.first?.id == 51 }
    #expect(sut.count { $0 == .window } <= reads + 2)
    await sut.send(.disappeared)
    await appearing.value
  }
}

extension ListUnderTest.Scripted.Call {
  var isLoad: Bool { if case .load = self { true } else { false } }
}

extension PagedList<ListedItem> {
  /// Returns a list whose items are made when they are read.
  static func endless(_ count: Int) -> Self {
    var list = inMemory(.unflagged([]))
    list.reader.window = { _, anchor, before, after in
      let wanted =
        switch anchor {
        case .row(let row): row
        case .item(let id, _): id
        }
      let row = max(0, min(wanted, count - 1))
      let rows = max(0, row - before)..<min(count, row + after + 1)
      return ListWindow(ListedItem.numbered(rows), first: rows.lowerBound, anchor: row, count: count, isComplete: true)
    }
    return list
  }
}
