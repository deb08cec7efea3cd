// To-dos on a server.

public import CachedResource
public import TodoDomain

/// The to-dos of a server.
///
/// It throws `NetworkClient.Error`, `Missing`, `TodoRefusal` and `CancellationError`, and `AnswerFailure.pausedUntil`
/// if the server wants no requests for some time. After that, `.unreachable`, `.undecodable` and `.page` it is unknown
/// whether a change was made.
public struct TodosService: Sendable {
  /// Returns all to-dos in order as one page, or `.unchanged` if the list with this validator is the latest. To-dos that
  /// were created with the same UUID have the same identity.
  public var all: @Sendable (_ validator: String?) async throws -> Revalidation<Page<Todo>>
  /// Adds a to-do at the end, and returns it as it is stored. A server that receives it twice adds it twice.
  /// - Throws: `TodoRefusal`.
  public var add: @Sendable (_ todo: Todo) async throws -> Todo
  /// Applies `change` to the current to-do, and returns it as it is stored. If somebody else changes it first, and the
  /// service notices that, `change` runs again. A to-do that `change` leaves unchanged is not written.
  /// - Throws: `Missing`, and the errors of `change`.
  public var update:
    @Sendable (
      _ serverID: String, _ change: @escaping @Sendable (_ present: Todo) async throws -> Todo
    ) async throws -> Todo
  /// Deletes a to-do.
  /// - Throws: `Missing`.
  public var delete: @Sendable (_ serverID: String) async throws -> Void

  public init(
    all: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<Page<Todo>>,
    add: @escaping @Sendable (_ todo: Todo) async throws -> Todo,
    update:
      @escaping @Sendable (
        _ serverID: String, _ change: @escaping @Sendable (_ present: Todo) async throws -> Todo
      ) async throws -> Todo,
    delete: @escaping @Sendable (_ serverID: String) async throws -> Void
  ) {
    self.all = all
    self.add = add
    self.update = update
    self.delete = delete
  }

  /// The to-do does not exist, or not any more.
  public struct Missing: Error, Hashable {
    public init() {}
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    Self(
      all: { _ in throw error }, add: { _ in throw error }, update: { _, _ in throw error },
      delete: { _ in throw error })
  }
}
