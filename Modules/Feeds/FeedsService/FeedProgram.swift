public import Essentials

/// A program whose output is the document of a feed.
public struct FeedProgram: Hashable, Sendable {
  /// The command for the shell.
  public var command: String
  /// The address of the document that the program gets as its input; nil for a program without one.
  public var page: URL?

  public init(_ command: String, page: URL? = nil) {
    self.command = command
    self.page = page
  }

  /// Creates the program of a location; nil for the address of a server or a file.
  public init?(_ location: URL) {
    let parts = location.absoluteString.split(separator: ":", omittingEmptySubsequences: false)
    let texts = parts.dropFirst().compactMap { part in
      Data(base64Encoded: String(part)).map { String(decoding: $0, as: UTF8.self) }
    }
    switch (parts.first, parts.count, texts.count) {
    case ("exec", 2, 1): self.init(texts[0])
    case ("filter", 3, 2):
      guard let page = URL(string: texts[1]) else { return nil }
      self.init(texts[0], page: page)
    default: return nil
    }
  }

  /// The location that stands for the program where an address of a feed is needed.
  public var location: URL {
    let texts = [command] + (page.map { [$0.absoluteString] } ?? [])
    let parts = [page == nil ? "exec" : "filter"] + texts.map { Data($0.utf8).base64EncodedString() }
    return URL(string: parts.joined(separator: ":")) ?? URL(filePath: "/")
  }
}
