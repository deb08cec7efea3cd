// To-dos from `/api/todos`; fields that are not understood are sent back unchanged.

import CachedResource
public import Essentials
public import NetworkClient
import RESTCollections
import TodoDomain
public import TodosService

extension TodosService {
  /// Returns a service that lists `/api/todos` and changes the resources below it. No other host gets changes, not even
  /// after a redirect.
  ///
  /// A to-do is `{"id": "SJcbh6mtb", "tempId": "710BBEC4-8A7B-…", "title": "coding", "is_completed": "0"}`.
  ///
  /// The answer to an added or replaced to-do must be that to-do. For anything else, such as the login page of a
  /// network or a short reply, the server is asked for the current state. A replaced title may be another one than was
  /// sent, because many servers trim or cut titles.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - base: The address below which the server has its resources.
  ///   - now: Returns the date from which the seconds of a `Retry-After` count.
  public static func live(client: NetworkClient, base: URL, now: @escaping @Sendable () -> Date) -> Self {
    let remote = RemoteTodos(
      client: client.reportingPauses(now: now), collection: base.appending(path: "api").appending(path: "todos"))
    return Self(all: remote.todos, add: remote.add, update: remote.update, delete: remote.delete)
  }
}

/// A to-do as the server sent it.
private struct Document {
  var todo: Todo
  /// The JSON object of the to-do, byte for byte.
  var body: Data
  /// The validator of this state (a strong ETag); nil if there is none.
  var validator: String?
}

struct RemoteTodos: Sendable {
  let client: NetworkClient
  let collection: URL

  func todos(_ validator: String?) async throws -> Revalidation<Page<Todo>> {
    let response = try await client.answer(from: collection, since: validator)
    if response.status == 304 { return .unchanged }
    let (todos, unreadable) = try response.items(in: \TodosDTO.todos, member: "todos", item: \.todo)
    return .changed(Page(todos, unreadable: unreadable), validator: response.header("ETag"))
  }

  private func document(_ id: String) async throws -> Document {
    let response = try await answer(about: id)
    guard let todo = try response.decoded(TodoDTO.self).todo, todo.serverID == id else {
      throw NetworkClient.Error.undecodable("not the to-do that was asked for")
    }
    let etag = response.header("ETag").flatMap { $0.hasPrefix("\"") ? $0 : nil }
    return Document(todo: todo, body: response.body, validator: etag)
  }

  func add(_ todo: Todo) async throws -> Todo {
    var members = ["title": todo.title, "is_completed": todo.isCompleted ? "1" : "0"]
    members["tempId"] = todo.tempID
    let body = try JSONEncoder().encode(members)
    let answer = try await change(request(collection, .post, body))
    guard var added = try answer.decoded(TodoDTO.self).todo, let serverID = added.serverID else {
      throw NetworkClient.Error.undecodable("no to-do with an id")
    }
    if case .temporary = added.id, added.id != todo.id {
      throw NetworkClient.Error.undecodable("another to-do than was added")
    }
    // A server that does not store the UUID still has the same to-do.
    added.id = todo.id
    added.serverID = serverID
    return added
  }

  func update(_ id: String, _ change: @Sendable (Todo) async throws -> Todo) async throws -> Todo {
    var tries = 0
    while true {
      var document = try await document(id)
      // The third try goes without a validator, because some servers that compress send validators that never match.
      if tries == 2 { document.validator = nil }
      let wanted = try await change(document.todo)
      if wanted == document.todo { return wanted }
      do {
        return try await replace(document, with: wanted)
      } catch NetworkClient.Error.rejected(status: 412) where tries < 2 { tries += 1 }
    }
  }

  /// Replaces a to-do, changing only the fields that differ. May be repeated.
  /// - Throws: `.rejected(status: 412)` if the server reports that the to-do has changed meanwhile.
  private func replace(_ document: Document, with wanted: Todo) async throws -> Todo {
    let id = wanted.serverID ?? ""
    let present = document.todo
    let title = wanted.title == present.title ? nil : wanted.title
    let isCompleted = wanted.isCompleted == present.isCompleted ? nil : wanted.isCompleted
    var object = try JSONObject(document.body)
    if let title { object["title"] = try JSONEncoder().encode(title) }
    if let isCompleted { object["is_completed"] = CompletedDTO.spelled(isCompleted, as: object["is_completed"]) }
    let answer = try await answer(about: id, .put, try object.data, ifMatch: document.validator)
    let replaced = try? answer.decoded(TodoDTO.self).todo
    if let replaced, replaced.has(title, isCompleted, id) { return replaced }
    return try await checking("no answer to a change, which was not made") {
      let now = try await self.document(id).todo
      let isTitleDone = title == nil || now.title != present.title
      if isTitleDone, isCompleted ?? now.isCompleted == now.isCompleted { return now }
      // The server answers twice that nothing has changed, so it would do so each time.
      if now == present, replaced == now { throw TodoRefusal(status: answer.status) }
      return nil
    }
  }

  func delete(_ id: String) async throws {
    let answer = try await answer(about: id, .delete)
    if (try? JSONObject(answer.body)) != nil { return }
    // The answer is not JSON and may come from something else, so the list is checked.
    try await checking("no answer to a deletion") { () -> Void? in
      guard case .changed(let left, _) = try await todos(nil) else { return nil }
      return left.items.contains { $0.serverID == id } ? nil : ()
    }
  }

  /// Returns the result of requests that check whether a change was made. If they fail, that remains unknown, whatever
  /// their error is.
  /// - Throws: `.page` if `check` throws that; `.undecodable` if it returns nil or throws another `NetworkClient.Error`;
  ///   else the errors of `check`.
  private func checking<Value>(_ failure: String, _ check: () async throws -> Value?) async throws -> Value {
    do {
      if let value = try await check() { return value }
    } catch let error as NetworkClient.Error {
      if error == .page { throw error }
    }
    throw NetworkClient.Error.undecodable(failure)
  }

  /// Returns the server's answer about one to-do.
  /// - Throws: `TodosService.Missing`, and the errors of the client and of a change.
  private func answer(
    about id: String, _ method: NetworkClient.Request.Method = .get, _ body: Data? = nil, ifMatch: String? = nil
  ) async throws -> NetworkClient.Response {
    // In a path, these are not names of resources.
    guard !["", ".", ".."].contains(id) else { throw TodosService.Missing() }
    var request = request(collection.appending(component: id), method, body)
    request.headers["If-Match"] = ifMatch
    do {
      return try await method == .get ? client.send(request) : change(request)
    } catch NetworkClient.Error.rejected(let status) where [404, 410].contains(status) {
      throw TodosService.Missing()
    }
  }

  /// Sends a change and returns the answer.
  /// - Throws: `TodoRefusal`, and the errors of the client.
  private func change(_ request: NetworkClient.Request) async throws -> NetworkClient.Response {
    var request = request
    request.returnedRejections = 400..<500
    let answer = try await client.send(request)
    switch answer.status {
    case 400, 409, 413, 422: throw TodoRefusal(status: answer.status, words: answer.words)
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
