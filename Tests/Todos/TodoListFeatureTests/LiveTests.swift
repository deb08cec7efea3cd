import Foundation
import NetworkClient
import Observed
import PagedList
import Rendering
import Screen
import Terminal
import TestSupport
import Testing
import TodoDomain
import TodoListFeature
import TodosRepository

/// Tests of the screen of a repository's to-dos while it is shown.
@Suite(.timeLimit(.minutes(5)))
struct LiveTests {
  let size = Size(width: 80, height: 10)

  @Test func `the header follows the counts, and a replaced title is shown and reported`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let (deliveries, deliver) = AsyncStream.makeStream(of: TodoDelivery.self)
    let ended = Gate()
    let reported = CallRecorder<String>()
    tellCounts.onTermination = { _ in Task { await ended.open() } }
    var repository = TodosRepository.stub()
    repository.deliveries = { deliveries }
    let sut = appeared(repository, counts, reported)
    tellCounts.yield(TodoCounts(open: 7, waiting: 1))
    await sees(sut) { $0[0].hasPrefix(" To-dos  7 open · 1 waiting to be sent") }
    let notice = TodoNotice(todo: Todo(id: .server("1"), title: "Tea"), titleBefore: "", replacedTitle: "Coffee")
    for notices in [[], [notice], []] { deliver.yield(TodoDelivery(notices: notices)) }
    await sees(sut) { $0.last?.contains("Your title “Tea” replaced “Coffee”, which was given elsewhere.") == true }
    #expect(reported.all == ["Your title “Tea” replaced “Coffee”, which was given elsewhere."])
    sut.disappear()
    try? await ended.pause()
  }

  @Test func `a rejected delivery is reported once, and a busy outbox is not reported`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let reported = CallRecorder<String>()
    let sut = appeared(.stub(), counts, reported)
    tellCounts.yield(TodoCounts(open: 1, waiting: 1, obstacle: .busy))
    await sees(sut) { $0[0].contains("1 waiting for another satchel") }
    #expect(reported.all == [])
    for waiting in 1...2 {
      tellCounts.yield(TodoCounts(open: 1, waiting: waiting, obstacle: .answer(.rejected(status: 401))))
      await sees(sut) { $0[0].contains("\(waiting) not taken (401)") }
    }
    await sees(sut) { $0.last?.contains("Access denied (401): http://host") == true }
    #expect(reported.all == ["Access denied (401): http://host; what waits is sent later."])
    sut.disappear()
  }

  @Test func `a delivery without an answer makes a confirmed list ask the server`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let reported = CallRecorder<String>()
    let isDown = Observed(false)
    let asked = CallRecorder<Bool>()
    var repository = TodosRepository.stub()
    repository.list = { [list = repository.list] filter in
      var list = list(filter)
      list.refresh = {
        asked.record(isDown.value)
        if isDown.value { throw NetworkClient.Error.unreachable(.refused) }
        return Refreshed()
      }
      return list
    }
    let sut = appeared(repository, counts, reported)
    await sees(sut) { $0[0].contains("live") }
    isDown.replace(with: true)
    for waiting in 1...2 {
      tellCounts.yield(TodoCounts(open: 1, waiting: waiting, obstacle: .unreachable))
      await sees(sut) { $0[0].contains("\(waiting) waiting to be sent") && !$0[0].contains("live") }
    }
    await sees(sut) { $0.contains { $0.contains("Connection refused") } }
    #expect(asked.all == [false, true])
    #expect(reported.all == ["connection refused: http://host. Start the server, or check its address."])
    sut.disappear()
  }

  @Test func `the time until which the server wants no requests is reported once`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let reported = CallRecorder<String>()
    let sut = appeared(.stub(), counts, reported)
    for waiting in 1...2 {
      let end = Date(timeIntervalSince1970: 784_111_777)
      tellCounts.yield(TodoCounts(open: 1, waiting: waiting, obstacle: .pausedUntil(end)))
      await sees(sut) { $0[0].contains("\(waiting) waiting to be sent") }
    }
    let text = "Requests to the server are paused until 1994-11-06 08:49 UTC: http://host; what waits is sent later."
    await sees(sut) { $0.last?.contains("Requests to the server are paused until 1994-11-06 08:49 UTC") == true }
    #expect(reported.all == [text])
    sut.disappear()
  }

  @Test func `a new refusal is shown with its reason, and an earlier one is not`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let reported = CallRecorder<String>()
    let refusal = TodoRefusal(status: 422)
    let earlier = TodoItem(Todo(id: .server("2"), title: "Oil"), refusal: refusal)
    let items = Observed([TodoItem(Todo(id: .server("1"), title: "Tea")), earlier])
    var repository = TodosRepository.stub()
    repository.list = { TodosRepository.stub(items.value).list($0) }
    let sut = appeared(repository, counts, reported)
    tellCounts.yield(TodoCounts(open: 2, refused: 1))
    await sees(sut) { $0[0].contains("1 refused") }
    items.update { $0[0].refusal = refusal }
    tellCounts.yield(TodoCounts(open: 2, refused: 2))
    await sees(sut) { $0.last?.contains("↵ for more: “Tea”: the server refused it (422).") == true }
    #expect(reported.all == ["“Tea”: the server refused it (422)."])
    sut.disappear()
  }

  @Test func `a refusal of a to-do that is not selected says so, and a deletion is named`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let reported = CallRecorder<String>()
    let items = Observed(["Tea", "Oil"].map { TodoItem(Todo(id: .server($0), title: $0)) })
    var repository = TodosRepository.stub()
    repository.list = { TodosRepository.stub(items.value).list($0) }
    let sut = appeared(repository, counts, reported)
    tellCounts.yield(TodoCounts(open: 2))
    await sees(sut) { $0[1].contains("Tea") }
    items.update { $0[1].refusal = TodoRefusal(status: 422, words: "too late", isDeletion: true) }
    tellCounts.yield(TodoCounts(open: 2, refused: 1))
    await sees(sut) { $0.last?.contains("↵ on it for more: “Oil”: the server refused to delete it (422).") == true }
    #expect(reported.all == ["“Oil”: the server refused to delete it (422): “too late”"])
    sut.disappear()
  }

  @Test func `the key for a refused edit is visible at 40 columns, however long the title is`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let items = Observed(
      ["Tea", "Count the ships in the harbour, and then again"].map {
        TodoItem(Todo(id: .server($0), title: $0))
      })
    var repository = TodosRepository.stub()
    repository.list = { TodosRepository.stub(items.value).list($0) }
    let sut = appeared(repository, counts, CallRecorder<String>())
    tellCounts.yield(TodoCounts(open: 2))
    await sees(sut) { $0[1].contains("Tea") }
    items.update { $0[1].refusal = TodoRefusal(status: 422) }
    tellCounts.yield(TodoCounts(open: 2, refused: 1))
    await sees(sut) { $0.last?.contains("“Count the ships in …”: the server refused it (422).") == true }
    #expect(sut.frame(Size(width: 40, height: 10)).text.last == " 1/2  ↵ on it for more: “Count the ship…")
    sut.disappear()
  }

  @Test func `undo restores the title that an edit replaced on the server`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let (deliveries, deliver) = AsyncStream.makeStream(of: TodoDelivery.self)
    let undone = CallRecorder<TodoUndo>()
    var repository = TodosRepository.stub(["Milk", "Oil"].map { TodoItem(Todo(id: .server($0), title: $0)) })
    repository.deliveries = { deliveries }
    repository.undo = {
      undone.record($0)
      return $0
    }
    let sut = appeared(repository, counts, CallRecorder<String>())
    tellCounts.yield(TodoCounts(open: 2))
    await sees(sut) { $0[1].contains("Milk") }
    for key: Key in ["e", "!", .enter] { _ = sut.react(.key(key), size) }
    await sees(sut) { $0.last?.contains("Renamed.") == true }
    let mine = Todo(id: .server("Milk"), title: "Milk!")
    deliver.yield(
      TodoDelivery(notices: [
        TodoNotice(todo: mine, titleBefore: "Milk", replacedTitle: "Cream"),
        TodoNotice(todo: mine, titleBefore: "Butter", replacedTitle: "Jam"),
      ]))
    await sees(sut) { $0.last?.contains("replaced “Jam”") == true }
    _ = sut.react(.key("z"), size)
    await sees(sut) { $0.last?.contains("Undone.") == true }
    #expect(undone.all == [TodoUndo([.rename(.server("Milk"), "Cream")])])
    sut.disappear()
  }

  @Test func `the notice of a retried edit says when the edit is sent`() async {
    let (counts, tellCounts) = AsyncStream.makeStream(of: TodoCounts.self)
    let refused = TodoItem(Todo(id: .server("1"), title: "Tea"), refusal: TodoRefusal(status: 422))
    let sut = appeared(.stub([refused]), counts, CallRecorder<String>())
    tellCounts.yield(TodoCounts(open: 1, refused: 1))
    await sees(sut) { $0[0].contains("1 refused") && $0[1].contains("Tea") }
    #expect(sut.react(.key(.enter), size) == .handled)
    #expect(sut.react(.key("t"), size) == .handled)
    await sees(sut) { $0.last?.contains("Sending it again.") == true }
    tellCounts.yield(TodoCounts(open: 1, waiting: 1))
    await sees(sut) { $0[0].contains("1 waiting") }
    #expect(sut.frame(size).text.last?.contains("Sending it again.") == true)
    tellCounts.yield(TodoCounts(open: 1))
    await sees(sut) { $0.last?.contains("Sent.") == true }
    sut.disappear()
  }

  /// Returns the screen of a repository with these counts, once it is shown.
  private func appeared(
    _ repository: TodosRepository, _ counts: AsyncStream<TodoCounts>, _ reported: CallRecorder<String>
  ) -> Screen {
    var repository = repository
    repository.counts = { counts }
    var environment = ScreenEnvironment.stub(server: URL(string: "http://host")!, clock: TestClock())
    environment.report = { reported.record($0) }
    let screen = Screen.todoLists(repository, environment)
    screen.appear()
    return screen
  }

  private func sees(_ screen: Screen, _ isWanted: @escaping @Sendable ([String]) -> Bool) async {
    await screen.changes.wait { isWanted(screen.frame(size).text) }
  }
}
