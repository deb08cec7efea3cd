public import Essentials
import ItemsLoader
public import NetworkClient
import RemoteItems
import TodoDomain
public import TodosService

extension TodosService {
  /// Asks `/api/todos`, and changes what is under it. No redirect leads to another host.
  ///
  /// An answer to a change counts only if it is one: a to-do, for one that was added or replaced. Where it is something
  /// else, as from a network that wants a log-in first or a server of few words, the server is asked what it has now.
  /// - Parameter base: the address that the server's resources lie under.
  public static func live(client: NetworkClient, base: URL) -> Self {
    let remote = RemoteTodos(client: client, collection: base.appending(path: "api").appending(path: "todos"))
    return Self(
      todos: remote.todos, document: remote.document, add: remote.add, replace: remote.replace, delete: remote.delete)
  }
}

struct RemoteTodos: Sendable {
  let client: NetworkClient
  let collection: URL

  func todos(_ validator: String?) async throws -> Revalidation<[Todo]> {
    try await client.resource(at: collection, validator: validator) { (wire: TodosDTO) in
      let todos = wire.todos.valid.compactMap(\.todo)
      if todos.isEmpty, wire.todos.count > 0 {
        throw NetworkClient.Error.undecodable("none of \(wire.todos.count) to-dos is valid")
      }
      return todos
    }
  }

  func document(_ id: String) async throws -> TodoDocument {
    let response = try await client.send(request(try address(id)))
    guard let todo = try response.decoded(TodoDTO.self).todo, todo.serverID == id else {
      throw NetworkClient.Error.undecodable("not the to-do that was asked for")
    }
    let etag = response.header("ETag").flatMap { $0.hasPrefix("\"") ? $0 : nil }
    return TodoDocument(todo: todo, body: response.body, validator: etag)
  }

  func add(_ todo: Todo) async throws -> Todo {
    let body = try JSONEncoder().encode(NewTodoDTO(todo))
    let answer = try await client.send(request(collection, .post, body))
    guard var added = try answer.decoded(TodoDTO.self).todo, let serverID = added.serverID else {
      throw NetworkClient.Error.undecodable("no to-do with an id")
    }
    if case .temporary = added.id, added.id != todo.id {
      throw NetworkClient.Error.undecodable("another to-do than was added")
    }
    // A server that does not keep the UUID has the same to-do all the same.
    (added.id, added.serverID) = (todo.id, serverID)
    return added
  }

  func replace(_ document: TodoDocument, _ title: String?, _ isCompleted: Bool?) async throws -> Todo {
    guard let id = document.todo.serverID else { throw NetworkClient.Error.rejected(status: 404) }
    var object = try JSONObject(document.body)
    if let title { object["title"] = try JSONEncoder().encode(title) }
    if let isCompleted { object["is_completed"] = CompletedDTO.spelled(isCompleted, as: object["is_completed"]) }
    var request = request(try address(id), .put, try object.data)
    request.headers["If-Match"] = document.validator
    let answer = try await client.send(request)
    if let replaced = try? answer.decoded(TodoDTO.self).todo, replaced.has(title, isCompleted, id) { return replaced }
    let now = try await self.document(id).todo
    guard now.has(title, isCompleted, id) else {
      throw NetworkClient.Error.undecodable("no answer to a change, which was not made")
    }
    return now
  }

  func delete(_ id: String) async throws {
    let answer = try await client.send(request(try address(id), .delete))
    if (try? JSONObject(answer.body)) != nil { return }
    // Nobody knows who has answered.
    guard case .changed(let left, _) = try await todos(nil), !left.contains(where: { $0.serverID == id }) else {
      throw NetworkClient.Error.undecodable("no answer to a deletion")
    }
  }

  private func request(
    _ url: URL, _ method: NetworkClient.Request.Method = .get, _ body: Data? = nil
  ) -> NetworkClient.Request {
    var headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    return NetworkClient.Request(url, method: method, headers: headers, body: body, mayLeave: false)
  }

  private func address(_ id: String) throws -> URL {
    // These are steps of a path, not the name of anything.
    guard !["", ".", ".."].contains(id) else { throw NetworkClient.Error.rejected(status: 404) }
    return collection.appending(component: id)
  }
}

extension Todo {
  fileprivate func has(_ title: String?, _ isCompleted: Bool?, _ serverID: String) -> Bool {
    self.serverID == serverID && (title ?? self.title) == self.title
      && (isCompleted ?? self.isCompleted) == self.isCompleted
  }
}
