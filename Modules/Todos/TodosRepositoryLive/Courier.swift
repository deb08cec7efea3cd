import Essentials
import Outbox
import RowList
import TodoDomain
import TodosRepository
import TodosStore

/// Delivers what waits, once at a time.
actor Courier {
  private let outbox: TodosOutbox
  private let list: ServerList
  private let identity: OutboxCourier
  private let notices: Notices
  private let obstacle: Obstacle
  private var running: Task<TodoDelivery, any Error>?
  /// What is to be told of changes when they are delivered.
  private var overwritten: [TodosOutbox.Entry.ID: [TodoNotice]] = [:]

  init(
    outbox: TodosOutbox, list: ServerList, identity: OutboxCourier, notices: Notices,
    obstacle: Obstacle
  ) {
    (self.outbox, self.list, self.identity) = (outbox, list, identity)
    (self.notices, self.obstacle) = (notices, obstacle)
  }

  func deliver() async throws -> TodoDelivery {
    while true {
      try Task.checkCancellation()
      let task = running ?? Task { try await run() }
      running = task
      do {
        return try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      } catch is CancellationError {
        // Somebody else who waited for the same has given up.
        if running == task { running = nil }
      }
    }
  }

  private func run() async throws -> TodoDelivery {
    defer { running = nil }
    let sending = Sending(
      list: list, overwrites: { [weak self] id, notices in await self?.note(id, notices) })
    let result = try await outbox.deliver(
      as: identity, send: { entry, renew in try await sending.send(entry, renew: renew) },
      refuse: { contents, id, reason in contents.refuse(id, reason) })
    // Who only waits for what came of it knows nothing new.
    if !(result.failure is TodoDeliverySettling) { obstacle.set(TodoObstacle(result.failure)) }
    let told = result.delivered.flatMap { overwritten.removeValue(forKey: $0.id) ?? [] }
    notices.send(told)
    let waiting = try await outbox.list.read().rows
    let kept = try await list.store.read().rows
    let shown = Shown(kept: kept, changes: waiting)
    let refused = result.refused.map { entry in
      shown.item(entry.change.todo.id) ?? TodoItem(entry.change.todo)
    }
    return TodoDelivery(
      delivered: result.delivered.count, refused: refused, waiting: waiting.count { $0.isWaiting }, notices: told,
      failure: result.failure is OutboxBusy ? TodoDeliveryBusy() : result.failure)
  }

  /// What is noted of one try counts for the next, which may find that it is our own title already.
  private func note(_ id: TodosOutbox.Entry.ID, _ notices: [TodoNotice]) {
    if !notices.isEmpty { overwritten[id] = notices }
  }
}
