public import CachedResource
import Essentials
public import NetworkClient

extension FailureRecord {
  /// Creates a record of the reason for which a feed failed.
  public init(feed reason: any Error) {
    switch reason {
    case let error as NetworkClient.Error: self.init(error)
    case let failure as AnswerFailure: self.init(words: failure.words)
    default: self.init(.unreachable(.other("\(reason)")))
    }
  }

  /// The reason for which a feed failed: `NetworkClient.Error` or `AnswerFailure`; nil for unknown words.
  public var feedFailure: (any Error)? { error ?? AnswerFailure(words) }
}

extension Error {
  /// Whether a server was too busy to answer with a feed.
  public var meansTooBusy: Bool {
    switch self as any Error {
    case NetworkClient.Error.rejected(429), NetworkClient.Error.rejected(503), AnswerFailure.refusesPrograms(503): true
    default: false
    }
  }
}

extension AnswerFailure {
  /// Whether the answer is complete, but not a feed.
  public var isOfAnotherKind: Bool {
    switch self {
    case .pageWithoutFeed, .pageWithFeed, .otherJSON, .brokenJSON, .otherXML, .empty, .unknownKind: true
    case .refusesPrograms, .pausedUntil, .askedElsewhere, .ended, .noXML, .failedProgram, .slowProgram,
      .unreadableFile:
      false
    }
  }

  fileprivate var words: [String] {
    switch self {
    case .pageWithFeed(let feed): ["pageWithFeed", feed]
    case .otherXML(let root): ["otherXML", root]
    case .refusesPrograms(let status): ["refusesPrograms", String(status)]
    case .pausedUntil(let date): ["pausedUntil", String(date.timeIntervalSince1970)]
    case .failedProgram(let status, let message):
      ["failedProgram"] + (status.map { [String($0)] + [message].compactMap(\.self) } ?? [])
    case .unreadableFile(let path): ["unreadableFile", path]
    case .pageWithoutFeed, .otherJSON, .brokenJSON, .empty, .unknownKind, .askedElsewhere, .ended, .noXML,
      .slowProgram:
      Self.plain.filter { $0.value == self }.map(\.key)
    }
  }

  fileprivate init?(_ words: [String]) {
    guard let kind = words.first else { return nil }
    let failure: Self? =
      switch (kind, words.dropFirst().first) {
      case ("pageWithFeed", let feed?): .pageWithFeed(feed)
      case ("otherXML", let root?): .otherXML(root)
      case ("refusesPrograms", let status?): Int(status).map { .refusesPrograms($0) }
      case ("pausedUntil", let date?): Double(date).map { .pausedUntil(Date(timeIntervalSince1970: $0)) }
      case ("failedProgram", let status):
        .failedProgram(status.flatMap { Int32($0) }, message: words.count > 2 ? words[2] : nil)
      case ("unreadableFile", let path?): .unreadableFile(path)
      default: Self.plain[kind]
      }
    guard let failure else { return nil }
    self = failure
  }

  private static let plain: [String: Self] = [
    "pageWithoutFeed": .pageWithoutFeed, "otherJSON": .otherJSON, "brokenJSON": .brokenJSON, "empty": .empty,
    "unknownKind": .unknownKind, "askedElsewhere": .askedElsewhere, "ended": .ended, "noXML": .noXML,
    "slowProgram": .slowProgram,
  ]
}
