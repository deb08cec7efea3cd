import CachedResource
import Database
import Foundation
import NetworkClient
import Observed
import Outbox
import PagedList
import TestSupport
import Testing
import TodoDomain
import TodosRepository
import TodosService
import TodosStore

@Suite(.timeLimit(.minutes(5)))
struct TodosRepositoryLiveTests {
  private let scenario = TodosScenario(server: ModelServer(.samples))

  private func refreshed() async throws -> TodosRepository {
    let sut = scenario.repository()
    _ = try await sut.list(.all).refresh()
    return sut
  }

  private func goOffline() { scenario.server.answers { _ in .unreachable } }
  private func goOnline() { scenario.server.answers { _ in .answered } }

  @Test func `edits are shown at once and stay pending, offline and after a restart`() async throws {
    let sut = try await refreshed()
    goOffline()
    let first = [Todo].samples[0]
    let third = [Todo].samples[2]
    let added = try await sut.add(["a", " ", "b"])
    _ = try await sut.rename(first.id, "renamed")
    _ = try await sut.setCompleted(third.id, false)
    _ = try await sut.delete([Todo].samples[1].id)
    let items = try await scenario.repository().items()
    #expect(items.map(\.todo.title) == ["renamed", "Wind the lighthouse", "写信", "a", "b"])
    #expect(items.map(\.isPending) == [true, true, false, true, true])
    #expect(items.suffix(2).map(\.id) == added.ids)
    #expect(items[1].todo.isCompleted == false)
    #expect(try await sut.deliver().waiting == 5)
    #expect(scenario.server.log == [])
  }

  @Test func `pending edits are delivered once and in order, and additions get server ids`() async throws {
    let sut = try await refreshed()
    goOffline()
    let added = try await sut.add(["a", "b"])
    _ = try await sut.rename([Todo].samples[2].id, "c")
    _ = try? await sut.list(.all).refresh()
    goOnline()
    let delivery = try await sut.deliver()
    #expect((delivery.delivered, delivery.waiting) == (3, 0))
    #expect(delivery.failure == nil)
    #expect(scenario.server.log == added.ids.map { "POST " + ($0.temporary ?? "") } + ["PUT 42"])
    #expect(try await sut.items().map(\.todo) == scenario.server.todos)
    #expect(try await sut.todo(added.ids[0])?.todo.serverID == "s1")
    _ = try await sut.deliver()
    #expect(scenario.server.log.count == 3)
  }

  @Test func `cancelling waiting callers does not cancel the delivery that they share`() async throws {
    let gate = Gate()
    var service = scenario.server.service
    let add = service.add
    service.add = { todo in
      try await gate.pause()
      return try await add(todo)
    }
    let sut = scenario.repository(service: service)
    _ = try await sut.add(["a"])
    let delivery = Task { try await sut.deliver() }
    await gate.arrived()
    let others = (0..<1_000).map { _ in Task.immediate { try await sut.deliver() } }
    for other in others { other.cancel() }
    for other in others { await #expect(throws: CancellationError.self) { try await other.value } }
    let opening = Task { await gate.open() }
    #expect(try await delivery.value.delivered == 1)
    opening.cancel()
    #expect(scenario.server.log.count == 1)
  }

  @Test func `pending edits of one to-do are merged`() async throws {
    let sut = try await refreshed()
    let ids = try await sut.add(["a", "b"]).ids
    _ = try await sut.rename(ids[0], "a2")
    _ = try await sut.setCompleted(ids[0], true)
    _ = try await sut.delete(ids[1])
    let id = [Todo].samples[0].id
    _ = try await sut.rename(id, "x")
    _ = try await sut.setCompleted(id, true)
    _ = try await sut.setCompleted([Todo].samples[1].id, true)
    _ = try await sut.setCompleted([Todo].samples[1].id, false)
    #expect(try await scenario.outbox.list.read().rows.count == 2)
    _ = try await sut.deliver()
    #expect(scenario.server.log.count == 2)
    #expect(scenario.server.todos.last?.title == "a2")
    #expect(scenario.server.todos.last?.isCompleted == true)
    #expect(scenario.server.todos.first.map { [$0.title, "\($0.isCompleted)"] } == ["x", "true"])
  }

  /// Returns the requests with which a new process delivers an edit to a server that answers.
  private func requestsOfDelivery() async throws -> [String] {
    let sent = CallRecorder<String>()
    scenario.server.answers {
      sent.record($0)
      return .answered
    }
    #expect(try await scenario.repository().deliver().delivered == 1)
    return sent.all
  }

  @Test func `an addition whose answer was lost is looked up before it is sent again`() async throws {
    let sut = scenario.repository()
    scenario.server.answers { $0.hasPrefix("POST") ? .answerLost : .answered }
    let id = try await sut.add(["a"]).ids[0]
    #expect(try await sut.deliver().waiting == 1)
    #expect(try await requestsOfDelivery() == ["GET"])
    #expect(try await sut.todo(id)?.todo.serverID == "s1")
  }

  @Test(arguments: [
    NetworkClient.Cause.offline, .notUsed, .unknownHost, .refused, .notConnected, .tooLate,
    .proxy(at: "http://p", .refused), .noAuthorities(file: "/a.pem"),
  ])
  func `an addition that was not sent is sent at the next delivery without asking for the list`(
    cause: NetworkClient.Cause
  ) async throws {
    var service = scenario.server.service
    service.add = { _ in throw NetworkClient.Error.unreachable(cause) }
    let sut = scenario.repository(service: service)
    _ = try await sut.add(["a"])
    #expect(try await sut.deliver().waiting == 1)
    #expect(try await requestsOfDelivery() == ["POST a"])
  }

  @Test func `the lookup of a lost addition requests the list without a validator`() async throws {
    let validators = CallRecorder<String?>()
    let server = scenario.server
    var service = server.service
    service.all = { validator in
      validators.record(validator)
      return .changed(Page(server.todos), validator: "\"1\"")
    }
    let sut = scenario.repository(service: service)
    for _ in 0..<2 { _ = try await sut.list(.all).refresh() }
    server.answers { $0.hasPrefix("POST") ? .answerLost : .answered }
    _ = try await sut.add(["a"])
    for _ in 0..<2 { _ = try await sut.deliver() }
    #expect(validators.all == [nil, "\"1\"", nil])
    #expect(try await sut.items().last?.isPending == false)
  }

  @Test func `the counts have the obstacle that there is no answer, until there is one`() async throws {
    let sut = scenario.repository()
    goOffline()
    var counts = sut.counts().makeAsyncIterator()
    _ = await counts.next()
    _ = try await sut.add(["a"])
    #expect(await counts.next() == TodoCounts(open: 1, waiting: 1))
    _ = try await sut.deliver()
    #expect(await counts.next() == TodoCounts(open: 1, waiting: 1, obstacle: .unreachable))
    goOnline()
    #expect(try await sut.deliver().delivered == 1)
    while let count = await counts.next(), count != TodoCounts(open: 1) { #expect(count.waiting <= 1) }
  }

  @Test func `the counts are busy while another process has the lease, until the lease expires`() async throws {
    let sut = scenario.repository()
    _ = try await sut.add(["a"])
    let owner = UUID()
    let now = scenario.time.now
    try await scenario.outbox.list.edit { $0.header.lease = OutboxLease(owner: owner, from: now, until: now + 15) }
    var counts = sut.counts().makeAsyncIterator()
    #expect(await counts.next() == TodoCounts(open: 1, waiting: 1))
    #expect(try await sut.deliver().failure is TodoDeliveryBusy)
    #expect(await counts.next() == TodoCounts(open: 1, waiting: 1, obstacle: .busy))
    scenario.time.wait(15)
    #expect(try await sut.deliver().delivered == 1)
    while let count = await counts.next(), count != TodoCounts(open: 1) { #expect(count.waiting <= 1) }
  }

  @Test func `an addition renamed while it is refused is one refused addition with the new title`() async throws {
    let sut = scenario.repository()
    let id = try await sut.add(["a"]).ids[0]
    scenario.server.answers { [scenario] request in
      guard request.hasPrefix("POST") else { return .answered }
      _ = try? await scenario.repository().rename(id, "b")
      return .rejected(422)
    }
    _ = try await sut.deliver()
    #expect(try await scenario.outbox.list.read().rows.map(\.change.todo.title) == ["b"])
    #expect(
      try await sut.items().map { [$0.todo.title, "\($0.isPending)", $0.refusal?.words ?? ""] }
        == [["b", "false", "because of POST a"]])
    goOnline()
    _ = try await sut.resolve(id, .tryAgain)
    #expect(try await sut.deliver().delivered == 1)
    #expect(scenario.server.todos.last?.title == "b")
  }

  @Test(arguments: TodoResolution.allCases)
  func `resolve does nothing to an edit that was not refused`(resolution: TodoResolution) async throws {
    let sut = try await refreshed()
    scenario.server.answers { $0 == "PUT 42" ? .rejected(422) : .answered }
    _ = try await sut.rename(.server("42"), "x")
    _ = try await sut.deliver()
    goOffline()
    let other = [Todo].samples[0].id
    _ = try await sut.rename(other, "y")
    let before = try await scenario.outbox.list.read().rows
    _ = try await sut.resolve(other, resolution)
    _ = try await sut.resolve([Todo].samples[1].id, resolution)
    #expect(try await scenario.outbox.list.read().rows == before)
  }

  @Test func `a lost addition is not sent again before the settling time is over`() async throws {
    let sut = scenario.repository()
    scenario.server.answers { $0.hasPrefix("POST") ? .lost : .answered }
    _ = try await sut.add(["a"])
    _ = try await sut.deliver()
    goOnline()
    scenario.time.wait(4.9)
    #expect(try await sut.deliver().waiting == 1)
    #expect(scenario.server.log == [])
    scenario.time.wait(0.1)
    #expect(try await sut.deliver().delivered == 1)
    #expect(scenario.server.log.count == 1)
  }

  @Test func `while a lost addition is looked for, a failure of the server's list is the reason for waiting`()
    async throws
  {
    let sut = scenario.repository()
    scenario.server.answers { $0.hasPrefix("POST") ? .lost : .answered }
    _ = try await sut.add(["a"])
    _ = try await sut.deliver()
    scenario.server.answers { _ in .rejected(503) }
    let delivery = try await sut.deliver()
    #expect(delivery.waiting == 1)
    #expect(delivery.failure as? NetworkClient.Error == .rejected(status: 503))
    goOnline()
    scenario.time.wait(5)
    #expect(try await sut.deliver().delivered == 1)
    #expect(scenario.server.log.count == 1)
  }

  @Test func `an edit that is being sent is not merged with a later one`() async throws {
    let sut = scenario.repository()
    let id = try await sut.add(["a"]).ids[0]
    scenario.server.answers { [scenario] request in
      if request.hasPrefix("POST") { _ = try? await scenario.repository().rename(id, "b") }
      return .answered
    }
    #expect(try await sut.deliver().delivered == 2)
    #expect(scenario.server.todos.last?.title == "b")
    #expect(scenario.server.log == ["POST " + (id.temporary ?? ""), "PUT s1"])
  }

  @Test(arguments: [400, 409, 413, 422])
  func `a refused edit is set aside and shown, and the other edits are delivered`(status: Int) async throws {
    let sut = try await refreshed()
    scenario.server.answers { $0 == "PUT 42" ? .rejected(status) : .answered }
    let id = Todo.ID.server("42")
    _ = try await sut.rename(id, "x")
    _ = try await sut.add(["a"])
    let delivery = try await sut.deliver()
    #expect(delivery.refused.map(\.id) == [id])
    #expect((delivery.delivered, delivery.waiting) == (1, 0))
    let item = try await sut.todo(id)
    #expect(item?.refusal == TodoRefusal(status: status, words: "because of PUT 42"))
    #expect(item?.todo.title == "x")
    #expect(item?.isPending == false)
    #expect(delivery.refusedBefore == 0)
    let later = try await sut.deliver()
    #expect(later.refused.isEmpty)
    #expect(later.refusedBefore == 1)
  }

  @Test(arguments: [500, 503, 401, 403, 404, 429])
  func `a status that is no refusal leaves an addition pending`(status: Int) async throws {
    let sut = scenario.repository()
    scenario.server.answers { $0.hasPrefix("POST") ? .rejected(status) : .answered }
    _ = try await sut.add(["a"])
    let delivery = try await sut.deliver()
    #expect((delivery.waiting, delivery.refused.count) == (1, 0))
    #expect(delivery.failure as? NetworkClient.Error == .rejected(status: status))
  }

  @Test func `an edit of a missing to-do is refused, and its deletion succeeds`() async throws {
    let sut = try await refreshed()
    _ = try await sut.rename(.server("42"), "x")
    _ = try await sut.delete([Todo].samples[0].id)
    scenario.server.change { $0.todos = [] }
    let delivery = try await sut.deliver()
    #expect(delivery.delivered == 1)
    #expect(delivery.refused.map(\.refusal) == [TodoRefusal(status: 404)])
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo.title) == ["x"])
    #expect(delivery.refused[0].refusal?.isGone == true)
  }

  @Test func `a 404 leaves an edit pending when the server's list is not found either`() async throws {
    let sut = try await refreshed()
    scenario.server.answers { _ in .rejected(404) }
    _ = try await sut.rename(.server("42"), "x")
    #expect(try await sut.deliver().waiting == 1)
    _ = try await sut.delete(.server("42"))
    #expect(try await sut.deliver().waiting == 2)
  }

  @Test func `resolutions retry a refused edit, drop it, or add it as a new to-do`() async throws {
    let sut = try await refreshed()
    let ids = [Todo].samples.prefix(3).map(\.id)
    scenario.server.answers { $0.hasPrefix("PUT") ? .rejected(422) : .answered }
    for id in ids { _ = try await sut.rename(id, "x") }
    _ = try await sut.deliver()
    goOnline()
    #expect(try await sut.resolve(ids[0], .tryAgain) == nil)
    #expect(
      try await sut.resolve(ids[1], .keepServers)
        == TodoUndo([.rename(ids[1], "x"), .setCompleted(ids[1], [Todo].samples[1].isCompleted)]))
    let added = try await sut.resolve(ids[2], .addAsNew)
    #expect(added?.steps.count == 3)
    #expect(try await sut.resolve(.server("none"), .addAsNew) == nil)
    #expect(try await sut.deliver().delivered == 2)
    #expect(scenario.server.todos.map(\.title) == ["x", "goto futsal", "Wind the lighthouse", "写信", "x"])
    #expect(scenario.server.todos.last?.isCompleted == true)
    #expect(try await sut.items().filter { $0.isPending || $0.refusal != nil } == [])
  }

  /// Returns a repository in which the refused new title of a to-do became a new one, and the undo of that.
  private func addedAsNew() async throws -> (sut: TodosRepository, id: Todo.ID, undo: TodoUndo) {
    let sut = try await refreshed()
    scenario.server.answers { $0.hasPrefix("PUT") ? .rejected(422) : .answered }
    let id = [Todo].samples[0].id
    _ = try await sut.rename(id, "x")
    _ = try await sut.deliver()
    let undo = try #require(try await sut.resolve(id, .addAsNew))
    return (sut, id, undo)
  }

  @Test func `undoing that a refused to-do became a new one leaves one to-do with the refused title`() async throws {
    let (sut, id, undo) = try await addedAsNew()
    #expect(try await sut.items().map(\.todo.title).filter { $0 == "x" }.count == 1)
    _ = try await sut.undo(undo)
    #expect(try await sut.items().count == [Todo].samples.count)
    #expect(try await sut.todo(id)?.todo.title == "x")
  }

  @Test func `undoing that a refused to-do became a new one keeps the new one if the other is gone`()
    async throws
  {
    let (sut, id, undo) = try await addedAsNew()
    goOnline()
    scenario.server.change { $0.todos.removeFirst() }
    _ = try await sut.list(.all).refresh()
    await #expect(throws: TodosRepository.Error.noSuchTodo(id)) { try await sut.undo(undo) }
    #expect(try await sut.items().map(\.todo.title) == [Todo].samples.dropFirst().map(\.title) + ["x"])
  }

  @Test func `a refused addition that is renamed is sent again, and one that is deleted is not`() async throws {
    let sut = scenario.repository()
    scenario.server.answers { $0.hasPrefix("POST") ? .rejected(400) : .answered }
    let ids = try await sut.add(["a", "b"]).ids
    _ = try await sut.deliver()
    goOnline()
    _ = try await sut.rename(ids[0], "a2")
    _ = try await sut.delete(ids[1])
    #expect(try await sut.deliver().delivered == 1)
    #expect(scenario.server.todos.last?.title == "a2")
    #expect(try await scenario.outbox.list.read().rows == [])
  }

  @Test func `an edit changes only its own field, and a title changed on both sides gives one notice`()
    async throws
  {
    let sut = try await refreshed()
    goOffline()
    let id = Todo.ID.server("42")
    _ = try await sut.rename(id, "mine")
    scenario.server.change { ($0.todos[2].title, $0.todos[2].isCompleted) = ("theirs", false) }
    // The answer to the first try gets lost, so the second try finds this client's title on the server.
    scenario.server.answers { $0.hasPrefix("PUT") ? .answerLost : .answered }
    #expect(try await sut.deliver().notices.isEmpty)
    goOnline()
    let delivery = try await sut.deliver()
    #expect(scenario.server.todos[2] == Todo(id: id, title: "mine"))
    #expect(delivery.notices.map(\.titleBefore) == ["Wind the lighthouse"])
    #expect(delivery.notices.map(\.replacedTitle) == ["theirs"])
    #expect(try await sut.deliver().notices.isEmpty)
  }

  @Test(arguments: ["command", "refresh", "background"])
  func `the notices of a delivery are yielded once, whoever starts it, also to a later observer`(starter: String)
    async throws
  {
    let sut = try await refreshed()
    for title in ["first", "second"] {
      _ = try await sut.rename(.server("42"), title)
      scenario.server.change { $0.todos[2].title = "not \(title)" }
      let background = Task { if starter == "background" { await sut.deliverUntilCancelled() } }
      if starter == "command" { _ = try await sut.deliver() }
      if starter == "refresh" { _ = try await sut.list(.all).refresh() }
      var deliveries = sut.deliveries().makeAsyncIterator()
      #expect(await deliveries.next()?.notices.map(\.replacedTitle) == ["not \(title)"])
      background.cancel()
      await background.value
    }
  }

  @Test func `a notice is in the next delivery when the first fails after the server took the edit`()
    async throws
  {
    let fails = Observed(false)
    let live = scenario.outbox.list
    var list = live
    list.read = { if fails.value { throw DatabaseError.busy } else { try await live.read() } }
    let scenario = TodosScenario(server: scenario.server, outbox: TodosOutbox(list: list))
    let sut = scenario.repository()
    _ = try await sut.list(.all).refresh()
    _ = try await sut.rename(.server("42"), "mine")
    scenario.server.change { $0.todos[2].title = "theirs" }
    fails.replace(with: true)
    await #expect(throws: DatabaseError.busy) { try await sut.deliver() }
    fails.replace(with: false)
    #expect(try await sut.deliver().notices.map(\.replacedTitle) == ["theirs"])
  }

  @Test func `a refresh brings remote changes and retains pending edits`() async throws {
    let sut = try await refreshed()
    scenario.server.answers { $0.hasPrefix("GET ") || !$0.hasPrefix("GET") ? .rejected(503) : .answered }
    _ = try await sut.rename(.server("42"), "mine")
    scenario.server.change { $0.todos[0].title = "theirs" }
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo.title) == ["theirs", "goto futsal", "mine", "写信"])
  }

  @Test func `undo merges into a pending edit and adds a new edit after delivery`() async throws {
    let sut = try await refreshed()
    let id = Todo.ID.server("42")
    for delivers in [false, true] {
      let rename = try await sut.rename(id, "x")
      let delete = try await sut.delete([Todo].samples[0].id)
      let add = try await sut.add(["a", "b"])
      if delivers { _ = try await sut.deliver() }
      for undo in [add, delete, rename] { _ = try await sut.undo(undo) }
      #expect(try await scenario.outbox.list.read().rows.isEmpty == !delivers)
      _ = try await sut.deliver()
      #expect(Set(scenario.server.todos.map(\.title)) == Set([Todo].samples.map(\.title)))
      #expect(scenario.server.todos.count == 4)
    }
    #expect(scenario.server.log.count { $0.hasPrefix("POST") } == 3)
  }

  @Test func `the undo of an edit can be undone`() async throws {
    let sut = try await refreshed()
    let id = Todo.ID.server("42")
    let undo = try await sut.setCompleted(id, false)
    let redo = try await sut.undo(undo)
    #expect(try await sut.todo(id)?.todo.isCompleted == true)
    _ = try await sut.undo(redo)
    #expect(try await sut.todo(id)?.todo.isCompleted == false)
    let deleted = try await sut.delete(id)
    let again = try await sut.undo(deleted)
    #expect(try await sut.todo(id)?.todo.isCompleted == false, "the restored to-do has the state that was shown")
    _ = try await sut.undo(again)
    #expect(try await sut.todo(id) == nil)
  }

  @Test func `undoing several additions deletes those that still exist`() async throws {
    let sut = try await refreshed()
    let added = try await sut.add(["a", "b", "c"])
    _ = try await sut.delete(added.ids[1])
    let redo = try await sut.undo(added)
    #expect(try await sut.items().map(\.todo) == scenario.server.todos)
    await #expect(throws: TodosRepository.Error.noSuchTodo(added.ids[0])) { try await sut.undo(added) }
    _ = try await sut.undo(redo)
    #expect(try await sut.items().suffix(2).map(\.todo.title).sorted() == ["a", "c"])
  }

  @Test func `a blank title or a missing to-do throws and adds no edit`() async throws {
    let sut = try await refreshed()
    await #expect(throws: TodosRepository.Error.blankTitle) { try await sut.add(["", " \n"]) }
    await #expect(throws: TodosRepository.Error.blankTitle) { try await sut.rename(.server("42"), " ") }
    let none = Todo.ID.temporary("none")
    await #expect(throws: TodosRepository.Error.noSuchTodo(none)) { try await sut.rename(none, "a") }
    await #expect(throws: TodosRepository.Error.noSuchTodo(none)) { try await sut.setCompleted(none, true) }
    await #expect(throws: TodosRepository.Error.noSuchTodo(none)) { try await sut.delete(none) }
    #expect(try await scenario.outbox.list.read().rows == [])
  }

  @Test func `to-dos with one UUID are both shown, and additions work on a server that drops UUIDs`() async throws {
    scenario.server.change {
      $0.todos.append(Todo(id: $0.todos[0].id, serverID: "twin", title: "twin"))
      $0.keepsTempIDs = false
    }
    let sut = try await refreshed()
    #expect(try await sut.items().map(\.id) == [Todo].samples.map(\.id) + [.server("twin")])
    let id = try await sut.add(["a"]).ids[0]
    _ = try await sut.deliver()
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().last?.id == id)
    _ = try await sut.rename(id, "b")
    _ = try await sut.deliver()
    #expect(scenario.server.todos.last?.title == "b")
  }

  @Test func `unreadable to-dos are reported with each request, once for the whole list`() async throws {
    let validators = CallRecorder<String?>()
    let todos = (0..<16_001).map { Todo(id: .server("\($0)"), title: "a") }
    var service = scenario.server.service
    service.all = { validator in
      validators.record(validator)
      return .changed(Page(todos, unreadable: 3), validator: "\"1\"")
    }
    let list = scenario.repository(service: service).list(.all)
    for _ in 0..<2 { #expect(try await list.refresh().warning as? UnreadableItems == UnreadableItems(3)) }
    var failures: [UnreadableItems?] = []
    for try await page in list.pages() {
      #expect(page.provenance == .server)
      failures.append(page.failure as? UnreadableItems)
    }
    #expect(failures == [UnreadableItems(3), nil])
    #expect(validators.all == [nil, nil, nil])
  }

  @Test func `a to-do that the list no longer shows readably keeps its waiting edit`() async throws {
    var service = scenario.server.service
    let sut = scenario.repository()
    _ = try await sut.list(.all).refresh()
    let changed = try #require(try await sut.items().first)
    _ = try await sut.rename(changed.id, "mine")
    let rest = scenario.server.todos.filter { $0.serverID != changed.todo.serverID }
    service.all = { _ in .changed(Page(rest, unreadable: 1), validator: nil) }
    service.update = { _, _ in throw NetworkClient.Error.undecodable("no to-do with an id") }
    let late = scenario.repository(service: service)
    #expect(try await late.list(.all).refresh().warning as? UnreadableItems == UnreadableItems(1))
    let item = try #require(try await late.todo(changed.id))
    #expect(item.todo.title == "mine")
    #expect(item.isPending)
    #expect(item.refusal == nil)
  }

  @Test func `the validator of the list is dropped after a delivered edit`() async throws {
    var service = scenario.server.service
    service.all = { [server = scenario.server] validator in
      let mark = server.todos.map(\.title).joined()
      return mark == validator ? .unchanged : .changed(Page(server.todos), validator: mark)
    }
    let sut = scenario.repository(service: service)
    _ = try await sut.list(.all).refresh()
    _ = try await sut.rename(.server("42"), "mine")
    _ = try await sut.deliver()
    scenario.server.change { $0.todos = .samples }
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == .samples)
  }

  @Test func `deleting a to-do that the server lists but does not find is refused`() async throws {
    let sut = try await refreshed()
    scenario.server.answers { $0.hasPrefix("DELETE") ? .rejected(404) : .answered }
    _ = try await sut.delete(.server("42"))
    #expect(try await sut.deliver().refused.map(\.refusal) == [TodoRefusal(status: 404, isDeletion: true)])
    #expect(try await sut.todo(.server("42"))?.refusal?.isGone == true)
    let undo = try await sut.resolve(.server("42"), .addAsNew)
    #expect(
      try await sut.items() == [Todo].samples.map { TodoItem($0) }, "the to-do still exists, so it is not added again")
    #expect(undo == TodoUndo([.delete(.server("42"))]))
  }

  @Test func `an addition that the server makes twice is shown as two to-dos`() async throws {
    let sut = scenario.repository()
    scenario.server.answers { [scenario] request in
      guard request.hasPrefix("POST") else { return .answered }
      // The request reaches the server twice, and a list with the first to-do is stored before the answer arrives.
      scenario.server.answers { _ in .answered }
      scenario.server.change { state in
        state.todos.append(Todo(id: .temporary(scenario.time.lastID.uuidString), serverID: "twin", title: "a"))
      }
      let known = scenario.server.todos
      try? await scenario.store.edit { $0.rows = known }
      return .answered
    }
    let id = try await sut.add(["a"]).ids[0]
    #expect(try await sut.deliver().delivered == 1)
    let items = try await sut.items()
    #expect(items.suffix(2).map(\.id) == [id, .server("s1")])
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().suffix(2).map(\.id) == [id, .server("s1")])
  }

  @Test(.timeLimit(.minutes(5))) func `counts are yielded at first and after a change`() async throws {
    let sut = try await refreshed()
    var counts = sut.counts().makeAsyncIterator()
    #expect(await counts.next() == TodoCounts(open: 3))
    _ = try await sut.add(["a"])
    #expect(await counts.next() == TodoCounts(open: 4, waiting: 1))
  }

  @Test func `lists of to-dos are searched, filtered and walked, also offline`() async throws {
    let sut = try await refreshed()
    _ = try await sut.add(["Ähre"])
    let found = try await sut.list(.open).reader.found("ahre")
    #expect(found.map(\.todo.title) == ["Ähre"])
    #expect(try await sut.list(.done).window(.row(0), 0, 9).items.map(\.id) == [.server("42")])
    goOffline()
    let fetchedAt = scenario.time.now
    scenario.time.wait(60)
    for try await result in sut.list(.all).pages() {
      #expect(result.provenance == .cache)
      #expect(result.fetchedAt == fetchedAt)
      #expect(result.failure != nil)
      #expect(result.value.count == 5)
    }
    let empty = TodosScenario(server: scenario.server).repository()
    await #expect(throws: NoCachedCopy.self) { for try await _ in empty.list(.all).pages() {} }
    #expect(try await empty.list(.all).window(.row(0), 0, 9).isComplete == false)
    _ = try await empty.add(["made here"])
    for try await result in empty.list(.all).pages() {
      #expect(result.value.map(\.todo.title) == ["made here"])
      #expect(result.failure is NoCachedCopy, "there is no copy of the server's list")
    }
  }

  @Test func `a list requested before another process saved a newer one is requested again`() async throws {
    var service = scenario.server.service
    let asked = CallRecorder<Int>()
    let other = scenario.repository()
    service.all = { [server = scenario.server, all = service.all] validator in
      let answer = try await all(validator)
      asked.record(1)
      // While the answer is on its way, another client changes the list, and a second process saves that list.
      if asked.all.count == 1 {
        server.change { $0.todos[0].title = "theirs" }
        _ = try? await other.list(.all).refresh()
      }
      return answer
    }
    _ = try await scenario.repository(service: service).list(.all).refresh()
    #expect(asked.all.count == 2)
    #expect(try await other.items().map(\.todo) == scenario.server.todos)
  }
}

extension Todo.ID {
  fileprivate var temporary: String? { if case .temporary(let text) = self { text } else { nil } }
}
