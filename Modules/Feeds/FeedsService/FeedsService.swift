// Documents of feeds from their servers.

public import Essentials
public import FeedDocument

/// Loads the documents of feeds.
public struct FeedsService: Sendable {
  /// Returns the latest document at an address, unless the one that a state knows is the latest.
  ///
  /// One request is sent, and a second one after a move that was remembered has failed. Nothing is sent while the state
  /// forbids it.
  /// - Parameters:
  ///   - address: An http, https or file address.
  ///   - state: The state of the feed after the last answer.
  ///   - isConditional: Whether the server may confirm the known document.
  /// - Throws: `FeedFailure`, `NetworkClient.Error`, or `CancellationError`.
  public var document: @Sendable (_ address: URL, _ state: FeedState, _ isConditional: Bool) async throws -> FeedAnswer

  public init(
    document: @escaping @Sendable (_ address: URL, _ state: FeedState, _ isConditional: Bool) async throws -> FeedAnswer
  ) {
    self.document = document
  }

  /// Fails every request.
  public static func failing(_ error: any Error) -> Self { Self { _, _, _ in throw error } }
}

/// The answer to a request for a feed, and the state of the feed after it.
public struct FeedAnswer: Sendable {
  /// The latest document; nil if the known one is the latest.
  public var document: FeedDocument?
  /// The state to be saved.
  public var state: FeedState
  /// The failure of the address that the feed has moved to, if its old one gave this answer instead; otherwise nil. The
  /// old one may have another feed by now.
  public var moveFailure: FeedFailure?

  public init(_ document: FeedDocument?, _ state: FeedState) {
    self.document = document
    self.state = state
  }
}

/// An error for a program whose exit status says that it failed.
public struct FailedProgram: Error {
  /// The exit status, or the negative number of a signal.
  public var status: Int32
  /// The output, which may be a feed all the same: the status is often that of the last test in a script.
  public var output: Data
  /// The first line that it wrote to standard error; nil for none.
  public var message: String?

  public init(status: Int32, output: Data, message: String? = nil) {
    self.status = status
    self.output = output
    self.message = message
  }
}

/// A failed request for a feed, and the state of the feed after it.
public struct FeedFailure: Error {
  /// The reason.
  public var reason: any Error
  /// The state to be saved.
  public var state: FeedState
  /// The feeds that the document links to, if it is a page.
  public var links: [FeedLink] = []
  /// The address that the document leads on to by itself, if it is a page without a feed; nil for none.
  public var refresh: URL?

  public init(_ reason: any Error, _ state: FeedState) {
    self.reason = reason
    self.state = state
  }
}
