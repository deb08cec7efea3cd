// To-dos, and their identity before and after a server has numbered them.

/// A to-do.
public struct Todo: Hashable, Sendable, Identifiable {
  /// The identity of a to-do. It stays the same before and after a server gives the to-do an id.
  public enum ID: Hashable, Sendable {
    /// The UUID that it was created with, on this machine or another.
    case temporary(String)
    /// The server's id, for a to-do without a known UUID.
    case server(String)
  }

  /// The identity of this to-do.
  public var id: ID
  /// Whether it is completed. At this position in the struct it takes no extra memory, which matters for long lists.
  public var isCompleted: Bool
  /// The server's id; nil until the server has given one.
  public var serverID: String?
  /// The text of the to-do, as it was written.
  public var title: String

  /// - Parameters:
  ///   - id: The identity, which stays the same when the server has accepted the to-do.
  ///   - serverID: The server's id, unless `id` contains it.
  ///   - title: The title, of one line.
  ///   - isCompleted: Whether the to-do is done.
  public init(id: ID, serverID: String? = nil, title: String, isCompleted: Bool = false) {
    self.id = id
    if case .server(let text) = id { self.serverID = text } else { self.serverID = serverID }
    self.title = title
    self.isCompleted = isCompleted
  }

  /// The UUID that it was created with; nil if the server does not have it, or has it for two to-dos.
  public var tempID: String? { if case .temporary(let text) = id { text } else { nil } }
}

/// A refusal of an edit by the server.
public struct TodoRefusal: Error, Hashable, Sendable {
  /// The status code of the answer: 400, 404, 409, 410, 413 or 422; that of a success if the server ignores the edit.
  public var status: Int
  /// The server's words, in one line of at most 200 characters; nil if there are none for people to read.
  public var words: String?
  /// Whether the edit is a deletion.
  public var isDeletion: Bool

  public init(status: Int, words: String? = nil, isDeletion: Bool = false) {
    self.status = status
    self.words = words
    self.isDeletion = isDeletion
  }

  /// Whether the edit was refused because the to-do is gone.
  public var isGone: Bool { status == 404 || status == 410 }
}
