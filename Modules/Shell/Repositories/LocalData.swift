public import Essentials

/// The saved data of all servers, and forgetting it.
public struct LocalData: Sendable {
  /// Returns the saved data of each server, ordered by address.
  /// - Throws: `DatabaseError` when a folder cannot be read. A server whose data cannot be read lists that among its
  ///   failures.
  public var all: @Sendable () async throws -> [ServerData]
  /// Forgets a part of a server, and returns what was forgotten; everything else stays.
  /// - Throws: `ForgetError` when nothing is forgotten, or `DatabaseError`.
  public var forget: @Sendable (_ part: DataPart, _ server: URL, _ state: ForgottenState) async throws -> Forgotten
  /// Frees space when the caches are larger than a limit, the least recently seen copies first. Bookmarked items stay,
  /// and so do the lists of servers that are being read.
  /// - Parameter limit: The limit in bytes.
  /// - Returns: The number of bytes freed.
  /// - Throws: `DatabaseError`.
  public var trim: @Sendable (_ limit: Int, _ beingRead: [URL]) async throws -> Int

  public init(
    all: @escaping @Sendable () async throws -> [ServerData],
    forget: @escaping @Sendable (_ part: DataPart, _ server: URL, _ state: ForgottenState) async throws -> Forgotten,
    trim: @escaping @Sendable (_ limit: Int, _ beingRead: [URL]) async throws -> Int = { _, _ in 0 }
  ) {
    self.all = all
    self.forget = forget
    self.trim = trim
  }

  /// Returns local data with these servers; forgetting changes nothing.
  public static func stub(_ servers: [ServerData] = [], forgotten: Forgotten = Forgotten()) -> Self {
    Self(all: { servers }, forget: { _, _, _ in forgotten })
  }

  /// Returns local data whose operations all throw.
  public static func failing(_ error: any Error) -> Self {
    Self(all: { throw error }, forget: { _, _, _ in throw error }, trim: { _, _ in throw error })
  }
}

/// A part of a server's data that can be forgotten by itself.
public enum DataPart: String, Hashable, Sendable, CaseIterable {
  /// Posts, their authors and comments. Their state is bookmarks and read flags.
  case posts
  /// Comics and their pictures. Their state is bookmarks and read flags.
  case comics
  /// The whole cache. Its state is all of the server's state.
  case server
  /// The whole cache of all subscriptions together. Its state is what was read and bookmarked in them.
  case feeds
}

/// The state to forget with a part of a server.
public enum ForgottenState: Hashable, Sendable {
  /// Nothing.
  case none
  /// All state, unless it has unsent edits of to-dos.
  case delivered
  /// All state, even with unsent edits.
  case all
}

/// The reason why nothing of a server was forgotten.
public enum ForgetError: Error {
  /// Nothing is saved of that part of the server; `servers` are the addresses of others with saved data.
  case nothingSaved(servers: [String])
  /// Edits of to-dos with these titles were never sent.
  case unsent([String])
  /// The server has refused all edits of to-dos, of those with these titles.
  case refused([String])
  /// The outbox, which may have unsent edits, cannot be read.
  case unreadable(any Error)
}

/// The amount of forgotten data.
public struct Forgotten: Hashable, Sendable {
  /// The number of bytes freed on the disk.
  public var bytes: Int
  /// The number of bookmarks left without cached data.
  public var emptyBookmarks: Int
  /// The number of edits that were never sent and are lost.
  public var unsent: Int

  public init(bytes: Int = 0, emptyBookmarks: Int = 0, unsent: Int = 0) {
    self.bytes = bytes
    self.emptyBookmarks = emptyBookmarks
    self.unsent = unsent
  }
}
