import CachedResource
import Essentials
import NetworkClient
import Outbox
import TodoDomain
import TodosRepository
import TodosService
import TodosStore

/// A sender of single edits to the server.
struct EditSender: Sendable {
  let list: ServerList
  /// Called with the notices about values by others that an edit replaces.
  let overwrites: @Sendable (_ entry: TodosOutbox.Entry.ID, _ notices: [TodoNotice]) async -> Void

  private var service: TodosService { list.service }

  /// Renews the lease before a request.
  typealias Renewal = @Sendable () async throws -> Void

  /// Sends an edit and returns the answer.
  /// - Throws: `OutboxBusy`, `DatabaseError`, `CancellationError`.
  func send(_ entry: TodosOutbox.Entry, renew: @escaping Renewal) async throws -> TodosOutbox.Answer {
    if let pause = list.pause { return .unanswered(pause, mayHaveArrived: false) }
    do {
      switch entry.change {
      case .add(let todo): return try await add(todo, sentAt: entry.sentAt, renew)
      case .update(let from, let to): return try await update(from, to, entry.id, renew)
      case .delete(let todo): return try await delete(todo, renew)
      }
    } catch let refusal as TodoRefusal {
      return .refused(refusal.text)
    } catch let rejection as ListRejection {
      return .unanswered(rejection.error, mayHaveArrived: true)
    } catch let pause as AnswerFailure {
      list.note(pause)
      return .unanswered(pause, mayHaveArrived: true)
    } catch let error as NetworkClient.Error {
      return answer(error)
    }
  }

  /// A rejected request for the server's list, which is no refusal of the edit.
  private struct ListRejection: Error {
    let error: NetworkClient.Error
  }

  /// Returns the answer that an error stands for.
  private func answer(_ error: NetworkClient.Error) -> TodosOutbox.Answer {
    switch error {
    // A status of 4xx means that the edit was not made, except after a time-out (408), when the server may still make
    // it.
    case .rejected(let status) where (400..<500).contains(status) && status != 408:
      .unanswered(error, mayHaveArrived: false)
    case .unreachable(.offline), .unreachable(.notUsed), .unreachable(.unknownHost), .unreachable(.refused),
      .unreachable(.notConnected), .unreachable(.tooLate), .unreachable(.proxy), .unreachable(.noAuthorities):
      .unanswered(error, mayHaveArrived: false)
    default: .unanswered(error, mayHaveArrived: true)
    }
  }

  private func add(_ todo: Todo, sentAt: Date?, _ renew: Renewal) async throws -> TodosOutbox.Answer {
    if let sentAt {
      if let found = try await serverTodos().first(where: { $0.id == todo.id }) {
        try await list.save(found)
        return .delivered
      }
      let age = list.now().timeIntervalSince(sentAt)
      if age >= 0, age < list.settling / .seconds(1) {
        return .unanswered(TodoDeliverySettling(), mayHaveArrived: true)
      }
      try await renew()
    }
    do {
      try await list.save(service.add(todo))
    } catch let error as NetworkClient.Error {
      switch error {
      case .undecodable, .page: try await findAnswered(todo, error)
      default: throw error
      }
    }
    return .delivered
  }

  /// Looks for an added to-do in the server's list when the answer was something else. If the server does not store the
  /// UUID, it is the only new to-do there with this title, which the server may have trimmed.
  private func findAnswered(_ todo: Todo, _ answer: NetworkClient.Error) async throws {
    let known = Set(try await list.store.read().rows.compactMap(\.serverID))
    let todos: [Todo]
    // The addition was sent, whatever prevents this request.
    do {
      todos = try await serverTodos()
    } catch is NetworkClient.Error, is AnswerFailure, is ListRejection {
      throw answer
    }
    let new = todos.filter { todo in todo.tempID == nil && todo.serverID.map { !known.contains($0) } ?? false }
    let alike = new.filter { $0.title.trimmed == todo.title.trimmed && $0.isCompleted == todo.isCompleted }
    guard let found = todos.first(where: { $0.id == todo.id }) ?? (alike.count == 1 ? alike[0] : nil) else {
      throw answer
    }
    try await list.save(found.with(id: todo.id))
  }

  private func update(
    _ from: Todo, _ to: Todo, _ id: TodosOutbox.Entry.ID, _ renew: @escaping Renewal
  ) async throws -> TodosOutbox.Answer {
    guard let serverID = try await serverID(of: to) else { return .refused(TodoRefusal(status: 404).text) }
    do {
      let updated = try await service.update(serverID) { present in
        let isTitleReplaced = from.title != to.title && ![from.title, to.title].contains(present.title)
        let notice = TodoNotice(todo: to, titleBefore: from.title, replacedTitle: present.title)
        await overwrites(id, isTitleReplaced ? [notice] : [])
        var wanted = present
        wanted.copyFields(changedBy: (from, to), from: to)
        if wanted != present { try await renew() }
        return wanted
      }
      try await list.save(updated.with(id: to.id)) { $0.copyFields(changedBy: (from, to), from: updated) }
      return .delivered
    } catch is TodosService.Missing {
      // If the list cannot be loaded, the 404 may not come from the server's to-dos, and this throws instead.
      _ = try await serverTodos()
      return .refused(TodoRefusal(status: 404).text)
    }
  }

  private func delete(_ todo: Todo, _ renew: Renewal) async throws -> TodosOutbox.Answer {
    guard let serverID = try await serverID(of: todo) else { return .delivered }
    do {
      try await renew()
      try await service.delete(serverID)
    } catch is TodosService.Missing {
      let isThere = try await serverTodos().contains { $0.serverID == serverID }
      if isThere { return .refused(TodoRefusal(status: 404).text) }
    }
    let date = list.now()
    try await list.store.update { $0.remove(serverID, at: date) }
    return .delivered
  }

  /// Returns the server's id of a to-do; nil if it has none.
  private func serverID(of todo: Todo) async throws -> String? {
    if let id = try await list.store.read().rows.first(where: { $0.id == todo.id })?.serverID { return id }
    if let id = todo.serverID { return id }
    return try await serverTodos().first { $0.id == todo.id }?.serverID
  }

  /// Returns the server's list.
  private func serverTodos() async throws -> [Todo] {
    do {
      return try await list.refresh(fully: true).listed.todos
    } catch let error as NetworkClient.Error {
      if case .rejected = error { throw ListRejection(error: error) }
      throw error
    }
  }
}
