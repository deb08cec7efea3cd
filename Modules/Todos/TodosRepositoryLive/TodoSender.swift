import CachedResource
import Concurrency
import Essentials
import NetworkClient
import Observed
import Outbox
import TodoDomain
import TodosRepository
import TodosStore

/// A sender of the waiting edits, with one delivery at a time.
actor TodoSender {
  private enum Flight { case all }

  private let outbox: TodosOutbox
  private let list: ServerList
  private let identity: OutboxSender
  /// The deliveries with notices that no stream has yielded yet.
  private let unshown = Observed<[TodoDelivery]>([])
  /// The obstacle that the last delivery met.
  let obstacle = Observed<TodoObstacle?>(nil)
  private let flights = SingleFlight<Flight, TodoDelivery>(waitsForEnd: true)
  /// The notices to show once their edits are delivered.
  private var overwritten: [TodosOutbox.Entry.ID: [TodoNotice]] = [:]
  /// The notices of delivered edits that no `TodoDelivery` has yet, because its caller may give up before there is one.
  private var notices: [TodoNotice] = []

  init(outbox: TodosOutbox, list: ServerList, identity: OutboxSender) {
    self.outbox = outbox
    self.list = list
    self.identity = identity
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

  /// Delivers the waiting edits, together with other callers.
  /// - Throws: The errors of the outbox; `CancellationError` once the delivery has stopped for this caller.
  func deliver() async throws -> TodoDelivery {
    // The last caller to give up waits until the lease is released.
    try await flights.value(.all) { try await self.run() }
  }

  private func run() async throws -> TodoDelivery {
    let sending = EditSender(
      list: list, overwrites: { [weak self] id, notices in await self?.note(id, notices) })
    let result = try await outbox.deliver(
      as: identity, send: { entry, renew in try await sending.send(entry, renew: renew) },
      refuse: { contents, id, reason in contents.refuse(id, reason) })
    // Waiting for an addition to settle says nothing about the obstacle.
    if !(result.failure is TodoDeliverySettling) { obstacle.replace(with: TodoObstacle(result.failure)) }
    notices += result.delivered.flatMap { overwritten.removeValue(forKey: $0.id) ?? [] }
    let waiting = try await outbox.list.read().rows
    let cached = try await list.store.read().rows
    let shown = ShownTodos(cached: cached, changes: waiting)
    let refused = result.refused.map { entry in
      shown.item(entry.change.todo.id) ?? TodoItem(entry.change.todo)
    }
    let waitingCount = waiting.count { $0.isWaiting }
    let delivery = TodoDelivery(
      delivered: result.delivered.count, refused: refused, refusedBefore: waiting.count - waitingCount - refused.count,
      waiting: waitingCount, notices: notices,
      failure: result.failure is OutboxBusy ? TodoDeliveryBusy() : result.failure)
    notices = []
    if !delivery.notices.isEmpty { unshown.update { $0.append(delivery) } }
    return delivery
  }

  /// Stores the notices of an attempt. The next attempt may find this program's title on the server already.
  private func note(_ id: TodosOutbox.Entry.ID, _ notices: [TodoNotice]) {
    if !notices.isEmpty { overwritten[id] = notices }
  }
}

extension TodoObstacle {
  /// Creates the obstacle of a failed delivery; nil if there was no failure, or no request in offline mode.
  init?(_ failure: (any Error)?) {
    switch failure {
    case is OutboxBusy: self = .busy
    case NetworkClient.Error.unreachable(.notUsed)?: return nil
    case NetworkClient.Error.unreachable?: self = .unreachable
    case AnswerFailure.pausedUntil(let end)?: self = .pausedUntil(end)
    case let answer as NetworkClient.Error: self = .answer(answer)
    default: return nil
    }
  }
}
