import Database
import DatabaseLive
import Foundation
import NetworkClient
import Outbox
import PagedList
import Synchronization
import TestSupport
import Testing
import TodoDomain
import TodosRepository
import TodosStore
import TodosStoreLive

/// Random walks of two processes on one disk, with a server that loses and refuses requests, other clients that change
/// the same to-dos, and kills at any step. In the end, all edits made here are on the server exactly once. Older values
/// than before may never be shown.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TodosRepositoryWalkTests {
  @Test(arguments: 0..<30) func `random walks deliver every edit exactly once and never show older values`(
    batch: UInt64
  ) async throws {
    for seed in batch * 10..<batch * 10 + 10 { try await RandomWalk(seed: seed, scenario: TodosScenario()).run() }
  }
}

/// A random generator shared by the walk and the server, which uses it in the middle of deliveries.
private final class SharedGenerator: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  func random(_ sides: Int) -> Int { generator.withLock { Int.random(in: 0..<sides, using: &$0) } }
}

private final class RandomWalk {
  /// The expected final state of a to-do.
  private struct ExpectedTodo: Equatable {
    var title: String
    var isCompleted: Bool
  }

  private let seed: UInt64
  private let scenario: TodosScenario
  private let generator: SharedGenerator
  private var repositories: [TodosRepository]
  private var crashes: [SimulatedCrash]
  private var expectedTodos: [Todo.ID: ExpectedTodo] = [:] { didSet { areExpectedTodosNew = true } }
  private var areExpectedTodosNew = true
  /// The to-dos that are only renamed here, and those that are only completed here. Other clients change the other
  /// property.
  private let renamed: [Todo.ID]
  private let completed: [Todo.ID]
  private var lastUndo: (id: Todo.ID, undo: TodoUndo, before: ExpectedTodo?)?
  private var count = 0
  private let observer: ConsistencyObserver
  /// All to-dos that were ever added.
  private var added: Set<Todo.ID> = []

  init(seed: UInt64, scenario: TodosScenario) {
    self.seed = seed
    self.scenario = scenario
    generator = SharedGenerator(seed: seed)
    let old = (0..<4).map {
      Todo(id: $0 < 2 ? .server("o\($0)") : .temporary("t\($0)"), serverID: "o\($0)", title: "old \($0)")
    }
    scenario.server.change { $0.todos = old }
    for todo in old { expectedTodos[todo.id] = ExpectedTodo(title: todo.title, isCompleted: false) }
    renamed = old.filter { $0.serverID?.last != "1" && $0.serverID?.last != "3" }.map(\.id)
    completed = old.filter { $0.serverID?.last == "1" || $0.serverID?.last == "3" }.map(\.id)
    observer = ConsistencyObserver(scenario)
    crashes = [SimulatedCrash(), SimulatedCrash()]
    repositories = [scenario.repository(), scenario.repository()]
  }

  func run() async throws {
    try await end()
    let faults = Mutex(true)
    let generator = generator
    let others = DeliveryInterruption()
    let observer = observer
    scenario.server.answers { request in
      guard faults.withLock({ $0 }) else { return .answered }
      switch generator.random(16) {
      case 0, 1: return .lost
      case 2, 3: return .answerLost
      case 4: return .unreachable
      case 5: return .rejected(503)
      case 6 where !request.hasPrefix("GET"): return .rejected([400, 409, 422][generator.random(3)])
      case 7:
        // The other process tries to deliver in the middle of this delivery. A GET may take longer than a lease; a
        // change never does.
        if request.hasPrefix("GET"), generator.random(3) == 0 { others.wait() }
        await others.run()
        return .answered
      case 8, 9:
        return .late {
          await others.run()
          try? await observer.check("before the answer to \(request)")
        }
      default: return .answered
      }
    }
    remember()
    for _ in 0..<20 + generator.random(20) {
      let index = generator.random(2)
      let time = scenario.time
      let other = repositories[1 - index]
      others.set(
        run: { if generator.random(2) == 0 { _ = try? await other.deliver() } else { try? await other.ask() } },
        wait: { time.wait(16) })
      try await step(index)
      remember()
      try await observer.check("after a step")
    }
    faults.withLock { $0 = false }
    try await end()
    try await observer.check("at the end")
    #expect(observer.violations == [], "seed \(seed): no older value is shown again")
  }

  private func remember() {
    guard areExpectedTodosNew else { return }
    areExpectedTodosNew = false
    added.formUnion(expectedTodos.keys.filter(\.isNew))
    let own = expectedTodos.map { id, wish in
      let isCompletedByOthers = renamed.contains(id)
      let isRenamedByOthers = completed.contains(id)
      return (
        id,
        ConsistencyObserver.LocalValues(
          title: isRenamedByOthers ? nil : wish.title, isCompleted: isCompletedByOthers ? nil : wish.isCompleted)
      )
    }
    observer.expect(Dictionary(uniqueKeysWithValues: own), deleted: added.subtracting(expectedTodos.keys))
  }

  /// Delivers everything, and checks that both processes show the same to-dos as the server.
  private func end() async throws {
    repositories = [scenario.repository(), scenario.repository()]
    for _ in 0..<50 {
      scenario.time.wait(20)
      for item in try await repositories[0].items() where item.refusal != nil {
        _ = try await repositories[0].resolve(item.id, .tryAgain)
      }
      let delivery = try await repositories[generator.random(2)].deliver()
      let isDone = try await scenario.outbox.list.read().rows.isEmpty
      if delivery.waiting == 0, isDone { break }
    }
    #expect(try await scenario.outbox.list.read().rows == [], "seed \(seed): all edits are delivered")
    for repository in repositories {
      _ = try await repository.list(.all).refresh()
      let items = try await repository.items()
      #expect(items.filter { $0.isPending || $0.refusal != nil } == [], "seed \(seed): no edit is waiting")
      #expect(items.map(\.todo) == scenario.server.todos, "seed \(seed): both sides are equal")
      let shown = Dictionary(
        items.map { ($0.id, ExpectedTodo(title: $0.todo.title, isCompleted: $0.todo.isCompleted)) }
      ) { $1 }
      let other = Set(shown.keys).union(expectedTodos.keys).filter { shown[$0] != expectedTodos[$0] }.map { id in
        "\(id.text.suffix(4)): \(shown[id].map { "\($0)" } ?? "none"), not \(expectedTodos[id].map { "\($0)" } ?? "none")"
      }
      #expect(other == [], "seed \(seed): every change was made")
    }
    let additions = scenario.server.log.filter { $0.hasPrefix("POST") }
    #expect(Set(additions).count == additions.count, "seed \(seed): nothing was added twice")
  }

  private func step(_ index: Int) async throws {
    let repository = repositories[index]
    do {
      switch generator.random(18) {
      case 0, 1, 2: try await add(repository)
      case 3, 4: if let id = pick(renamed) { try await rename(repository, id) }
      case 5, 6: if let id = pick(completed) { try await complete(repository, id) }
      case 7: if let id = pick([]) { try await delete(repository, id) }
      case 8: try await undo(repository)
      case 9: othersChange()
      case 10: scenario.time.wait(Double(generator.random(12)))
      case 11: try? await repository.ask()
      case 12:
        for item in try await repository.items() where item.refusal != nil {
          _ = try await repository.resolve(item.id, .tryAgain)
        }
      case 13:
        crashes[index] = SimulatedCrash(after: 1 + generator.random(24))
        repositories[index] = scenario.repository(crash: crashes[index])
        lastUndo = nil
      default: _ = try? await repository.deliver()
      }
    } catch is SimulatedCrash.Crashed {}
    if crashes[index].hasHappened {
      crashes[index] = SimulatedCrash()
      repositories[index] = scenario.repository()
    }
  }

  /// Returns a random to-do among the new ones and some of the old ones.
  private func pick(_ old: [Todo.ID]) -> Todo.ID? {
    let mine = expectedTodos.keys.filter { id in old.contains(id) || id.isNew }.sorted { $0.text < $1.text }
    return mine.isEmpty ? nil : mine[generator.random(mine.count)]
  }

  private func add(_ repository: TodosRepository) async throws {
    count += 1
    let title = "new \(count)"
    do {
      let addition = try await repository.add([title])
      expectedTodos[addition.ids[0]] = ExpectedTodo(title: title, isCompleted: false)
      lastUndo = (addition.ids[0], addition, nil)
    } catch is SimulatedCrash.Crashed {
      // The addition may or may not have been made.
      if let item = try await scenario.repository().items().first(where: { $0.todo.title == title }) {
        expectedTodos[item.id] = ExpectedTodo(title: title, isCompleted: false)
      }
    }
  }

  private func rename(_ repository: TodosRepository, _ id: Todo.ID) async throws {
    count += 1
    var wish = expectedTodos[id]
    wish?.title = "title \(count)"
    try await change(id, to: wish) { try await repository.rename(id, "title \(self.count)") }
  }

  private func complete(_ repository: TodosRepository, _ id: Todo.ID) async throws {
    var wish = expectedTodos[id]
    wish?.isCompleted.toggle()
    let isCompleted = wish?.isCompleted ?? false
    try await change(id, to: wish) { try await repository.setCompleted(id, isCompleted) }
  }

  private func delete(_ repository: TodosRepository, _ id: Todo.ID) async throws {
    try await change(id, to: nil) { try await repository.delete(id) }
  }

  private func change(_ id: Todo.ID, to wish: ExpectedTodo?, _ work: () async throws -> TodoUndo) async throws {
    let before = expectedTodos[id]
    do {
      let undo = try await work()
      expectedTodos[id] = wish
      lastUndo = (id, undo, before)
    } catch is SimulatedCrash.Crashed {
      lastUndo = nil
      let item = try await scenario.repository().todo(id)
      var now = item.map { ExpectedTodo(title: $0.todo.title, isCompleted: $0.todo.isCompleted) }
      // Changes by others may not be known here yet.
      if let wish, let before {
        if wish.title == before.title { now?.title = wish.title }
        if wish.isCompleted == before.isCompleted { now?.isCompleted = wish.isCompleted }
      }
      #expect(now == wish || now == before, "seed \(seed): a change is made completely or not at all")
      if now == wish { expectedTodos[id] = wish }
    }
  }

  private func undo(_ repository: TodosRepository) async throws {
    guard let (id, undo, before) = lastUndo, id.isNew else { return }
    lastUndo = nil
    do {
      let back = try await repository.undo(undo)
      expectedTodos[id] = nil
      guard let before else { return }
      // A deleted to-do whose deletion was sent comes back as a new one.
      var newID = id
      if case .delete(let other)? = back.steps.first { newID = other }
      expectedTodos[newID] = before
    } catch is SimulatedCrash.Crashed {
      let items = try await scenario.repository().items()
      expectedTodos = expectedTodos.filter { !$0.key.isNew }
      for item in items where item.id.isNew {
        expectedTodos[item.id] = ExpectedTodo(title: item.todo.title, isCompleted: item.todo.isCompleted)
      }
    }
  }

  private func othersChange() {
    count += 1
    let ofTitle = completed[generator.random(completed.count)]
    let ofCompletion = renamed[generator.random(renamed.count)]
    let title = "theirs \(count)"
    scenario.server.change { state in
      for index in state.todos.indices {
        if state.todos[index].id == ofTitle { state.todos[index].title = title }
        if state.todos[index].id == ofCompletion { state.todos[index].isCompleted.toggle() }
      }
    }
    expectedTodos[ofTitle]?.title = title
    expectedTodos[ofCompletion]?.isCompleted.toggle()
  }
}

/// Work that interrupts a delivery.
private final class DeliveryInterruption: Sendable {
  private struct Box {
    var run: @Sendable () async -> Void = {}
    var wait: @Sendable () -> Void = {}
    var isRunning = false
  }

  private let box = Mutex(Box())

  func set(run: @escaping @Sendable () async -> Void, wait: @escaping @Sendable () -> Void) {
    box.withLock {
      $0.run = run
      $0.wait = wait
    }
  }

  func wait() { box.withLock { $0.wait }() }

  func run() async {
    let run = box.withLock { box in
      defer { box.isRunning = true }
      return box.isRunning ? nil : box.run
    }
    guard let run else { return }
    await run()
    box.withLock { $0.isRunning = false }
  }
}

extension Todo.ID {
  fileprivate var text: String {
    switch self {
    case .temporary(let text), .server(let text): text
    }
  }

  /// Whether the to-do was added in a walk.
  fileprivate var isNew: Bool { text.hasPrefix("0000") }
}

extension TodosRepository {
  /// Delivers, and then requests the server's list.
  fileprivate func ask() async throws { _ = try await list(.all).refresh() }
}
