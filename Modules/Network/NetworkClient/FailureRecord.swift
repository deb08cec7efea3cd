/// The reason of a failure as a JSON array of words, from the general to the specific. Words of a later version are
/// preserved.
public struct FailureRecord: Codable, Hashable, Sendable {
  /// The words.
  public var words: [String]

  /// The limit for a word in characters. Servers write some, such as the target of a redirect.
  private static let limit = 1_000

  public init(words: [String]) { self.words = words.map { String($0.prefix(Self.limit)) } }

  public init(_ error: NetworkClient.Error) { self.init(words: error.words) }

  public init(from decoder: any Decoder) throws { words = try [String](from: decoder) }

  /// Encodes the words as an array.
  public func encode(to encoder: any Encoder) throws { try words.encode(to: encoder) }

  /// The reason, if the words name an error of a request.
  public var error: NetworkClient.Error? {
    switch (words.first, words.dropFirst().first) {
    case ("unreachable", _): NetworkClient.Cause(words.dropFirst()).map { .unreachable($0) }
    case ("rejected", let status?): Int(status).map { .rejected(status: $0) }
    case ("undecodable", let text?): .undecodable(text)
    case ("page", _): .page
    case ("tooLarge", let limit?): Int(limit).map { .tooLarge(limit: $0) }
    default: nil
    }
  }
}

extension NetworkClient.Error {
  fileprivate var words: [String] {
    switch self {
    case .unreachable(let cause): ["unreachable"] + cause.words
    case .rejected(let status): ["rejected", String(status)]
    case .undecodable(let text): ["undecodable", text]
    case .page: ["page"]
    case .tooLarge(let limit): ["tooLarge", String(limit)]
    }
  }
}

extension NetworkClient.Cause {
  fileprivate var words: [String] {
    switch self {
    case .misdirected(let target): ["misdirected", target]
    case .other(let text): ["other", text]
    case .elsewhere(let place, let cause): ["elsewhere", place] + cause.words
    case .proxy(let place, let cause): ["proxy", place] + cause.words
    case .noAuthorities(let file): ["noAuthorities", file]
    case .offline, .notUsed, .unknownHost, .refused, .notConnected, .timedOut, .incomplete, .tooLate, .lost, .untrusted,
      .notHTTP, .circular:
      Self.plain.filter { $0.value == self }.map { $0.key }
    }
  }

  fileprivate init?(_ words: ArraySlice<String>) {
    guard let kind = words.first else { return nil }
    let rest = words.dropFirst()
    switch (kind, rest.first) {
    case ("misdirected", let target?): self = .misdirected(to: target)
    case ("other", let text?): self = .other(text)
    case ("elsewhere", let place?):
      guard let cause = Self(rest.dropFirst()) else { return nil }
      self = .elsewhere(at: place, cause)
    case ("proxy", let place?):
      guard let cause = Self(rest.dropFirst()) else { return nil }
      self = .proxy(at: place, cause)
    case ("noAuthorities", let file?): self = .noAuthorities(file: file)
    default:
      guard let cause = Self.plain[kind] else { return nil }
      self = cause
    }
  }

  private static let plain: [String: Self] = [
    "offline": .offline, "notUsed": .notUsed, "unknownHost": .unknownHost, "refused": .refused,
    "notConnected": .notConnected, "timedOut": .timedOut, "tooLate": .tooLate, "lost": .lost, "untrusted": .untrusted,
    "notHTTP": .notHTTP, "circular": .circular, "incomplete": .incomplete,
  ]
}
