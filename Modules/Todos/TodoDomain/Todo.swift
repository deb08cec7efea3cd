// To-dos, and their identity before and after a server has numbered them.

/// Something to be done.
public struct Todo: Hashable, Sendable, Identifiable {
  /// Names a to-do, before and after a server has given it an id: it never changes.
  public enum ID: Hashable, Sendable {
    /// By the UUID that it was made with, on this machine or another.
    case temporary(String)
    /// By the id that the server has given it, where nothing else is known of it.
    case server(String)
  }

  /// Names this to-do.
  public var id: ID
  /// Whether it is done. Here it takes no room of its own, and there may be many.
  public var isCompleted: Bool
  /// The server's id; nil until it has given one.
  public var serverID: String?
  /// What is to be done: some text, as it was written.
  public var title: String

  /// - `serverID`: the server's id, where `id` does not say it.
  public init(id: ID, serverID: String? = nil, title: String, isCompleted: Bool = false) {
    self.id = id
    if case .server(let text) = id { self.serverID = text } else { self.serverID = serverID }
    self.title = title
    self.isCompleted = isCompleted
  }

  /// The UUID that it was made with; nil where the server does not know it, or knows two to-dos by the same.
  public var tempID: String? { if case .temporary(let text) = id { text } else { nil } }
}
