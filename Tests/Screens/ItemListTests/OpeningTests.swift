import CachedResource
import Foundation
import ItemList
import ItemListTestSupport
import NetworkClient
import Observed
import PagedList
import StyleGuide
import TestSupport
import Testing

/// Opening a list: the cached rows appear at once, then the server's latest.
@Suite(.timeLimit(.minutes(5)))
struct OpeningTests {
  let down = NetworkClient.Error.unreachable(.refused)

  @Test func `the freshness of a list is the date of the server's last confirmation, also after a failure`() {
    var state = ItemListState<ListedItem>()
    #expect(state.freshness == nil)
    state.confirmation = .init(ListUnderTest.now - 2)
    state.fetchedAt = ListUnderTest.now - 800
    #expect(state.freshness == .live(ListUnderTest.now - 2))
    state.failure = .init("connection refused: http://host")
    #expect(state.freshness == .cached(ListUnderTest.now - 2, because: nil))
    state.failure = nil
    state.confirmation = nil
    #expect(state.freshness == .cached(ListUnderTest.now - 800, because: nil))
  }

  @Test func `a refresh is shown as slow after 100 ms, and a shown error stays until the answer`()
    async
  {
    let gate = Gate()
    let isDown = Observed(true)
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100))) { [down] in
      guard $0 == .refresh else { return }
      if isDown.value { throw down }
      try await gate.pause()
    }
    isDown.replace(with: false)
    let failure = sut.state.failure
    let reload = sut.list.send(.reload)
    await gate.arrived()
    // One of the two sleepers is the pause before the next retry.
    await sut.clock.sleeping(2)
    #expect(sut.state.isRefreshing)
    #expect(sut.state.refreshing?.isSlow != true)
    #expect(sut.state.failure == failure)
    #expect(failure != nil)
    sut.clock.advance(by: .milliseconds(100))
    await sut.wait { $0.refreshing?.isSlow == true }
    #expect(sut.state.failure == failure)
    await gate.open()
    await reload.value
    // A change that is signalled meanwhile is read by another task.
    await sut.wait { $0.isLive }
    #expect(sut.state.refreshing?.isSlow != true)
    #expect(sut.state.failure == nil)
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    await sut.send(.disappeared)
  }

  @Test func `a failed refresh is retried after five seconds, and the selection stays`() async {
    let isDown = Observed(true)
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100))) { [down] in
      if $0 == .refresh, isDown.value { throw down }
    }
    await sut.send(.move(by: 60))
    await sut.clock.sleeping()
    #expect(sut.clock.remaining == [.seconds(5)])
    isDown.replace(with: false)
    sut.clock.advance(by: .seconds(5))
    await sut.wait { $0.isLive }
    #expect(sut.state.failure == nil)
    #expect(sut.state.shown.selectedRow == 60)
    #expect(sut.count { $0 == .refresh } == 2)
    #expect(sut.clock.remaining == [], "no retry is scheduled")
    await sut.send(.disappeared)
  }

  @Test func `a list that asks less in a retry asks for all when a person wants it, also during the retry`() async {
    let gate = Gate()
    let retries = Observed(0)
    let sut = ListUnderTest(
      PagedContent(server: items(1...9), cached: items(1...9)),
      answer: { [down] in if $0 == .refresh { throw down } },
      changing: { [down] list in
        list.retry = {
          retries.update { $0 += 1 }
          try await gate.pause()
          throw down
        }
      })
    let appearing = sut.list.send(.appeared)
    await gate.open()
    await appearing.value
    #expect(sut.count { $0 == .refresh } == 0)
    await sut.send(.reload)
    #expect(sut.count { $0 == .refresh } == 1)
    await sut.clock.sleeping(for: .seconds(10))
    sut.clock.advance(by: .seconds(10))
    await gate.arrived()
    await sut.send(.reload)
    #expect(sut.count { $0 == .refresh } == 1)
    await gate.open()
    await sut.wait { !$0.isRefreshing }
    #expect(sut.count { $0 == .refresh } == 2)
    #expect(retries.value == 2)
    #expect(sut.state.failure != nil)
    await sut.send(.disappeared)
  }

  @Test func `a retry is scheduled once the list knows that the request has failed, so that it is not lost`() async {
    let wasRefreshing = CallRecorder<Bool?>()
    let list = Observed<ListUnderTest?>(nil)
    // The server answers another request as soon as the retry waits for that.
    let answers = ChangeSignal { notify in
      wasRefreshing.record(list.value?.state.isRefreshing)
      notify()
      return {}
    }
    let sut = ListUnderTest(
      PagedContent(server: items(1...9), cached: items(1...9)),
      answer: { [down] in if $0 == .refresh { throw down } }, answers: answers)
    list.replace(with: sut)
    await sut.send(.appeared)
    #expect(wasRefreshing.all.first == false)
    await sut.clock.sleeping(for: .seconds(10))
    #expect(sut.count { $0 == .refresh } == 2, "the failed retry waits for its own time")
    await sut.send(.disappeared)
    list.replace(with: nil)
  }

  @Test func `a retry that comes before the last answer is shown asks again`() {
    var state = ItemListState<ListedItem>()
    var effects = state.apply(ItemListAction<Never>.appeared)
    for case .read(let read) in effects {
      effects += state.receive(.read(ListWindow(items(1...3), count: 3, isComplete: true), read))
    }
    let numbers = effects.compactMap { if case .refresh(_, let number) = $0 { number } else { nil } }
    #expect(numbers.count == 1)
    _ = state.receive(.refreshed(.done(notice: nil), number: numbers[0], at: ListUnderTest.now))
    #expect(state.isRefreshing)
    let counts = (0..<2).map { _ in
      state.receive(.retry).count { if case .refresh = $0 { true } else { false } }
    }
    #expect(counts == [1, 0], "the second retry comes while the server is asked")
  }

  @Test func `single items that failed to load are retried with growing delays while the list is live`() async {
    let refreshes = Observed(0)
    let sut = ListUnderTest(
      PagedContent(server: items(1...100), cached: items(1...100)),
      changing: { list in
        list.refresh = { [refresh = list.refresh] in
          var refreshed = try await refresh()
          let count = refreshes.update { count in
            count += 1
            return count
          }
          if count < 4 { refreshed.itemFailure = NetworkClient.Error.unreachable(.timedOut) }
          return refreshed
        }
      })
    await sut.send(.appeared)
    for delay in [Duration.seconds(5), .seconds(10), .seconds(20)] {
      await sut.clock.sleeping(for: delay)
      // A retry joins a request whose answer is not shown yet.
      await sut.wait { !$0.isRefreshing }
      #expect(sut.state.failure == nil)
      #expect(sut.state.freshness == .live(ListUnderTest.now))
      sut.clock.advance(by: delay)
    }
    await sut.wait { refreshes.value == 4 && !$0.isRefreshing }
    #expect(sut.clock.remaining == [], "no retry is scheduled")
    await sut.send(.disappeared)
  }

  @Test func `cached rows are shown with their count and age by one read before the server is asked`() async {
    let gate = Gate()
    let sut = ListUnderTest(PagedContent(server: items(1...1_000), cached: items(1...1_000))) {
      if $0 == .refresh { try await gate.pause() }
    }
    let appearing = sut.list.send(.appeared)
    await gate.arrived()
    #expect(sut.scripted.calls.value == [.window, .refresh])
    #expect(sut.state.all.items == items(1...11), "the selected row and two screens of five rows")
    #expect(sut.state.all.count == 1_000)
    #expect(sut.state.isComplete)
    #expect(sut.state.freshness == .cached(ListUnderTest.now - 200, because: nil))
    #expect(sut.state.isRefreshing)
    await gate.open()
    await sut.wait { $0.isLive }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    #expect(!sut.state.isRefreshing)
    await sut.send(.disappeared)
    await appearing.value
  }

  @Test func `a refresh retains the selected item on the same row of the screen`() async {
    let gate = Gate()
    let content = PagedContent(server: items(Array(101...107) + Array(1...193)), cached: items(1...200))
    let sut = ListUnderTest(content) { if $0 == .refresh { try await gate.pause() } }
    let appearing = sut.list.send(.appeared)
    await gate.arrived()
    await sut.send(.move(by: 8), .move(by: -2))
    #expect(sut.state.shown.selected == ListedItem(7, "Title 7"))
    #expect((sut.state.all.selectedRow, sut.state.all.top) == (6, 4))
    await gate.open()
    await appearing.value
    await sut.wait { $0.isLive }
    #expect(sut.state.shown.selected == ListedItem(7, "Title 7"))
    #expect((sut.state.all.selectedRow, sut.state.all.top) == (13, 11))
    #expect(sut.state.shown[11] == ListedItem(5, "Title 5"))
  }

  @Test func `a list is live only after its refreshed rows are read`() async {
    let gate = Gate()
    let sut = ListUnderTest(PagedContent(server: items(11...20), cached: items(1...10))) { [gate] call in
      if call == .refresh || call == .window { try await gate.pause() }
    }
    let appearing = sut.list.send(.appeared)
    await gate.open()
    await gate.open()
    await gate.arrived()
    #expect(sut.state.all.items == items(1...10))
    #expect(sut.state.freshness != .live(ListUnderTest.now))
    #expect(sut.state.isRefreshing)
    // A change that is signalled during a read causes another one.
    let opening = Task { while !Task.isCancelled { await gate.open() } }
    await sut.wait { $0.isLive }
    opening.cancel()
    #expect(sut.state.all.items.map(\.id) == Array(11...20))
    #expect(!sut.state.isRefreshing)
    await sut.send(.disappeared)
    await appearing.value
  }

  @Test func `a failed refresh is retried when another request is answered or the list reappears`() async {
    let isDown = Observed(true)
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100))) { [down] in
      if $0 == .refresh, isDown.value { throw down }
    }
    #expect(sut.state.failure != nil)
    await sut.send(.appeared)
    #expect(sut.state.failure != nil, "the server is still down")
    #expect(sut.count { $0 == .refresh } == 2, "the server is still down")
    isDown.replace(with: false)
    sut.answers.send()
    await sut.wait { $0.freshness == .live(ListUnderTest.now) && $0.failure == nil }
    isDown.replace(with: true)
    await sut.send(.reload)
    isDown.replace(with: false)
    await sut.send(.appeared)
    await sut.wait { $0.freshness == .live(ListUnderTest.now) && $0.failure == nil }
    await sut.send(.disappeared)
  }

  @Test func `a refresh is not retried when the network is not used`() async {
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100))) {
      if $0 == .refresh { throw NetworkClient.Error.unreachable(.notUsed) }
    }
    await sut.send(.appeared)
    #expect(sut.count { $0 == .refresh } == 1)
    #expect(sut.state.failure != nil)
    #expect(sut.state.freshness == .offline(ListUnderTest.now - 200), "the header says that the list is offline")
    #expect(sut.state.notice == nil)
    await sut.send(.reload)
    await sut.wait { $0.notice == "Offline mode (--offline)." }
    await sut.send(.disappeared)
  }

  @Test func `a rejected refresh is not retried when another request is answered`() async {
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100))) {
      if $0 == .refresh { throw NetworkClient.Error.rejected(status: 500) }
    }
    sut.answers.send()
    await sut.send(.move(by: 60))
    #expect(sut.count { $0 == .refresh } == 1)
    #expect(sut.state.failure != nil)
    await sut.send(.disappeared)
  }

  @Test func `Esc cancels a refresh, and the list is shown as cached again`() async {
    let gate = Gate()
    let sut = await shown(PagedContent(server: items(1...100), cached: items(1...100))) {
      if $0 == .refresh { try await gate.pause() }
    } afterOpening: {
      await gate.open()
    }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    let reload = sut.list.send(.reload)
    await gate.arrived()
    #expect(sut.state.isRefreshing)
    await sut.send(.cancel)
    #expect(!sut.state.isRefreshing)
    #expect(sut.state.failure == nil)
    #expect(sut.state.all.count == 100)
    guard case .cached(_, nil)? = sut.state.freshness else {
      return #expect(sut.state.freshness == nil, "the header does not show a cached copy")
    }
    await reload.value
    #expect(!sut.state.isRefreshing)
    #expect(sut.state.failure == nil)
    #expect(sut.reported.all == [])
    let again = sut.list.send(.reload)
    await gate.open()
    await again.value
    await sut.wait { $0.isLive }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    await sut.send(.disappeared)
  }

  @Test func `a failed refresh leaves the cached rows, and its reason is shown and reported`() async {
    let sut = ListUnderTest(PagedContent(server: items(11...20), cached: items(1...10))) { [down] in
      if $0 == .refresh { throw down }
    }
    await sut.send(.appeared)
    #expect(sut.state.all.items == items(1...10))
    #expect(sut.state.freshness == .cached(ListUnderTest.now - 200, because: nil))
    #expect(!sut.state.isRefreshing)
    #expect(
      sut.state.failure?.reason
        == "connection refused: http://host")
    #expect(
      sut.reported.all == [
        "connection refused: http://host. Start the server, or check its address."
      ], "the failure is reported, so that it can be read later")
    await sut.send(.move(by: 1))
    #expect(sut.state.failure != nil, "the reason stays while the failure lasts")
  }

  @Test func `a list is not live after a failed reload, and live again after the next one`() async {
    let isDown = CallRecorder<Bool>()
    let sut = ListUnderTest(PagedContent(server: items(1...3))) { [down] in
      if $0 == .refresh, isDown.all.last == true { throw down }
    }
    await sut.send(.appeared)
    await sut.wait { $0.isLive }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    isDown.record(true)
    await sut.send(.reload)
    #expect(sut.state.freshness != .live(ListUnderTest.now))
    #expect(sut.state.failure != nil)
    #expect(sut.state.all.items == items(1...3))
    isDown.record(false)
    await sut.send(.reload)
    await sut.wait { $0.isLive }
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    #expect(sut.state.failure == nil)
  }

  @Test func `an empty answer replaces the cached rows`() async {
    let sut = ListUnderTest(PagedContent(server: [], cached: items(1...10)))
    await sut.send(.appeared)
    #expect(sut.state.all.count == 0)
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    #expect(sut.state.failure == nil)
  }

  @Test func `without cached rows a spinner appears after a second and ends with the answer`() async {
    let gate = Gate()
    let sut = ListUnderTest(PagedContent(server: items(1...3))) { if $0 == .refresh { try await gate.pause() } }
    let appearing = sut.list.send(.appeared)
    await gate.arrived()
    // The sleepers are the spinner and the pause of 100 ms after which a request counts as slow.
    await sut.clock.sleeping(2)
    #expect(sut.state.spinner?.tick == nil)
    #expect(sut.state.isRefreshing)
    sut.clock.advance(by: .seconds(1))
    await sut.wait { $0.spinner?.tick == 0 }
    await sut.clock.sleeping(for: .milliseconds(100))
    sut.clock.advance(by: .milliseconds(100))
    await sut.wait { $0.spinner?.tick == 1 }
    await gate.open()
    await appearing.value
    await sut.wait { $0.isLive }
    #expect(sut.state.spinner?.tick == nil)
    #expect(sut.state.all.items == items(1...3))
  }

  /// Returns a list of three items whose `refresh` returns the given value.
  func list(saying refreshed: Refreshed) -> ListUnderTest {
    ListUnderTest(
      PagedContent(server: items(1...3)),
      changing: { list in
        let refresh = list.refresh
        list.refresh = {
          _ = try await refresh()
          return refreshed
        }
      })
  }

  @Test func `a failure to save is shown and reported, and the loaded rows are listed`() async {
    let sut = ListUnderTest(PagedContent(server: items(1...3)), cacheFailure: { CancellationError() })
    await sut.send(.appeared)
    await sut.wait { $0.isLive }
    #expect(sut.state.all.items == items(1...3))
    #expect(sut.state.freshness == .live(ListUnderTest.now))
    #expect(sut.state.notice == "Cannot save (its folder does not work).")
    #expect(
      sut.reported.all == [
        "Cannot save (its folder does not work). Check the folder, or choose another one with --cache."
      ])
    await sut.send(.move(by: 1))
    #expect(sut.state.notice == nil)
  }

  @Test(arguments: [
    (Refreshed(warning: LinkFailure.leadsInCircles), "Next page already seen, not followed: http://host."),
    (Refreshed(warning: UnreadableItems(2)), "2 unreadable items left out: http://host."),
  ])
  func `a bad link and unreadable items are shown as a notice and reported`(
    refreshed: Refreshed, words: String
  ) async {
    let sut = list(saying: refreshed)
    await sut.send(.appeared)
    #expect(sut.state.notice == words)
    #expect(sut.reported.all == [words])
  }

  @Test func `a cache that cannot be read shows a failure, and the server is asked nevertheless`() async {
    let sut = ListUnderTest(PagedContent(server: items(1...3), cached: items(1...3))) {
      if $0 == .window { throw NoContent() }
    }
    await sut.send(.appeared)
    #expect(sut.count { $0 == .refresh } == 1)
    #expect(!sut.state.isRefreshing)
    #expect(sut.state.isRead)
    #expect(sut.state.failure?.reason == "cannot read the saved copy (its folder does not work)")
    #expect(!sut.state.mustWait(ItemListAction<String>.open), "no key waits for a list that cannot be read")
  }

  @Test func `only one refresh runs at a time`() async {
    let gate = Gate()
    let sut = ListUnderTest(PagedContent(server: items(1...3))) { if $0 == .refresh { try await gate.pause() } }
    let appearing = sut.list.send(.appeared)
    await gate.arrived()
    await sut.send(.reload, .reload, .open)
    await gate.open()
    await appearing.value
    #expect(sut.count { $0 == .refresh } == 1)
  }

  @Test func `each press of the button of an empty list asks the server again`() async {
    let sut = ListUnderTest(PagedContent(server: items(1...3))) { [down] in
      if $0 == .refresh { throw NoCachedCopy(failure: down) }
    }
    await sut.send(.appeared)
    await sut.send(.open, .click(line: 2))
    #expect(sut.count { $0 == .refresh } == 3, "the first when the list appeared")
    #expect(
      sut.state.failure?.reason == "connection refused: http://host",
      "the failure stays while the list has nothing else to show")
  }

  @Test func `leaving the list cancels its work and stops watching changes`() async {
    let gate = Gate()
    let (ended, tell) = AsyncStream.makeStream(of: Void.self)
    let sut = ListUnderTest(PagedContent(server: items(1...3), cached: items(1...2))) {
      if $0 == .refresh { try await gate.pause() }
    } changing: {
      $0.reader.changes = ChangeSignal { _ in { tell.yield() } }
    }
    let appearing = sut.list.send(.appeared)
    await gate.arrived()
    await sut.send(.disappeared)
    await appearing.value
    #expect(!sut.state.isRefreshing)
    #expect(sut.state.failure == nil)
    #expect(sut.reported.all == [])
    for await _ in ended { break }
  }
}
