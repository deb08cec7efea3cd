import Database
import DatabaseLive
import Foundation
import Outbox
import PagedList
import Synchronization
import TestSupport
import TodoDomain
import TodosRepository
import TodosRepositoryLive
import TodosService
import TodosStore
import TodosStoreLive

/// A server, and a disk on which any number of processes run and are killed.
struct TodosScenario: Sendable {
  let server: ModelServer
  let store: TodosStore
  let outbox: TodosOutbox
  let time: TestTime

  init(
    server: ModelServer = ModelServer(), store: TodosStore = .live(database: .memory()),
    outbox: TodosOutbox = .live(database: .memory()), time: TestTime = TestTime()
  ) {
    self.server = server
    self.store = store
    self.outbox = outbox
    self.time = time
  }

  /// Returns the repository of a new process, which has nothing in memory.
  /// - Parameters:
  ///   - service: The service to use instead of the server's.
  ///   - crash: The step at which the process is killed.
  func repository(service: TodosService? = nil, crash: SimulatedCrash = SimulatedCrash()) -> TodosRepository {
    .live(
      service: crash.interrupting(service ?? server.service), store: crash.interrupting(store),
      outbox: TodosOutbox(list: crash.interrupting(outbox.list)),
      sender: OutboxSender(owner: UUID(), lease: .seconds(15), now: { time.now }), settling: .seconds(5),
      clock: ImmediateClock(), makeID: { time.makeID() })
  }
}

/// The date, and the numbers for UUIDs.
final class TestTime: Sendable {
  private let box = Mutex((seconds: 1_000.0, count: 0))

  var now: Date { Date(timeIntervalSince1970: box.withLock { $0.seconds }) }

  func wait(_ seconds: Double) { box.withLock { $0.seconds += seconds } }

  func makeID() -> UUID {
    box.withLock { $0.count += 1 }
    return lastID
  }

  /// The newest UUID.
  var lastID: UUID {
    let digits = String(box.withLock { $0.count }, radix: 16)
    return UUID(uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits)
      ?? UUID()
  }
}

/// The end of a process before or after one of its accesses to disk or network. All later accesses fail.
final class SimulatedCrash: Sendable {
  struct Crashed: Error {}

  private let steps: Mutex<Int>

  /// - Parameter steps: The number of half steps. With an odd number, the last step is done, but its result is lost.
  init(after steps: Int = .max) { self.steps = Mutex(steps) }

  var hasHappened: Bool { steps.withLock { $0 <= 0 } }

  private func half() throws {
    let isAlive = steps.withLock { steps in
      if steps > 0 { steps -= 1 }
      return steps > 0
    }
    if !isAlive { throw Crashed() }
  }

  private func step<Value>(_ work: () async throws -> Value) async throws -> Value {
    try half()
    let value = try await work()
    try half()
    return value
  }

  func interrupting<Row, Header>(_ list: TransactionalRows<Row, Header>) -> TransactionalRows<Row, Header> {
    var copy = list
    copy.read = { if self.hasHappened { throw Crashed() } else { try await list.read() } }
    copy.edit = { edit in try await self.step { try await list.edit(edit) } }
    return copy
  }

  func interrupting(_ service: TodosService) -> TodosService {
    TodosService(
      all: { validator in try await self.step { try await service.all(validator) } },
      add: { todo in try await self.step { try await service.add(todo) } },
      update: { id, change in
        try await self.step {
          try await service.update(id) { present in
            let wanted = try await change(present)
            // The process may die between reading the to-do and replacing it.
            try self.half()
            return wanted
          }
        }
      },
      delete: { id in try await self.step { try await service.delete(id) } })
  }
}

extension TodosRepository {
  /// Returns all items that are shown.
  func items() async throws -> [TodoItem] { try await list(.all).window(.row(0), 0, 1_000).items }
}
