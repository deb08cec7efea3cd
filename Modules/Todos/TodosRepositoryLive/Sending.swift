import Essentials
import NetworkClient
import Outbox
import RowList
import TodoDomain
import TodosRepository
import TodosSource
import TodosStore

/// Tells the server of one change.
struct Sending: Sendable {
  let list: ServerList
  /// How long after an addition was sent without an answer it is not sent again: the server may be about to make it.
  let settling: Duration
  /// Tells that others had changed the same.
  let overwrites: @Sendable (_ entry: TodosOutbox.Entry.ID, _ notices: [TodoNotice]) async -> Void

  private var service: TodosSource { list.service }
  private var kept: TodosSource { list.store.source }

  /// - Throws: `OutboxBusy`, `DatabaseError`, `CancellationError`.
  func send(
    _ entry: TodosOutbox.Entry, renew: @escaping @Sendable () async throws -> Void
  ) async throws -> TodosOutbox.Answer {
    do {
      switch entry.change {
      case .add(let todo): return try await add(todo, sentAt: entry.sentAt, renew)
      case .update(let from, let to): return try await update(from, to, entry.id, renew)
      case .delete(let todo): return try await delete(todo, renew)
      }
    } catch let error as NetworkClient.Error {
      return answer(error, to: entry.change)
    }
  }

  /// What an error says of a change.
  private func answer(_ error: NetworkClient.Error, to change: TodoChange) -> TodosOutbox.Answer {
    switch error {
    case .rejected(let status) where [400, 409, 413, 422].contains(status):
      .refused(TodoRefusal(status: status).text)
    case .unreachable(.offline), .unreachable(.notUsed), .unreachable(.unknownHost), .unreachable(.refused),
      .rejected(status: 412):
      .unanswered(error, mayHaveArrived: false)
    default: .unanswered(error, mayHaveArrived: true)
    }
  }

  private func add(
    _ todo: Todo, sentAt: Date?, _ renew: @Sendable () async throws -> Void
  ) async throws -> TodosOutbox.Answer {
    if let sentAt {
      let (todos, keepingFailure) = try await ask()
      if let found = todos.first(where: { $0.id == todo.id }) {
        if keepingFailure != nil { _ = try await kept.add(found) }
        return .delivered
      }
      let age = list.now().timeIntervalSince(sentAt)
      if age >= 0, age < settling / .seconds(1) {
        return .unanswered(NetworkClient.Error.unreachable(.timedOut), mayHaveArrived: true)
      }
      try await renew()
    }
    _ = try await kept.add(service.add(todo))
    return .delivered
  }

  private func update(
    _ from: Todo, _ to: Todo, _ id: TodosOutbox.Entry.ID, _ renew: @escaping @Sendable () async throws -> Void
  ) async throws -> TodosOutbox.Answer {
    guard let serverID = try await serverID(of: to) else { return .refused(TodoRefusal(status: 404).text) }
    do {
      let updated = try await service.update(serverID) { present in
        let change = Change(from: from, to: to, present: present)
        await overwrites(id, change.overwritten.map { [TodoNotice(todo: to, replacedTitle: $0)] } ?? [])
        if change.wanted != present { try await renew() }
        return change.wanted
      }
      _ = try await kept.add(updated.named(to.id))
      return .delivered
    } catch is TodosSource.Missing {
      // Only a server that has a list can say that something is not on it.
      _ = try await ask()
      return .refused(TodoRefusal(status: 404).text)
    }
  }

  private func delete(_ todo: Todo, _ renew: @Sendable () async throws -> Void) async throws -> TodosOutbox.Answer {
    guard let serverID = try await serverID(of: todo) else { return .delivered }
    do {
      try await renew()
      try await service.delete(serverID)
    } catch is TodosSource.Missing {
      let todos = try await ask().todos
      if todos.contains(where: { $0.serverID == serverID }) { return .refused(TodoRefusal(status: 404).text) }
    }
    do { try await kept.delete(serverID) } catch is TodosSource.Missing {}
    return .delivered
  }

  /// The id that the server has given a to-do; nil where it knows none.
  private func serverID(of todo: Todo) async throws -> String? {
    if let id = try await list.store.read().rows.first(where: { $0.id == todo.id })?.serverID { return id }
    if let id = todo.serverID { return id }
    return try await ask().todos.first { $0.id == todo.id }?.serverID
  }

  /// The server's list. Where that is refused, the change is not.
  private func ask() async throws -> (todos: [Todo], keepingFailure: (any Error)?) {
    do {
      return try await list.refresh(fully: true)
    } catch NetworkClient.Error.rejected(let status) {
      throw NetworkClient.Error.undecodable("the list was answered with \(status)")
    }
  }
}

/// What a to-do is to be, to make it what it is here.
private struct Change {
  var wanted: Todo
  /// The title that others have given it since.
  var overwritten: String?

  init(from: Todo, to: Todo, present: Todo) {
    wanted = present
    if from.title != to.title {
      wanted.title = to.title
      if ![from.title, to.title].contains(present.title) { overwritten = present.title }
    }
    if from.isCompleted != to.isCompleted { wanted.isCompleted = to.isCompleted }
  }
}
