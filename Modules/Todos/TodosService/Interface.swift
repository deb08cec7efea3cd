public import Essentials
public import ItemsLoader
public import TodoDomain

/// The to-dos that a server has, and changes of them.
///
/// The errors are `NetworkClient.Error` and `CancellationError`. After `.unreachable` and `.undecodable` nobody knows
/// whether a change was made.
public struct TodosService: Sendable {
  /// All of them, in the server's order. Two may have been made with the same UUID, and then have the same identity.
  public var todos: @Sendable (_ validator: String?) async throws -> Revalidation<[Todo]>
  /// One of them as it is now, whole, with whatever else the server keeps with it.
  /// - Throws: `.rejected(status: 404)` where there is none.
  public var document: @Sendable (_ serverID: String) async throws -> TodoDocument
  /// Adds one, and returns it as the server has it. Adding it twice makes two.
  public var add: @Sendable (_ todo: Todo) async throws -> Todo
  /// Replaces one with what it was, except for what is not nil here. May be repeated.
  /// - Throws: `.rejected(status: 412)` where it is not what it was any more, and the server says so.
  public var replace: @Sendable (_ document: TodoDocument, _ title: String?, _ isCompleted: Bool?) async throws -> Todo
  /// Deletes one.
  /// - Throws: `.rejected(status: 404)` where there is none.
  public var delete: @Sendable (_ serverID: String) async throws -> Void

  public init(
    todos: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<[Todo]>,
    document: @escaping @Sendable (_ serverID: String) async throws -> TodoDocument,
    add: @escaping @Sendable (_ todo: Todo) async throws -> Todo,
    replace:
      @escaping @Sendable (_ document: TodoDocument, _ title: String?, _ isCompleted: Bool?) async throws -> Todo,
    delete: @escaping @Sendable (_ serverID: String) async throws -> Void
  ) {
    self.todos = todos
    self.document = document
    self.add = add
    self.replace = replace
    self.delete = delete
  }
}

/// A to-do as the server gave it.
public struct TodoDocument: Hashable, Sendable {
  /// The to-do.
  public var todo: Todo
  /// All that the server keeps of it, byte for byte: a JSON object.
  public var body: Data
  /// The server's mark of this state (a strong ETag); nil where it gave none, or it shall not be heeded.
  public var validator: String?

  public init(todo: Todo, body: Data = Data(), validator: String? = nil) {
    self.todo = todo
    self.body = body
    self.validator = validator
  }
}
