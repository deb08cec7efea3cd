// Saved data by server: its size, forgetting it, and freeing space.

public import Essentials

/// What is kept of all servers, and forgetting it.
public struct LocalData: Sendable {
  /// What is kept of each, in the order of their addresses.
  /// - Throws: `DatabaseError` where a folder cannot be read. What cannot be read of one server is among its failures.
  public var all: @Sendable () async throws -> [ServerData]
  /// Forgets something of a server, and says what that was. What else is kept stays.
  /// - Throws: `ForgetError` where nothing is forgotten; or `DatabaseError`.
  public var forget: @Sendable (_ part: DataPart, _ server: URL, _ state: ForgottenState) async throws -> Forgotten
  /// Takes away what can be had again and was not seen for longest, where all of that takes more room than a limit, in
  /// bytes. What is bookmarked stays, and so do the lists of servers that are being read.
  /// - Returns: how many bytes are free now that were not.
  /// - Throws: `DatabaseError`.
  public var trim: @Sendable (_ limit: Int, _ beingRead: [URL]) async throws -> Int

  public init(
    all: @escaping @Sendable () async throws -> [ServerData],
    forget: @escaping @Sendable (_ part: DataPart, _ server: URL, _ state: ForgottenState) async throws -> Forgotten,
    trim: @escaping @Sendable (_ limit: Int, _ beingRead: [URL]) async throws -> Int = { _, _ in 0 }
  ) {
    (self.all, self.forget, self.trim) = (all, forget, trim)
  }

  /// Keeps these, whatever is forgotten.
  public static func stub(_ servers: [ServerData] = [], forgotten: Forgotten = Forgotten()) -> Self {
    Self(all: { servers }, forget: { _, _, _ in forgotten })
  }

  /// Fails at everything.
  public static func failing(_ error: any Error) -> Self {
    Self(all: { throw error }, forget: { _, _, _ in throw error }, trim: { _, _ in throw error })
  }
}

/// What can be forgotten of a server by itself.
public enum DataPart: String, Hashable, Sendable, CaseIterable {
  /// Posts, their authors and comments; bookmarks and read marks are their state.
  case posts
  /// Comics and their pictures; bookmarks and read marks are their state.
  case comics
  /// All that can be had again; all that cannot is the state.
  case server
}

/// What of the state is forgotten with a part of a server.
public enum ForgottenState: Hashable, Sendable {
  /// Nothing.
  case none
  /// All, unless to-dos wait in it that were changed here and the server does not know of.
  case delivered
  /// All, with changes that were never sent.
  case all
}

/// Why nothing of a server was forgotten.
public enum ForgetError: Error {
  /// Nothing is kept of it; these are the addresses of those of which something is.
  case nothingSaved(servers: [String])
  /// Changes of these to-dos were never sent, by their titles.
  case unsent([String])
  /// Whether there are such changes cannot be read.
  case unreadable(any Error)
}

/// What was forgotten.
public struct Forgotten: Hashable, Sendable {
  /// How many bytes of the disk are free now that were not.
  public var bytes: Int
  /// How many bookmarks are left of which nothing is kept now.
  public var emptyBookmarks: Int
  /// How many changes were never sent, and now never will be.
  public var unsent: Int

  public init(bytes: Int = 0, emptyBookmarks: Int = 0, unsent: Int = 0) {
    (self.bytes, self.emptyBookmarks, self.unsent) = (bytes, emptyBookmarks, unsent)
  }
}
