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

  /// - Parameter serverID: The server's id, unless `id` contains it.
  public init(id: ID, serverID: String? = nil, title: String, isCompleted: Bool = false) {
    self.id = id
    if case .server(let text) = id { self.serverID = text } else { self.serverID = serverID }
    self.title = title
    self.isCompleted = isCompleted
  }

  /// The UUID that it was created with; nil if the server does not have it, or has it for two to-dos.
  public var tempID: String? { if case .temporary(let text) = id { text } else { nil } }
}
