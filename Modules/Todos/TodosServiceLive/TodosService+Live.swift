// To-dos from `/api/todos`; fields that are not understood are sent back unchanged.

import CachedResource
public import Essentials
public import NetworkClient
import RESTCollections
import TodoDomain
public import TodosService

extension TodosService {
  /// What `/api/todos` lists, and changes of what is under it. No redirect leads to another host.
  ///
  /// A to-do is `{"id": "SJcbh6mtb", "tempId": "710BBEC4-8A7B-…", "title": "coding", "is_completed": "0"}`.
  ///
  /// An answer to a change counts only if it is one: a to-do, for one that was added or replaced. Where it is something
  /// else, as from a network that wants a log-in first or a server of few words, the server is asked what it has now.
  /// - `base`: the address that the server's resources lie under.
  public static func service(client: NetworkClient, base: URL) -> Self {
    let remote = RemoteTodos(client: client, collection: base.appending(path: "api").appending(path: "todos"))
    return Self(
      all: remote.todos, one: { id in try await remote.document(id).todo }, add: remote.add, update: remote.update,
      delete: remote.delete)
  }
}

/// A to-do as the server gave it.
private struct Document {
  var todo: Todo
  /// All that the server keeps of it, byte for byte: a JSON object.
  var body: Data
  /// The server's mark of this state (a strong ETag); nil where it gave none.
  var validator: String?
}

struct RemoteTodos: Sendable {
  let client: NetworkClient
  let collection: URL

  func todos(_ validator: String?) async throws -> Revalidation<[Todo]> {
    let response = try await client.answer(from: collection, since: validator)
    if response.status == 304 { return .unchanged }
    let todos = try response.items(in: \TodosDTO.todos, member: "todos", item: \.todo).items
    return .changed(todos, validator: response.header("ETag"))
  }

  fileprivate func document(_ id: String) async throws -> Document {
    let response = try await answer(about: id)
    guard let todo = try response.decoded(TodoDTO.self).todo, todo.serverID == id else {
      throw NetworkClient.Error.undecodable("not the to-do that was asked for")
    }
    let etag = response.header("ETag").flatMap { $0.hasPrefix("\"") ? $0 : nil }
    return Document(todo: todo, body: response.body, validator: etag)
  }

  func add(_ todo: Todo) async throws -> Todo {
    let body = try JSONEncoder().encode(NewTodoDTO(todo))
    let answer = try await change(request(collection, .post, body))
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

  func update(_ id: String, _ change: @Sendable (Todo) async throws -> Todo) async throws -> Todo {
    var tries = 0
    while true {
      var document = try await document(id)
      // A server whose marks never match, as with some that compress, must not stop everything.
      if tries == 2 { document.validator = nil }
      let wanted = try await change(document.todo)
      if wanted == document.todo { return wanted }
      do {
        return try await replace(document, with: wanted)
      } catch NetworkClient.Error.rejected(status: 412) where tries < 2 { tries += 1 }
    }
  }

  /// Replaces one with what it was, except for what is to differ. May be repeated.
  /// - Throws: `.rejected(status: 412)` where it is not what it was any more, and the server says so.
  private func replace(_ document: Document, with wanted: Todo) async throws -> Todo {
    let (id, present) = (wanted.serverID ?? "", document.todo)
    let title = wanted.title == present.title ? nil : wanted.title
    let isCompleted = wanted.isCompleted == present.isCompleted ? nil : wanted.isCompleted
    var object = try JSONObject(document.body)
    if let title { object["title"] = try JSONEncoder().encode(title) }
    if let isCompleted { object["is_completed"] = CompletedDTO.spelled(isCompleted, as: object["is_completed"]) }
    let answer = try await answer(about: id, .put, try object.data, ifMatch: document.validator)
    if let replaced = try? answer.decoded(TodoDTO.self).todo, replaced.has(title, isCompleted, id) { return replaced }
    let now = try await self.document(id).todo
    guard now.has(title, isCompleted, id) else {
      throw NetworkClient.Error.undecodable("no answer to a change, which was not made")
    }
    return now
  }

  func delete(_ id: String) async throws {
    let answer = try await answer(about: id, .delete)
    if (try? JSONObject(answer.body)) != nil { return }
    // Nobody knows who has answered.
    guard case .changed(let left, _) = try await todos(nil), !left.contains(where: { $0.serverID == id }) else {
      throw NetworkClient.Error.undecodable("no answer to a deletion")
    }
  }

  /// What the server says about one of them.
  /// - Throws: `TodosService.Missing`, beside the rest.
  private func answer(
    about id: String, _ method: NetworkClient.Request.Method = .get, _ body: Data? = nil, ifMatch: String? = nil
  ) async throws -> NetworkClient.Response {
    // These are steps of a path, not the name of anything.
    guard !["", ".", ".."].contains(id) else { throw TodosService.Missing() }
    var request = request(collection.appending(component: id), method, body)
    request.headers["If-Match"] = ifMatch
    do {
      return try await method == .get ? client.send(request) : change(request)
    } catch NetworkClient.Error.rejected(let status) where [404, 410].contains(status) {
      throw TodosService.Missing()
    }
  }

  /// The answer to a change.
  /// - Throws: `TodosService.Refused`, beside the rest.
  private func change(_ request: NetworkClient.Request) async throws -> NetworkClient.Response {
    var request = request
    request.returnedRejections = 400..<500
    let answer = try await client.send(request)
    switch answer.status {
    case 400, 409, 413, 422: throw TodosService.Refused(status: answer.status, words: answer.words)
    case 400...: throw NetworkClient.Error.rejected(status: answer.status)
    default: return answer
    }
  }

  private func request(
    _ url: URL, _ method: NetworkClient.Request.Method = .get, _ body: Data? = nil
  ) -> NetworkClient.Request {
    var headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    return NetworkClient.Request(url, method: method, headers: headers, body: body, mayLeave: false)
  }
}

extension Todo {
  fileprivate func has(_ title: String?, _ isCompleted: Bool?, _ serverID: String) -> Bool {
    self.serverID == serverID && (title ?? self.title) == self.title
      && (isCompleted ?? self.isCompleted) == self.isCompleted
  }
}
