import Essentials
import NetworkClient
import Outbox
import TodoDomain
import TodosRepository
import TodosService
import TodosStore
import TransactionalRows

/// Tells the server of one change.
struct Sending: Sendable {
  let list: ServerList
  /// Tells that others had changed the same.
  let overwrites: @Sendable (_ entry: TodosOutbox.Entry.ID, _ notices: [TodoNotice]) async -> Void

  private var service: TodosService { list.service }

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
    } catch let refused as TodosService.Refused {
      return .refused(TodoRefusal(status: refused.status, words: refused.words).text)
    } catch let error as NetworkClient.Error {
      return answer(error)
    }
  }

  /// What an error says of a change.
  private func answer(_ error: NetworkClient.Error) -> TodosOutbox.Answer {
    switch error {
    // Whoever has been told no, whatever the reason, has not had it made; but who was too slow may be at work still.
    case .rejected(let status) where (400..<500).contains(status) && status != 408:
      .unanswered(error, mayHaveArrived: false)
    case .unreachable(.offline), .unreachable(.notUsed), .unreachable(.unknownHost), .unreachable(.refused),
      .unreachable(.tooLate):
      .unanswered(error, mayHaveArrived: false)
    default: .unanswered(error, mayHaveArrived: true)
    }
  }

  private func add(
    _ todo: Todo, sentAt: Date?, _ renew: @Sendable () async throws -> Void
  ) async throws -> TodosOutbox.Answer {
    if let sentAt {
      if let found = try await ask().first(where: { $0.id == todo.id }) {
        try await list.keep(found)
        return .delivered
      }
      let age = list.now().timeIntervalSince(sentAt)
      if age >= 0, age < list.settling / .seconds(1) {
        return .unanswered(TodoDeliverySettling(), mayHaveArrived: true)
      }
      try await renew()
    }
    do {
      try await list.keep(service.add(todo))
    } catch let error as NetworkClient.Error {
      guard case .undecodable = error else { throw error }
      try await findAnswered(todo, error)
    }
    return .delivered
  }

  /// The server has answered, and not with the to-do: its list says whether it was made. One that it has made without
  /// keeping the UUID is the only one that is new there and has this title.
  private func findAnswered(_ todo: Todo, _ error: NetworkClient.Error) async throws {
    let known = Set(try await list.store.read().rows.compactMap(\.serverID))
    let todos = try await ask()
    let new = todos.filter { todo in todo.tempID == nil && todo.serverID.map { !known.contains($0) } ?? false }
    let alike = new.filter { $0.title == todo.title && $0.isCompleted == todo.isCompleted }
    guard let found = todos.first(where: { $0.id == todo.id }) ?? (alike.count == 1 ? alike[0] : nil) else {
      throw error
    }
    try await list.keep(found.named(todo.id))
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
      try await list.keep(updated.named(to.id)) { cached in
        if from.title != to.title { cached.title = updated.title }
        if from.isCompleted != to.isCompleted { cached.isCompleted = updated.isCompleted }
      }
      return .delivered
    } catch is TodosService.Missing {
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
    } catch is TodosService.Missing {
      if try await ask().contains(where: { $0.serverID == serverID }) { return .refused(TodoRefusal(status: 404).text) }
    }
    do { try await list.cached.delete(serverID) } catch is TodosService.Missing {}
    return .delivered
  }

  /// The id that the server has given a to-do; nil where it knows none.
  private func serverID(of todo: Todo) async throws -> String? {
    if let id = try await list.store.read().rows.first(where: { $0.id == todo.id })?.serverID { return id }
    if let id = todo.serverID { return id }
    return try await ask().first { $0.id == todo.id }?.serverID
  }

  /// The server's list. Where that is refused, the change is not.
  private func ask() async throws -> [Todo] {
    do {
      return try await list.refresh(fully: true).listed.todos
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
