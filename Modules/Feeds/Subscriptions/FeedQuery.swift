import Essentials

/// A line that shows entries of all feeds for which a condition holds.
public struct FeedQuery: Hashable, Sendable, Identifiable {
  /// A condition on an entry and its feed.
  public indirect enum Condition: Hashable, Sendable {
    /// Both conditions.
    case and(Condition, Condition)
    /// At least one of the conditions.
    case or(Condition, Condition)
    /// The opposite of a condition.
    case not(Condition)
    /// The entry is unread, or is read.
    case unread(Bool)
    /// The feed has the tag.
    case tag(String)
    /// The title of the entry matches, in upper or lower case.
    case title(TitlePattern)
    /// The whole days since the entry was published, rounded towards zero, are in the range.
    case age(ClosedRange<Int>)
  }

  /// The reason why a query was not understood.
  public enum Problem: Error, Hashable, Sendable {
    /// There is no title, or no condition.
    case incomplete
    /// The condition is not in newsboat's filter language from here on; empty at its end.
    case syntax(at: String)
    /// The condition has more than 200 parts, or `and` and `or` take turns more than 24 times.
    case tooLong
    /// The condition asks for something that is known to newsboat but not here.
    case unsupported(String)
  }

  /// The identity in its file: the title, with the line if a query before it has the same.
  public internal(set) var id: String
  /// The title.
  public var title: String
  /// The condition.
  public var condition: Condition
  /// The tags.
  public var tags: [String]
  /// Whether the query is left out of the list of feeds.
  public var isHidden: Bool
  /// The number of the line, from 1.
  public var line: Int
  /// The query as it is written, without quotes.
  public var text: String

  public init(
    _ title: String, _ condition: Condition, tags: [String] = [], isHidden: Bool = false, line: Int, text: String = ""
  ) {
    id = title
    self.title = title
    self.condition = condition
    self.tags = tags
    self.isHidden = isHidden
    self.line = line
    self.text = text
  }

  init(_ text: String, tags: [String], isHidden: Bool, line: Int) throws(SubscriptionFile.Problem.Kind) {
    let parts = text.dropFirst("query:".count).split(separator: ":", maxSplits: 1)
    let title = parts.first.map { String($0).trimmed } ?? ""
    guard parts.count == 2, !title.isEmpty, !parts[1].allSatisfy({ $0 == " " }) else {
      throw .query(title, .incomplete)
    }
    do {
      self.init(title, try Condition(String(parts[1])), tags: tags, isHidden: isHidden, line: line, text: text)
    } catch {
      throw .query(title, error)
    }
  }
}

/// A pattern for titles: any of some alternatives.
///
/// It holds those of newsboat's regular expressions that a database can look up: texts, `.*`, `^`, `$` and `|`.
public struct TitlePattern: Hashable, Sendable {
  /// Texts that occur in this order, with anything between them.
  public struct Alternative: Hashable, Sendable {
    /// The texts; none if every title matches.
    public var texts: [String]
    /// Whether the title begins with the first text.
    public var isAtStart: Bool
    /// Whether the title ends with the last text.
    public var isAtEnd: Bool

    public init(_ texts: [String], isAtStart: Bool = false, isAtEnd: Bool = false) {
      self.texts = texts
      self.isAtStart = isAtStart
      self.isAtEnd = isAtEnd
    }
  }

  /// The alternatives.
  public var alternatives: [Alternative]

  public init(_ alternatives: [Alternative]) { self.alternatives = alternatives }

  /// Reads a regular expression; nil if it needs more than this pattern can express.
  init?(expression: String) {
    alternatives = []
    var part = Part()
    var rest = Self.withoutGroup(expression)[...]
    while let next = rest.popFirst() {
      guard !part.isAtEnd || next == "|" else { return nil }
      switch next {
      case "|":
        guard let alternative = part.alternative else { return nil }
        alternatives.append(alternative)
        part = Part()
      case "^":
        guard part == Part() else { return nil }
        part.isAtStart = true
      case "$": part.isAtEnd = true
      case "." where rest.first == "*":
        rest.removeFirst()
        part.addGap()
      case "\\":
        // A backslash before a letter or digit has a meaning in some programs.
        guard let escaped = rest.popFirst(), !escaped.isLetter, !escaped.isNumber else { return nil }
        part.add(escaped)
      case ".", "*", "+", "?", "(", ")", "[", "{": return nil
      default: part.add(next)
      }
    }
    guard let alternative = part.alternative else { return nil }
    alternatives.append(alternative)
  }

  /// An alternative while it is read.
  private struct Part: Equatable {
    var texts: [String] = []
    var isAtStart = false
    var isAtEnd = false
    var beginsWithGap = false
    var isAfterGap = false

    mutating func add(_ character: Character) {
      if texts.isEmpty || isAfterGap { texts.append("") }
      texts[texts.count - 1].append(character)
      isAfterGap = false
    }

    mutating func addGap() {
      if texts.isEmpty { beginsWithGap = true }
      isAfterGap = true
    }

    /// The alternative; nil for one that only empty titles match.
    var alternative: Alternative? {
      if isAtStart, isAtEnd, texts.isEmpty, !isAfterGap { return nil }
      return Alternative(
        texts, isAtStart: isAtStart && !beginsWithGap && !texts.isEmpty,
        isAtEnd: isAtEnd && !isAfterGap && !texts.isEmpty)
    }
  }

  /// Returns an expression without parentheses around all of it.
  private static func withoutGroup(_ expression: String) -> String {
    let inner = expression.dropFirst().dropLast()
    let isGroup = expression.hasPrefix("(") && expression.hasSuffix(")") && !inner.contains { "()\\".contains($0) }
    return isGroup ? String(inner) : expression
  }
}
