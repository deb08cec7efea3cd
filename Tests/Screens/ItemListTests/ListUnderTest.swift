import Foundation
import ItemList
import ItemListTestSupport
import LineEditor
import Observed
import PagedList
import Screen
import StyleGuide
import TestSupport

/// A list screen on top of a scripted list, and a record of its calls.
struct ListUnderTest {
  typealias List = ItemListViewModel<ListedItem, String>
  typealias Scripted = ScriptedList<ListedItem>

  static let now = Date(timeIntervalSince1970: 1_000)

  let list: List
  let scripted: Scripted
  let clock = TestClock()
  let opened = CallRecorder<ListedItem>()
  let neighbours = CallRecorder<@Sendable (Int) async -> ListedItem?>()
  let reported = CallRecorder<String>()
  /// Signals that the server has answered a request.
  let answers = ChangeSource()

  /// - Parameter answer: Called before every answer of the list; it may wait, or throw.
  init(
    _ content: PagedContent<ListedItem>, age: TimeInterval = 200, portion: Int = 1_000, height: Int = 5,
    answer: @escaping @Sendable (Scripted.Call) async throws -> Void = { _ in },
    cacheFailure: @escaping @Sendable () -> (any Error)? = { nil }, answers: ChangeSignal? = nil,
    changing: (inout PagedList<ListedItem>) -> Void = { _ in }
  ) {
    let scripted = Scripted(
      content, fetchedAt: content.pages.isEmpty ? nil : Self.now.addingTimeInterval(-age), portion: portion,
      text: \.text, answer: answer)
    self.scripted = scripted
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, now: Self.now, clock: clock)
    environment.report = { [reported] in reported.record($0) }
    environment.cacheFailure = cacheFailure
    let signal = answers ?? self.answers.signal
    environment.answers = { _ in signal }
    var paged = scripted.list
    changing(&paged)
    list = List.live(
      paged, environment, outcome: { command, item, _ in CommandOutcome(item.map { "\(command) \($0.text)" }) },
      onOpen: { [opened, neighbours] item, neighbour in
        opened.record(item)
        neighbours.record(neighbour)
      })
    _ = list.send(.fit(height: height))
  }

  var state: ItemListState<ListedItem> { list.state() }

  /// Sends actions one by one, and waits for all their effects.
  func send(_ actions: ItemListAction<String>...) async {
    for action in actions { await list.send(action).value }
  }

  /// Types a text, one character at a time.
  func type(_ text: String) async {
    for character in text { await send(.edit(.insert(String(character)))) }
  }

  /// Waits until the state meets a condition.
  func wait(until isWanted: @Sendable (ItemListState<ListedItem>) -> Bool) async {
    await list.wait { isWanted($0) }
  }

  /// Returns the number of calls that meet a condition.
  func count(_ isWanted: (Scripted.Call) -> Bool) -> Int { scripted.calls.value.count(where: isWanted) }
}

/// An error without a message.
struct NoContent: Error {}

func items(_ numbers: some Sequence<Int>) -> [ListedItem] { ListedItem.numbered(numbers) }

/// Returns a list that was opened and has no work in progress.
func shown(
  _ content: PagedContent<ListedItem>, portion: Int = 1_000,
  answer: @escaping @Sendable (ListUnderTest.Scripted.Call) async throws -> Void = { _ in },
  afterOpening: () async -> Void = {}
) async -> ListUnderTest {
  let sut = ListUnderTest(content, portion: portion, answer: answer)
  let appearing = sut.list.send(.appeared)
  await afterOpening()
  await appearing.value
  // A read that a change of the stored pages began is no part of opening.
  await sut.wait { !$0.isRefreshing }
  return sut
}
