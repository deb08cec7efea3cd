import Essentials
import ItemsLoader
public import NetworkClient
public import TodoDomain

extension TodosService {
  /// Has the given to-dos, whatever is done to them.
  public static func stub(_ todos: [Todo] = .samples) -> Self {
    @Sendable func todo(_ id: String) throws -> Todo {
      guard let todo = todos.first(where: { $0.serverID == id }) else {
        throw NetworkClient.Error.rejected(status: 404)
      }
      return todo
    }
    return Self(
      todos: { _ in .changed(todos, validator: nil) },
      document: { TodoDocument(todo: try todo($0)) },
      add: { added in
        var added = added
        added.serverID = "new"
        return added
      },
      replace: { document, title, isCompleted in
        var todo = document.todo
        (todo.title, todo.isCompleted) = (title ?? todo.title, isCompleted ?? todo.isCompleted)
        return todo
      },
      delete: { _ = try todo($0) })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self(
      todos: { _ in throw error }, document: { _ in throw error }, add: { _ in throw error },
      replace: { _, _, _ in throw error }, delete: { _ in throw error })
  }
}
