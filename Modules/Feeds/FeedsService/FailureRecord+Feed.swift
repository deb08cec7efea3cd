public import CachedResource
import Essentials
public import NetworkClient

extension FailureRecord {
  /// Creates a record of the reason for which a feed failed.
  public init(feed reason: any Error) {
    switch reason {
    case let error as NetworkClient.Error: self.init(error)
    case let failure as AnswerFailure:
      let json = try? JSONEncoder().encode(failure)
      self.init(words: ["answer", String(decoding: json ?? Data(), as: UTF8.self)])
    default: self.init(.unreachable(.other("\(reason)")))
    }
  }

  /// The reason for which a feed failed: `NetworkClient.Error` or `AnswerFailure`; nil for unknown words.
  public var feedFailure: (any Error)? {
    guard words.count == 2, words[0] == "answer" else { return error }
    return try? JSONDecoder().decode(AnswerFailure.self, from: Data(words[1].utf8))
  }
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
