import CachedResource
import Database
import DatabaseLive
import Foundation
import Outbox
import PagedList
import ProcessTestSupport
import Synchronization
import TestSupport
import Testing
import TodoDomain
import TodosRepository
import TodosService
import TodosStore
import TodosStoreLive

/// Tests of lists that the server made before it received an edit and that arrive afterwards.
@Suite(.timeLimit(.minutes(5)))
struct LateListTests {
  /// An edit by this client.
  enum Kind: CaseIterable {
    case add, rename, complete, reopen, delete

    var id: Todo.ID { [Todo].samples[self == .reopen ? 2 : 0].id }

    func make(_ sut: TodosRepository) async throws {
      switch self {
      case .add: _ = try await sut.add(["mine"])
      case .rename: _ = try await sut.rename(id, "mine")
      case .complete, .reopen: _ = try await sut.setCompleted(id, self == .complete)
      case .delete: _ = try await sut.delete(id)
      }
    }

    /// The samples after the edit.
    var made: [Todo] {
      var todos = [Todo].samples
      switch self {
      case .add: todos.append(Todo(id: .server("new"), title: "mine"))
      case .rename: todos[0].title = "mine"
      case .complete: todos[0].isCompleted = true
      case .reopen: todos[2].isCompleted = false
      case .delete: todos.removeFirst()
      }
      return todos
    }
  }

  private let server = ModelServer(.samples)

  private func isShown(_ todos: [Todo], by sut: TodosRepository) async throws -> Bool {
    try await sut.items().map { [$0.todo.title, "\($0.todo.isCompleted)"] }
      == todos.map { [$0.title, "\($0.isCompleted)"] }
  }

  /// Runs some work after the server has made a list and before the list arrives.
  private func beforeEachListComes(_ work: @escaping @Sendable () async -> Void) {
    let isRunning = Mutex(false)
    server.answers { request in
      let isFirst =
        request == "GET"
        && isRunning.withLock { isRunning in
          defer { isRunning = true }
          return !isRunning
        }
      guard isFirst else { return .answered }
      return .late {
        await work()
        isRunning.withLock { $0 = false }
      }
    }
  }

  /// Lets one client make and deliver an edit while a list is on its way to the other.
  private func check(_ kind: Kind, _ scenario: TodosScenario, _ other: TodosScenario) async throws {
    let sut = scenario.repository()
    let second = other.repository()
    _ = try await sut.list(.all).refresh()
    let asked = CallRecorder<Int>()
    beforeEachListComes {
      asked.record(1)
      if asked.all.count > 1 { return }
      try? await kind.make(second)
      _ = try? await second.deliver()
    }
    server.change { $0.todos[3].title = "theirs" }
    var expected = kind.made
    for index in expected.indices where expected[index].serverID == "Bk7wQz3Xa" { expected[index].title = "theirs" }
    _ = try await sut.list(.all).refresh()
    for repository in [sut, second, scenario.repository()] { #expect(try await isShown(expected, by: repository)) }
    #expect(asked.all.count == 1, "one list brings the edit and the changes of others")
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == server.todos)
    #expect(
      try await scenario.store.read().header.delivered == [], "a list requested after the delivery contains the edit")
  }

  @Test(arguments: Kind.allCases)
  func `a list requested before a delivery does not undo the delivered edit`(kind: Kind) async throws {
    let scenario = TodosScenario(server: server)
    try await check(kind, scenario, scenario)
  }

  @Test(arguments: Kind.allCases)
  func `a list requested before a delivery by another process does not undo the edit`(kind: Kind) async throws {
    let folder = TemporaryFolder()
    let time = TestTime()
    func process() -> TodosScenario {
      let database = Database.live(file: folder.url.appending(path: "state.db"), durability: .normal, damage: .keep)
      return TodosScenario(
        server: server, store: .live(database: database), outbox: .live(database: database), time: time)
    }
    try await check(kind, process(), process())
  }

  @Test(arguments: Kind.allCases)
  func `a list requested before a delivery by a process that is killed does not undo the edit`(kind: Kind) async throws
  {
    for steps in 1..<24 {
      server.answers { _ in .answered }
      server.change { $0.todos = .samples }
      let scenario = TodosScenario(server: server)
      let isMade = CallRecorder<Bool>()
      let sut = scenario.repository()
      _ = try await sut.list(.all).refresh()
      beforeEachListComes {
        guard isMade.all.isEmpty else { return }
        isMade.record(true)
        try? await kind.make(scenario.repository())
        _ = try? await scenario.repository(crash: SimulatedCrash(after: steps)).deliver()
      }
      _ = try await sut.list(.all).refresh()
      #expect(try await isShown(kind.made, by: scenario.repository()), "killed after \(steps) half steps")
      scenario.time.wait(20)
      _ = try await sut.list(.all).refresh()
      #expect(try await isShown(kind.made, by: scenario.repository()), "delivered after the kill")
      #expect(try await scenario.outbox.list.read().rows == [])
    }
  }

  @Test func `a refresh brings remote changes although edits are delivered during every request`() async throws {
    let scenario = TodosScenario(server: server)
    let sut = scenario.repository()
    let other = scenario.repository()
    let count = CallRecorder<Int>()
    _ = try await sut.list(.all).refresh()
    beforeEachListComes {
      count.record(1)
      _ = try? await other.rename(.server("42"), "mine \(count.all.count)")
      _ = try? await other.deliver()
    }
    server.change { $0.todos[0].title = "theirs" }
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo.title) == ["theirs", "goto futsal", "mine \(count.all.count)", "写信"])
  }

  @Test func `an addition found on the server is shown although another process saves an older list`()
    async throws
  {
    var stale = server.service
    stale.all = { _ in .changed(Page(.samples), validator: nil) }
    let scenario = TodosScenario(server: server)
    let sut = scenario.repository()
    let other = scenario.repository(service: stale)
    server.answers { $0.hasPrefix("POST") ? .answerLost : .answered }
    _ = try await sut.add(["mine"])
    _ = try await sut.deliver()
    beforeEachListComes { _ = try? await other.list(.all).refresh() }
    #expect(try await sut.deliver().waiting == 0)
    #expect(try await sut.items().map(\.todo) == server.todos)
  }

  @Test func `an outdated list does not restore a deleted to-do until the settling time is over`()
    async throws
  {
    let scenario = TodosScenario(server: server)
    let old = server.todos
    let sut = scenario.repository()
    _ = try await sut.list(.all).refresh()
    _ = try await sut.delete(.server("42"))
    _ = try await sut.deliver()
    server.change { $0.todos = old }
    for repository in [sut, scenario.repository()] {
      _ = try await repository.list(.all).refresh()
      #expect(try await repository.items().map(\.todo.title) == ["coding", "goto futsal", "写信"])
    }
    scenario.time.wait(5)
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == old)
  }

  @Test func `an addition missing from an unchanged list is removed once the settling time is over`() async throws {
    var service = server.service
    service.all = { [server] validator in
      let mark = server.todos.map(\.title).joined()
      return mark == validator ? .unchanged : .changed(Page(server.todos), validator: mark)
    }
    let scenario = TodosScenario(server: server)
    let sut = scenario.repository(service: service)
    let old = server.todos
    _ = try await sut.list(.all).refresh()
    _ = try await sut.add(["mine"])
    _ = try await sut.deliver()
    server.change { $0.todos = old }
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo.title).last == "mine")
    scenario.time.wait(5)
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == old)
  }

  @Test(arguments: Kind.allCases)
  func `an unchanged answer from before a delivery does not undo the edit, and clears the validator`(kind: Kind)
    async throws
  {
    let scenario = TodosScenario(server: server)
    let second = scenario.repository()
    var service = server.service
    service.all = { [server] validator in
      let answer: Revalidation<Page<Todo>> =
        validator == "1" ? .unchanged : .changed(Page(server.todos), validator: "1")
      guard validator != nil else { return answer }
      try? await kind.make(second)
      _ = try? await second.deliver()
      return answer
    }
    let sut = scenario.repository(service: service)
    for _ in 0..<2 { _ = try await sut.list(.all).refresh() }
    #expect(try await isShown(kind.made, by: sut))
    #expect(try await scenario.store.read().header.validator == nil)
  }

  @Test func `the answer to an edit does not undo newer remote changes`() async throws {
    let scenario = TodosScenario(server: server)
    let sut = scenario.repository()
    let other = scenario.repository()
    _ = try await sut.list(.all).refresh()
    _ = try await sut.rename(.server("42"), "mine")
    _ = try await sut.add(["new"])
    server.answers { [server] request in
      guard !request.hasPrefix("GET") else { return .answered }
      let title = request.hasPrefix("PUT") ? "mine" : "new"
      return .late {
        server.change { state in
          for index in state.todos.indices where state.todos[index].title == title {
            state.todos[index].isCompleted.toggle()
          }
        }
        _ = try? await other.list(.all).refresh()
      }
    }
    _ = try await sut.deliver()
    #expect(try await sut.items().map(\.todo) == server.todos)
    #expect(server.todos.map(\.isCompleted) == [false, false, false, false, true])
  }
}
