import Foundation
import ItemsLoader
import Observed
import Paging
import PostDomain
import PostListFeature
import PostsRepository
import Screen
import ScreenEnvironment
import Terminal
import TestClocks
import TestSupport
import Testing
import ViewModel

/// What becomes of a filter when the titles it lets through are others.
@Suite(.timeLimit(.minutes(1)))
struct FilteredReloadTests {
  func titles(_ numbers: some Sequence<Int>) -> [PostTitle] {
    numbers.map { PostTitle(id: Post.ID($0), title: "Title \($0)") }
  }

  /// Shows everything that is there, and filters it.
  func filtered(_ pages: Pages<PostTitle>, by query: String) async -> PostListViewModel {
    let sut = PostListViewModel.live(
      pages, .stub(server: URL(string: "http://host")!), clock: TestClock(), onOpen: { _, _ in })
    await sut.send(.appeared).value
    while sut.state().hasMore { await sut.send(.moveToLast(height: 5)).value }
    _ = sut.send(.beginFilter)
    await sut.send(.type(query)).value
    _ = sut.send(.keepFilter)
    return sut
  }

  @Test func `a reload goes as far as the title that is selected in the filter, and selects it again`() async {
    let sut = await filtered(.stub([titles(1...10), titles(11...20), titles(21...30)]), by: "5")
    await sut.send(.move(by: 1, height: 5)).value
    #expect(sut.state().selected == titles([15]).first)
    await sut.send(.reload).value
    #expect(sut.state().titles == titles(1...20))
    #expect(sut.state().selected == titles([15]).first)
    #expect(sut.state().count == 2)
  }

  @Test func `what comes before it on a reload does not take the selection away`() async {
    let lists = Calls<Int>()
    let (before, after) = (titles([7, 17, 27]), titles([70, 7, 71, 17, 27]))
    let sut = await filtered(
      Pages(
        page: { _ in
          lists.record(1)
          return LoadResult(
            Page(lists.all.count == 1 ? before : after, next: nil), from: .server, fetchedAt: .distantPast)
        },
        kept: { _ in nil }, prewarm: {}), by: "7")
    await sut.send(.move(by: 1, height: 5)).value
    await sut.send(.reload).value
    #expect(sut.state().titles == after)
    #expect(sut.state().selected == titles([17]).first)
  }

  @Test func `a list that is empty after a reload has no filter that would take the keys`() async {
    let lists = Calls<Int>()
    let some = titles(1...3)
    let sut = await filtered(
      Pages(
        page: { _ in
          lists.record(1)
          return LoadResult(
            Page(lists.all.count == 1 ? some : [], next: nil), from: .server, fetchedAt: .distantPast)
        },
        kept: { _ in nil }, prewarm: {}), by: "2")
    _ = sut.send(.beginFilter)
    await sut.send(.reload).value
    #expect(sut.state().titles == [] && sut.state().filter == nil)
  }

  @Test func `a reload that fails in the middle of a search finds nothing twice`() async {
    let lists = Calls<Int>()
    let many = titles(1...30_000)
    let sut = await filtered(
      Pages(
        page: { _ in
          lists.record(1)
          guard lists.all.count == 1 else { throw CancellationError() }
          return LoadResult(Page(many, next: nil), from: .server, fetchedAt: .distantPast)
        },
        kept: { _ in nil }, prewarm: {}), by: "x")
    _ = sut.send(.beginFilter)
    _ = sut.send(.deleteBackward)
    async let search: Void = sut.send(.type("9")).value
    async let reload: Void = sut.send(.reload).value
    _ = await (search, reload)
    for await state in sut.states() where state.filter?.isSearching == false { break }
    #expect(sut.state().filter?.matches == many.indices.filter { many[$0].title.contains("9") })
  }

  @Test func `an empty filter lets everything through at once, and keeps the place`() async {
    let sut = await filtered(.stub([titles(1...30_000)]), by: "x")
    _ = sut.send(.clearFilter)
    await sut.send(.moveToLast(height: 5)).value
    _ = sut.send(.beginFilter)
    #expect(sut.state().count == 30_000)
    #expect(sut.state().selected == titles([30_000]).first)
  }

  @Test func `at no moment does the filter let through what is no more there`() async {
    let screens = 200
    let lists = Calls<Int>()
    let (many, few) = (titles(1...300), titles(1...3))
    let sut = await filtered(
      Pages(
        page: { _ in
          lists.record(1)
          return LoadResult(
            Page(lists.all.count.isMultiple(of: 2) ? few : many, next: nil), from: .server, fetchedAt: .distantPast)
        },
        kept: { _ in nil }, prewarm: {}), by: "3")
    let screen = Screen.postList(sut, address: "")
    let drawing = Task {
      for await _ in screen.changes.values({}) { _ = screen.frame(Size(width: 40, height: 10)) }
    }
    for _ in 0..<screens { await sut.send(.reload).value }
    drawing.cancel()
    await drawing.value
    #expect(lists.all.count == screens + 1)
    #expect(sut.state().count == 58, "of 300 titles, those with a 3")
  }
}
