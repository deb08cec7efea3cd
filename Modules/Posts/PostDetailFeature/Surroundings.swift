public import Foundation
public import PostsRepository

/// What the screen of one post needs to know of the world.
public struct PostDetailSurroundings: Sendable {
  /// The posts.
  public var repository: PostsRepository
  /// The server's address, for sentences.
  public var server: URL
  /// The date, for ages.
  public var now: @Sendable () -> Date
  /// Told every failure, as a sentence.
  public var report: @Sendable (_ failure: String) -> Void
  /// The post that many places further on in the list; nil where the list ends.
  public var neighbour: @Sendable (_ step: Int) async -> PostTitle?
  /// Puts a text on the clipboard.
  public var copy: @Sendable (_ text: String) async -> Void
  /// Opens an address in the browser; what went wrong, as a sentence.
  public var browse: @Sendable (_ url: URL) async -> String?

  public init(
    repository: PostsRepository, server: URL, now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (_ failure: String) -> Void,
    neighbour: @escaping @Sendable (_ step: Int) async -> PostTitle?,
    copy: @escaping @Sendable (_ text: String) async -> Void,
    browse: @escaping @Sendable (_ url: URL) async -> String?
  ) {
    self.repository = repository
    self.server = server
    self.now = now
    self.report = report
    self.neighbour = neighbour
    self.copy = copy
    self.browse = browse
  }
}
