// To-dos on a server, or in memory.

public import CachedResource
public import TodoDomain

/// A place that has to-dos: the memory, a store on the disk, or a server. None knows of the others; a repository
/// decides which is asked for what.
///
/// The errors are those of the place, `Missing`, `Refused`, and `CancellationError`. Of a server they are `NetworkClient.Error`:
/// after `.unreachable` and `.undecodable` nobody knows whether a change was made.
public struct TodosService: Sendable {
  /// All of them, in its order. Two may have been made with the same UUID, and then have the same identity.
  /// - Parameter validator: the mark it gave with what is known of it already: where nothing has changed since then, that
  ///   is the answer.
  public var all: @Sendable (_ validator: String?) async throws -> Revalidation<[Todo]>
  /// One of them, as it is now.
  /// - Throws: `Missing`.
  public var one: @Sendable (_ serverID: String) async throws -> Todo
  /// Adds one at the end, and returns it as the place has it then. Where the place gives no ids of its own, one with the
  /// same id is replaced; a server that is told twice has two.
  /// - Throws: `Refused`.
  public var add: @Sendable (_ todo: Todo) async throws -> Todo
  /// Makes one what `change` makes of it as it is now, and returns it as the place has it then. Where somebody else was
  /// faster, and the place notices it, `change` is asked again. What it leaves as it is, is not written.
  /// - Throws: `Missing`, and what `change` throws.
  public var update:
    @Sendable (
      _ serverID: String, _ change: @escaping @Sendable (_ present: Todo) async throws -> Todo
    ) async throws -> Todo
  /// Deletes one.
  /// - Throws: `Missing`.
  public var delete: @Sendable (_ serverID: String) async throws -> Void

  public init(
    all: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<[Todo]>,
    one: @escaping @Sendable (_ serverID: String) async throws -> Todo,
    add: @escaping @Sendable (_ todo: Todo) async throws -> Todo,
    update:
      @escaping @Sendable (
        _ serverID: String, _ change: @escaping @Sendable (_ present: Todo) async throws -> Todo
      ) async throws -> Todo,
    delete: @escaping @Sendable (_ serverID: String) async throws -> Void
  ) {
    self.all = all
    self.one = one
    self.add = add
    self.update = update
    self.delete = delete
  }

  /// There is no such to-do, or none any more.
  public struct Missing: Error, Hashable {
    public init() {}
  }

  /// The place does not want a change: it has heard it, and has not made it.
  public struct Refused: Error, Hashable {
    /// The status code that a server has said so with: 400, 409, 413 or 422.
    public var status: Int
    /// What it has said, in one line of at most 200 characters; nil where it has said nothing that people read.
    public var words: String?

    public init(status: Int, words: String? = nil) {
      self.status = status
      self.words = words
    }
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    Self(
      all: { _ in throw error }, one: { _ in throw error }, add: { _ in throw error }, update: { _, _ in throw error },
      delete: { _ in throw error })
  }
}
