import Foundation
public import NetworkClient
import Synchronization

/// A model of `/api/todos` on the fixture server, with ids and validators.
public final class FakeTodosServer: Sendable {
  /// The members of a to-do's JSON.
  public typealias Fields = [String: String]
  /// A function that returns a wrong answer, or nil for the correct one, which it can compute with `answer`.
  public typealias ResponseOverride =
    @Sendable (
      _ request: NetworkClient.Request, _ answer: () throws -> NetworkClient.Response
    ) throws -> NetworkClient.Response?

  private let box = Mutex((todos: [Fields](), version: 0, lastID: 0))
  private let lie = Mutex<ResponseOverride> { _, _ in nil }
  private let place = "/api/todos"

  public init(_ todos: [Fields] = []) { box.withLock { $0.todos = todos } }

  /// The current to-dos.
  public var todos: [Fields] {
    get { box.withLock { $0.todos } }
    set {
      box.withLock {
        $0.todos = newValue
        $0.version = $0.version + 1
      }
    }
  }

  /// Sets the function that may return wrong answers from now on.
  public func overrideResponses(_ lie: @escaping ResponseOverride) {
    _ = self.lie.withLock { old in
      defer { old = lie }
      return old
    }
  }

  /// A client whose requests go to this host.
  public var client: NetworkClient {
    NetworkClient { request in
      let path = request.url.path(percentEncoded: false)
      guard path.hasPrefix(self.place) else { throw NetworkClient.Error.rejected(status: 404) }
      let answer = { try self.answer(request, id: path.dropFirst(self.place.count + 1)) }
      return try self.lie.withLock { $0 }(request, answer) ?? answer()
    }
  }

  private func answer(_ request: NetworkClient.Request, id: Substring) throws -> NetworkClient.Response {
    let body = try request.body.map { try JSONDecoder().decode(Fields.self, from: $0) } ?? [:]
    return try box.withLock { box in
      func encoded(_ value: some Encodable, status: Int = 200) throws -> NetworkClient.Response {
        NetworkClient.Response(
          status: status, url: request.url, headers: [("ETag", "\"\(box.version)\"")],
          body: try JSONEncoder().encode(value))
      }
      guard !id.isEmpty else {
        if request.method == .post {
          box.lastID = box.lastID + 1
          box.version = box.version + 1
          box.todos.append(body.merging(["id": "s\(box.lastID)"]) { $1 })
          return try encoded(box.todos[box.todos.count - 1], status: 201)
        }
        if request.headers["If-None-Match"] == "\"\(box.version)\"" {
          return NetworkClient.Response(status: 304, url: request.url)
        }
        return try encoded(["todos": box.todos])
      }
      guard let index = box.todos.firstIndex(where: { $0["id"].map { $0[...] } == id }) else {
        throw NetworkClient.Error.rejected(status: 404)
      }
      switch request.method {
      case .put:
        if let mark = request.headers["If-Match"], mark != "\"\(box.version)\"" {
          throw NetworkClient.Error.rejected(status: 412)
        }
        box.version += 1
        box.todos[index] = body
      case .delete:
        box.version += 1
        box.todos.remove(at: index)
        return try encoded(Fields())
      default: break
      }
      return try encoded(box.todos[index])
    }
  }
}
