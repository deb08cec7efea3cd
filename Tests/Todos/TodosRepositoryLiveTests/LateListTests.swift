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

  /// Lets one machine make and deliver an edit while a list is on its way to the other.
  private func check(_ kind: Kind, _ machine: Machine, _ other: Machine) async throws {
    let (sut, second) = (machine.satchel(), other.satchel())
    _ = try await sut.list(.all).refresh()
    let asked = Calls<Int>()
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
    for satchel in [sut, second, machine.satchel()] { #expect(try await isShown(expected, by: satchel)) }
    #expect(asked.all.count == 1, "one list brings the edit and the changes of others")
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == server.todos)
    #expect(
      try await machine.store.read().header.delivered == [], "a list requested after the delivery contains the edit")
  }

  @Test(arguments: Kind.allCases)
  func `a list requested before a delivery does not undo the delivered edit`(kind: Kind) async throws {
    let machine = Machine(server: server)
    try await check(kind, machine, machine)
  }

  @Test(arguments: Kind.allCases)
  func `a list requested before a delivery by another process does not undo the edit`(kind: Kind) async throws {
    let folder = TemporaryFolder()
    let time = Time()
    func process() -> Machine {
      let database = Database.live(file: folder.url.appending(path: "state.db"), durability: .normal, damage: .keep)
      return Machine(server: server, store: .live(database: database), outbox: .live(database: database), time: time)
    }
    try await check(kind, process(), process())
  }

  @Test(arguments: Kind.allCases)
  func `a list requested before a delivery by a process that is killed does not undo the edit`(kind: Kind) async throws
  {
    for steps in 1..<24 {
      server.answers { _ in .answered }
      server.change { $0.todos = .samples }
      let (machine, isMade) = (Machine(server: server), Calls<Bool>())
      let sut = machine.satchel()
      _ = try await sut.list(.all).refresh()
      beforeEachListComes {
        guard isMade.all.isEmpty else { return }
        isMade.record(true)
        try? await kind.make(machine.satchel())
        _ = try? await machine.satchel(death: Death(after: steps)).deliver()
      }
      _ = try await sut.list(.all).refresh()
      #expect(try await isShown(kind.made, by: machine.satchel()), "killed after \(steps) half steps")
      machine.time.wait(20)
      _ = try await sut.list(.all).refresh()
      #expect(try await isShown(kind.made, by: machine.satchel()), "delivered after the kill")
      #expect(try await machine.outbox.list.read().rows == [])
    }
  }

  @Test func `a refresh brings remote changes although edits are delivered during every request`() async throws {
    let machine = Machine(server: server)
    let (sut, other, count) = (machine.satchel(), machine.satchel(), Calls<Int>())
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
    stale.all = { _ in .changed(.samples, validator: nil) }
    let machine = Machine(server: server)
    let (sut, other) = (machine.satchel(), machine.satchel(service: stale))
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
    let (machine, old) = (Machine(server: server), server.todos)
    let sut = machine.satchel()
    _ = try await sut.list(.all).refresh()
    _ = try await sut.delete(.server("42"))
    _ = try await sut.deliver()
    server.change { $0.todos = old }
    for satchel in [sut, machine.satchel()] {
      _ = try await satchel.list(.all).refresh()
      #expect(try await satchel.items().map(\.todo.title) == ["coding", "goto futsal", "写信"])
    }
    machine.time.wait(5)
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == old)
  }

  @Test func `an addition missing from an unchanged list is removed once the settling time is over`() async throws {
    var service = server.service
    service.all = { [server] validator in
      let mark = server.todos.map(\.title).joined()
      return mark == validator ? .unchanged : .changed(server.todos, validator: mark)
    }
    let machine = Machine(server: server)
    let (sut, old) = (machine.satchel(service: service), server.todos)
    _ = try await sut.list(.all).refresh()
    _ = try await sut.add(["mine"])
    _ = try await sut.deliver()
    server.change { $0.todos = old }
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo.title).last == "mine")
    machine.time.wait(5)
    _ = try await sut.list(.all).refresh()
    #expect(try await sut.items().map(\.todo) == old)
  }

  @Test(arguments: Kind.allCases)
  func `an unchanged answer from before a delivery does not undo the edit, and clears the validator`(kind: Kind)
    async throws
  {
    let machine = Machine(server: server)
    let second = machine.satchel()
    var service = server.service
    service.all = { [server] validator in
      let answer: Revalidation<[Todo]> =
        validator == "1" ? .unchanged : .changed(server.todos, validator: "1")
      guard validator != nil else { return answer }
      try? await kind.make(second)
      _ = try? await second.deliver()
      return answer
    }
    let sut = machine.satchel(service: service)
    for _ in 0..<2 { _ = try await sut.list(.all).refresh() }
    #expect(try await isShown(kind.made, by: sut))
    #expect(try await machine.store.read().header.validator == nil)
  }

  @Test func `the answer to an edit does not undo newer remote changes`() async throws {
    let machine = Machine(server: server)
    let (sut, other) = (machine.satchel(), machine.satchel())
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
