/// A refusal of an edit by the server.
public struct TodoRefusal: Error, Hashable, Sendable {
  /// The status code of the refusal: 400, 404, 409, 410, 413 or 422.
  public var status: Int
  /// The server's words, in one line of at most 200 characters; nil if there are none for people to read.
  public var words: String?

  public init(status: Int, words: String? = nil) {
    self.status = status
    self.words = words
  }

  /// Whether the edit was refused because the to-do is gone.
  public var isGone: Bool { status == 404 || status == 410 }
}
