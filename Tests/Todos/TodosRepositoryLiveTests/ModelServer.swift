import CachedResource
import Foundation
import NetworkClient
import Synchronization
import TodoDomain
import TodosService

/// An in-memory server that behaves like real ones, and fails as a test specifies.
final class ModelServer: Sendable {
  /// The outcome of a request.
  enum Outcome: Sendable {
    case answered
    /// The request is never sent.
    case unreachable
    /// The request does not arrive, and the client does not know.
    case lost
    /// The request is carried out, but the answer gets lost.
    case answerLost
    case rejected(Int)
    /// The request is carried out, and the closure runs before the answer arrives.
    case late(@Sendable () async -> Void)
  }

  struct State: Sendable {
    var todos: [Todo] = []
    /// All additions, replacements and deletions that were made, as `POST A-1`.
    var log: [String] = []
    var nextID = 0
    var keepsTempIDs = true
  }

  private let state = Mutex(State())
  private let outcome: Mutex<@Sendable (_ request: String) async -> Outcome>

  init(_ todos: [Todo] = []) {
    outcome = Mutex { _ in .answered }
    state.withLock { $0.todos = todos }
  }

  var todos: [Todo] { state.withLock { $0.todos } }
  var log: [String] { state.withLock { $0.log } }

  func change(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  /// - Parameter outcome: Called before each request is carried out.
  func answers(_ outcome: @escaping @Sendable (_ request: String) async -> Outcome) {
    _ = self.outcome.withLock { old in
      defer { old = outcome }
      return old
    }
  }

  var service: TodosService {
    TodosService(
      all: { _ in try await self.request("GET") { .changed(Page($0.todos), validator: nil) } },
      add: { todo in
        try await self.request("POST \(todo.title)") { state in
          state.nextID += 1
          let serverID = "s\(state.nextID)"
          let added = Todo(
            id: state.keepsTempIDs ? todo.id : .server(serverID), serverID: serverID, title: todo.title,
            isCompleted: todo.isCompleted)
          state.todos.append(added)
          state.log.append("POST \(todo.tempID ?? "")")
          return Todo(id: todo.id, serverID: serverID, title: added.title, isCompleted: added.isCompleted)
        }
      },
      update: { id, change in
        let present = try await self.request("GET", id) { state, place in state.todos[place] }
        let wanted = try await change(present)
        if wanted == present { return present }
        return try await self.request("PUT", id) { state, place in
          state.todos[place] = wanted
          state.log.append("PUT \(id)")
          return wanted
        }
      },
      delete: { id in
        try await self.request("DELETE", id) { state, place in
          state.todos.remove(at: place)
          state.log.append("DELETE \(id)")
        }
      })
  }

  /// Carries out a request for one to-do.
  private func request<Answer: Sendable>(
    _ method: String, _ id: String, _ work: @Sendable (inout State, _ place: Int) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await request("\(method) \(id)") { state in
        guard let place = state.todos.firstIndex(where: { $0.serverID == id }) else { throw TodosService.Missing() }
        return try work(&state, place)
      }
    } catch NetworkClient.Error.rejected(status: 404) {
      throw TodosService.Missing()
    }
  }

  private func request<Answer: Sendable>(
    _ name: String, _ work: @Sendable (inout State) throws -> Answer
  ) async throws -> Answer {
    switch await outcome.withLock({ $0 })(name) {
    case .answered: return try state.withLock { try work(&$0) }
    case .late(let meanwhile):
      let answer = try state.withLock { try work(&$0) }
      await meanwhile()
      return answer
    case .unreachable: throw NetworkClient.Error.unreachable(.refused)
    case .lost: throw NetworkClient.Error.unreachable(.lost)
    case .answerLost:
      _ = try state.withLock { try work(&$0) }
      throw NetworkClient.Error.unreachable(.lost)
    case .rejected(let status) where [400, 409, 413, 422].contains(status) && !name.hasPrefix("GET"):
      throw TodoRefusal(status: status, words: "because of \(name)")
    case .rejected(let status): throw NetworkClient.Error.rejected(status: status)
    }
  }
}
