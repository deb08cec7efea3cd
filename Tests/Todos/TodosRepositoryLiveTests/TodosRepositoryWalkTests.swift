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
  @Test(arguments: 0..<10) func `random walks deliver every edit exactly once and never show older values`(
    batch: UInt64
  ) async throws {
    for seed in batch * 30..<batch * 30 + 30 { try await Walk(seed: seed, machine: Machine()).run() }
  }
}

/// A random generator shared by the walk and the server, which uses it in the middle of deliveries.
private final class Dice: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  func roll(_ sides: Int) -> Int { generator.withLock { Int.random(in: 0..<sides, using: &$0) } }
}

private final class Walk {
  /// The expected final state of a to-do.
  private struct Wish: Equatable {
    var title: String
    var isCompleted: Bool
  }

  private let seed: UInt64
  private let machine: Machine
  private let dice: Dice
  private var satchels: [TodosRepository]
  private var deaths: [Death]
  private var wishes: [Todo.ID: Wish] = [:] { didSet { areWishesNew = true } }
  private var areWishesNew = true
  /// The to-dos that are only renamed here, and those that are only completed here. Other clients change the other
  /// property.
  private let renamed: [Todo.ID]
  private let completed: [Todo.ID]
  private var lastUndo: (id: Todo.ID, undo: TodoUndo, before: Wish?)?
  private var count = 0
  private let witness: Witness
  /// All to-dos that were ever added.
  private var added: Set<Todo.ID> = []

  init(seed: UInt64, machine: Machine) {
    self.seed = seed
    self.machine = machine
    dice = Dice(seed: seed)
    let old = (0..<4).map {
      Todo(id: $0 < 2 ? .server("o\($0)") : .temporary("t\($0)"), serverID: "o\($0)", title: "old \($0)")
    }
    machine.server.change { $0.todos = old }
    for todo in old { wishes[todo.id] = Wish(title: todo.title, isCompleted: false) }
    renamed = old.filter { $0.serverID?.last != "1" && $0.serverID?.last != "3" }.map(\.id)
    completed = old.filter { $0.serverID?.last == "1" || $0.serverID?.last == "3" }.map(\.id)
    witness = Witness(machine)
    deaths = [Death(), Death()]
    satchels = [machine.satchel(), machine.satchel()]
  }

  func run() async throws {
    try await end(.first)
    let faults = Mutex(true)
    let (dice, others, witness) = (dice, Interruption(), witness)
    machine.server.answers { request in
      guard faults.withLock({ $0 }) else { return .answered }
      switch dice.roll(16) {
      case 0, 1: return .lost
      case 2, 3: return .answerLost
      case 4: return .unreachable
      case 5: return .rejected(503)
      case 6 where !request.hasPrefix("GET"): return .rejected([400, 409, 422][dice.roll(3)])
      case 7:
        // The other process tries to deliver in the middle of this delivery. A GET may take longer than a lease; a
        // change never does.
        if request.hasPrefix("GET"), dice.roll(3) == 0 { others.wait() }
        await others.run()
        return .answered
      case 8, 9:
        return .late {
          await others.run()
          try? await witness.look("before the answer to \(request)")
        }
      default: return .answered
      }
    }
    remember()
    for _ in 0..<20 + dice.roll(20) {
      let index = dice.roll(2)
      let (time, other) = (machine.time, satchels[1 - index])
      others.set(
        run: { if dice.roll(2) == 0 { _ = try? await other.deliver() } else { try? await other.ask() } },
        wait: { time.wait(16) })
      try await step(index)
      remember()
      try await witness.look("after a step")
    }
    faults.withLock { $0 = false }
    try await end(.last)
    try await witness.look("at the end")
    #expect(witness.complaints == [], "seed \(seed): no older value is shown again")
  }

  private func remember() {
    guard areWishesNew else { return }
    areWishesNew = false
    added.formUnion(wishes.keys.filter(\.isNew))
    let own = wishes.map { id, wish in
      let isCompletedByOthers = renamed.contains(id)
      let isRenamedByOthers = completed.contains(id)
      return (
        id,
        Witness.Own(
          title: isRenamedByOthers ? nil : wish.title, isCompleted: isCompletedByOthers ? nil : wish.isCompleted)
      )
    }
    witness.expect(Dictionary(uniqueKeysWithValues: own), deleted: added.subtracting(wishes.keys))
  }

  private enum End { case first, last }

  /// Delivers everything, and checks that both processes show the same to-dos as the server.
  private func end(_ end: End) async throws {
    satchels = [machine.satchel(), machine.satchel()]
    for _ in 0..<50 {
      machine.time.wait(20)
      for item in try await satchels[0].items() where item.refusal != nil {
        try await satchels[0].resolve(item.id, .tryAgain)
      }
      let delivery = try await satchels[dice.roll(2)].deliver()
      let isDone = try await machine.outbox.list.read().rows.isEmpty
      if delivery.waiting == 0, isDone { break }
    }
    #expect(try await machine.outbox.list.read().rows == [], "seed \(seed): all edits are delivered")
    for satchel in satchels {
      _ = try await satchel.list(.all).refresh()
      let items = try await satchel.items()
      #expect(items.allSatisfy { !$0.isPending && $0.refusal == nil }, "seed \(seed): no edit is waiting")
      #expect(items.map(\.todo) == machine.server.todos, "seed \(seed): both sides are equal")
      let shown = Dictionary(items.map { ($0.id, Wish(title: $0.todo.title, isCompleted: $0.todo.isCompleted)) }) { $1 }
      let other = Set(shown.keys).union(wishes.keys).filter { shown[$0] != wishes[$0] }.map { id in
        "\(id.text.suffix(4)): \(shown[id].map { "\($0)" } ?? "none"), not \(wishes[id].map { "\($0)" } ?? "none")"
      }
      #expect(other == [], "seed \(seed): every change was made")
    }
    let additions = machine.server.log.filter { $0.hasPrefix("POST") }
    #expect(Set(additions).count == additions.count, "seed \(seed): nothing was added twice")
  }

  private func step(_ index: Int) async throws {
    let satchel = satchels[index]
    do {
      switch dice.roll(18) {
      case 0, 1, 2: try await add(satchel)
      case 3, 4: if let id = pick(renamed) { try await rename(satchel, id) }
      case 5, 6: if let id = pick(completed) { try await complete(satchel, id) }
      case 7: if let id = pick([]) { try await delete(satchel, id) }
      case 8: try await undo(satchel)
      case 9: othersChange()
      case 10: machine.time.wait(Double(dice.roll(12)))
      case 11: try? await satchel.ask()
      case 12:
        for item in try await satchel.items() where item.refusal != nil {
          try await satchel.resolve(item.id, .tryAgain)
        }
      case 13:
        deaths[index] = Death(after: 1 + dice.roll(24))
        satchels[index] = machine.satchel(death: deaths[index])
        lastUndo = nil
      default: _ = try? await satchel.deliver()
      }
    } catch is Death.Died {}
    if deaths[index].hasCome {
      deaths[index] = Death()
      satchels[index] = machine.satchel()
    }
  }

  /// Returns a random to-do among the new ones and some of the old ones.
  private func pick(_ old: [Todo.ID]) -> Todo.ID? {
    let mine = wishes.keys.filter { id in old.contains(id) || id.isNew }.sorted { $0.text < $1.text }
    return mine.isEmpty ? nil : mine[dice.roll(mine.count)]
  }

  private func add(_ satchel: TodosRepository) async throws {
    count += 1
    let title = "new \(count)"
    do {
      let addition = try await satchel.add([title])
      wishes[addition.ids[0]] = Wish(title: title, isCompleted: false)
      lastUndo = (addition.ids[0], addition.undo, nil)
    } catch is Death.Died {
      // The addition may or may not have been made.
      if let item = try await machine.satchel().items().first(where: { $0.todo.title == title }) {
        wishes[item.id] = Wish(title: title, isCompleted: false)
      }
    }
  }

  private func rename(_ satchel: TodosRepository, _ id: Todo.ID) async throws {
    count += 1
    var wish = wishes[id]
    wish?.title = "title \(count)"
    try await change(id, to: wish) { try await satchel.rename(id, "title \(self.count)") }
  }

  private func complete(_ satchel: TodosRepository, _ id: Todo.ID) async throws {
    var wish = wishes[id]
    wish?.isCompleted.toggle()
    let isCompleted = wish?.isCompleted ?? false
    try await change(id, to: wish) { try await satchel.setCompleted(id, isCompleted) }
  }

  private func delete(_ satchel: TodosRepository, _ id: Todo.ID) async throws {
    try await change(id, to: nil) { try await satchel.delete(id) }
  }

  private func change(_ id: Todo.ID, to wish: Wish?, _ work: () async throws -> TodoUndo) async throws {
    let before = wishes[id]
    do {
      let undo = try await work()
      wishes[id] = wish
      lastUndo = (id, undo, before)
    } catch is Death.Died {
      lastUndo = nil
      let item = try await machine.satchel().todo(id)
      var now = item.map { Wish(title: $0.todo.title, isCompleted: $0.todo.isCompleted) }
      // Changes by others may not be known here yet.
      if let wish, let before {
        if wish.title == before.title { now?.title = wish.title }
        if wish.isCompleted == before.isCompleted { now?.isCompleted = wish.isCompleted }
      }
      #expect(now == wish || now == before, "seed \(seed): a change is made completely or not at all")
      if now == wish { wishes[id] = wish }
    }
  }

  private func undo(_ satchel: TodosRepository) async throws {
    guard let (id, undo, before) = lastUndo, id.isNew else { return }
    lastUndo = nil
    do {
      let back = try await satchel.undo(undo)
      wishes[id] = nil
      guard let before else { return }
      // A deleted to-do whose deletion was sent comes back as a new one.
      var newID = id
      if case .delete(let other)? = back.steps.first { newID = other }
      wishes[newID] = before
    } catch is Death.Died {
      let items = try await machine.satchel().items()
      wishes = wishes.filter { !$0.key.isNew }
      for item in items where item.id.isNew {
        wishes[item.id] = Wish(title: item.todo.title, isCompleted: item.todo.isCompleted)
      }
    }
  }

  private func othersChange() {
    count += 1
    let (ofTitle, ofCompletion) = (completed[dice.roll(completed.count)], renamed[dice.roll(renamed.count)])
    let title = "theirs \(count)"
    machine.server.change { state in
      for index in state.todos.indices {
        if state.todos[index].id == ofTitle { state.todos[index].title = title }
        if state.todos[index].id == ofCompletion { state.todos[index].isCompleted.toggle() }
      }
    }
    wishes[ofTitle]?.title = title
    wishes[ofCompletion]?.isCompleted.toggle()
  }
}

/// Work that interrupts a delivery.
private final class Interruption: Sendable {
  private struct Box {
    var run: @Sendable () async -> Void = {}
    var wait: @Sendable () -> Void = {}
    var isRunning = false
  }

  private let box = Mutex(Box())

  func set(run: @escaping @Sendable () async -> Void, wait: @escaping @Sendable () -> Void) {
    box.withLock { ($0.run, $0.wait) = (run, wait) }
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
