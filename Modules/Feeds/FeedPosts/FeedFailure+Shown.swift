public import CachedResource
import FeedDocument
import FeedsService
import NetworkClient

extension NetworkClient.Error {
  /// Whether the answer means that the server has no list of posts at the address.
  var meansNoPosts: Bool {
    switch self {
    case .undecodable, .rejected(400), .rejected(404), .rejected(405), .rejected(406), .rejected(410): true
    default: false
    }
  }
}

extension FeedFailure {
  /// The reason in the words that all resources share.
  var shown: any Error { (reason as? FeedDocument.Failure).map { AnswerFailure($0) } ?? reason }
}

extension AnswerFailure {
  /// Whether the answer is complete, but not a feed.
  public var isOfAnotherKind: Bool {
    switch self {
    case .pageWithoutFeed, .otherJSON, .brokenJSON, .otherXML, .empty, .unknownKind: true
    case .refusesPrograms, .pausedUntil, .askedElsewhere, .ended, .noXML, .failedProgram, .unreadableFile: false
    }
  }
}
