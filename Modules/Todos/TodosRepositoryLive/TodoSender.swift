import Concurrency
import Essentials
import NetworkClient
import Observed
import Outbox
import TodoDomain
import TodosRepository
import TodosStore
import TransactionalRows

/// Delivers what waits, once at a time.
actor TodoSender {
  private enum Flight { case all }

  private let outbox: TodosOutbox
  private let list: ServerList
  private let identity: OutboxSender
  /// Deliveries with notices that nobody was handed yet.
  private let unshown = Observed<[TodoDelivery]>([])
  /// Why the last delivery was not made.
  let obstacle = Observed<TodoObstacle?>(nil)
  private let flights = SingleFlight<Flight, TodoDelivery>()
  /// What is to be told of changes when they are delivered.
  private var overwritten: [TodosOutbox.Entry.ID: [TodoNotice]] = [:]
  /// Notices of what was delivered that no `TodoDelivery` has yet: its caller may give up before there is one.
  private var notices: [TodoNotice] = []

  init(outbox: TodosOutbox, list: ServerList, identity: OutboxSender) {
    (self.outbox, self.list, self.identity) = (outbox, list, identity)
  }

  nonisolated func deliveries() -> AsyncStream<TodoDelivery> {
    AsyncStream { [unshown] in
      while !Task.isCancelled {
        if let delivery = unshown.update({ $0.isEmpty ? nil : $0.removeFirst() }) { return delivery }
        await unshown.wait { !$0.isEmpty }
      }
      return nil
    }
  }

  /// - Throws: what reading and writing the outbox throws; `CancellationError` once nothing of it goes on for this caller.
  func deliver() async throws -> TodoDelivery {
    do {
      return try await flights.value(.all) { try await self.run() }
    } catch {
      // Who gave up as the last does not leave before the lease is given back.
      await flights.settled(.all)
      throw error
    }
  }

  private func run() async throws -> TodoDelivery {
    let sending = Sending(
      list: list, overwrites: { [weak self] id, notices in await self?.note(id, notices) })
    let result = try await outbox.deliver(
      as: identity, send: { entry, renew in try await sending.send(entry, renew: renew) },
      refuse: { contents, id, reason in contents.refuse(id, reason) })
    // Who only waits for what came of it knows nothing new.
    if !(result.failure is TodoDeliverySettling) { obstacle.replace(with: TodoObstacle(result.failure)) }
    notices += result.delivered.flatMap { overwritten.removeValue(forKey: $0.id) ?? [] }
    let waiting = try await outbox.list.read().rows
    let cached = try await list.store.read().rows
    let shown = Shown(cached: cached, changes: waiting)
    let refused = result.refused.map { entry in
      shown.item(entry.change.todo.id) ?? TodoItem(entry.change.todo)
    }
    let delivery = TodoDelivery(
      delivered: result.delivered.count, refused: refused, waiting: waiting.count { $0.isWaiting }, notices: notices,
      failure: result.failure is OutboxBusy ? TodoDeliveryBusy() : result.failure)
    notices = []
    if !delivery.notices.isEmpty { unshown.update { $0.append(delivery) } }
    return delivery
  }

  /// What is noted of one try counts for the next, which may find that it is our own title already.
  private func note(_ id: TodosOutbox.Entry.ID, _ notices: [TodoNotice]) {
    if !notices.isEmpty { overwritten[id] = notices }
  }
}

extension TodoObstacle {
  /// Nil for a server that is not there, which whoever looks at its list sees.
  init?(_ failure: (any Error)?) {
    switch failure {
    case is OutboxBusy: self = .busy
    case NetworkClient.Error.unreachable?: return nil
    case let answer as NetworkClient.Error: self = .answer(answer)
    default: return nil
    }
  }
}
