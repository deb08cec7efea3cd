import Essentials

/// The file that lists the subscriptions, in the syntax of newsboat's `urls`.
///
/// Each line has an address and tags. It preserves every byte that an edit does not concern.
public struct SubscriptionFile: Hashable, Sendable {
  /// A line that was not understood, or only in part.
  public struct Problem: Hashable, Sendable {
    /// The reason.
    public enum Kind: Error, Hashable, Sendable {
      /// The address begins with neither `http://`, `https://`, `exec:`, `filter:` nor `query:`.
      case unsupportedAddress(String)
      /// The address has no host, or a character that no address has.
      case invalidAddress(String)
      /// No command follows `exec:`.
      case noCommand
      /// After `filter:` there is no command, or no address.
      case incompleteFilter(String)
      /// A query that was not understood, by its title.
      case query(String, FeedQuery.Problem)
      /// A closing quotation mark is missing. The rest of the line is read as the text in quotes.
      case openQuote
      /// Some bytes are not UTF-8.
      case notUTF8
    }

    /// The number of the line, from 1.
    public var line: Int
    /// The reason.
    public var kind: Kind

    public init(line: Int, _ kind: Kind) {
      self.line = line
      self.kind = kind
    }
  }

  /// The subscriptions, in the order of their first lines, each once.
  public private(set) var subscriptions: [Subscription] = []
  /// The queries, in the order of their lines.
  public private(set) var queries: [FeedQuery] = []
  /// The lines that were not understood.
  public private(set) var problems: [Problem] = []

  private(set) var lines: [SubscriptionLine] = []
  /// The positions in `subscriptions`.
  private var indices: [Subscription.ID: Int] = [:]
  private var queryIDs: Set<FeedQuery.ID> = []

  /// Reads a file.
  public init(_ bytes: [UInt8] = []) { replaceLines(SubscriptionLine.all(in: bytes)) }

  /// The contents of the file.
  public var bytes: [UInt8] { lines.reduce(into: []) { $0 += $1.bytes + $1.end } }

  /// Returns a line without its end; nil if there is none with this number.
  public func line(_ number: Int) -> String? {
    guard lines.indices.contains(number - 1) else { return nil }
    return String(decoding: lines[number - 1].bytes, as: UTF8.self)
  }

  /// Returns the subscription to a feed; nil if there is none.
  public subscript(_ id: Subscription.ID) -> Subscription? { indices[id].map { subscriptions[$0] } }

  /// All tags of subscriptions that are not hidden, in the order of the file, each once.
  public var tags: [String] {
    subscriptions.lazy.filter { !$0.isHidden }.flatMap(\.tags).unique
  }

  // MARK: - Reading

  mutating func replaceLines(_ all: [SubscriptionLine]) {
    self = Self(withoutLines: ())
    lines.reserveCapacity(all.count)
    for line in all { append(line) }
  }

  /// Appends a line and reads it.
  mutating func append(_ line: SubscriptionLine) {
    lines.append(line)
    let number = lines.count
    let tokens = line.tokens
    guard let first = tokens.first else { return }
    if !tokens.allSatisfy(\.isText) { problems.append(Problem(line: number, .notUTF8)) }
    if tokens.last?.isOpen == true { problems.append(Problem(line: number, .openQuote)) }
    do {
      try add(first, Labels(tokens.dropFirst()), number)
    } catch {
      // An address that lacks a quotation mark contains the rest of the line.
      if !first.isOpen { problems.append(Problem(line: number, error)) }
    }
  }

  private init(withoutLines: Void) {}

  private mutating func add(_ first: SubscriptionLine.Token, _ labels: Labels, _ number: Int) throws(Problem.Kind) {
    if first.text.hasPrefix("query:") {
      var query = try FeedQuery(first.text, tags: labels.tags, isHidden: labels.isHidden, line: number)
      query.title = labels.title ?? query.title
      if !queryIDs.insert(query.id).inserted { query.id += " (line \(number))" }
      queries.append(query)
      return
    }
    let subscription = Subscription(
      try first.source, title: labels.title, tags: labels.tags, isHidden: labels.isHidden, line: number)
    if let known = indices[subscription.id] { return subscriptions[known].merge(labels) }
    indices[subscription.id] = subscriptions.count
    subscriptions.append(subscription)
  }
}

/// The labels after an address: title, tags, and whether the feed is hidden.
struct Labels {
  private(set) var title: String?
  private(set) var tags: [String] = []
  private(set) var isHidden = false

  init(_ tokens: some Sequence<SubscriptionLine.Token>) {
    for token in tokens {
      let text = token.text
      switch token.value.first {
      case UInt8(ascii: "~"): title = title ?? text.withoutMark
      case UInt8(ascii: "!"): isHidden = true
      default: tags.append(text)
      }
    }
    tags = tags.unique
  }
}

extension Subscription {
  /// Adds the labels of another line of the same feed. The first title counts.
  fileprivate mutating func merge(_ labels: Labels) {
    title = title ?? labels.title
    tags = (tags + labels.tags).unique
    isHidden = isHidden || labels.isHidden
  }
}

extension Sequence<String> {
  /// The texts in their order, each once, and none that is blank.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { text in text.contains { !$0.isWhitespace } && seen.insert(text).inserted }
  }
}

extension String {
  /// The text after `~`, without blanks at both ends; nil if nothing is left.
  fileprivate var withoutMark: String? {
    let text = String(Substring(utf8.dropFirst())).trimmed
    return text.isEmpty ? nil : text
  }
}
