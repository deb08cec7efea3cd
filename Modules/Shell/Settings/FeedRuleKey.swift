import Essentials
public import FeedRules
import NetworkClient
public import Subscriptions

/// A key of a rule for feeds in the configuration file.
public struct FeedRuleKey: Sendable {
  /// The key.
  public let name: String
  /// The placeholder of its value.
  public let value: String
  /// An explanation, line by line.
  public let help: [String]
  /// Reads its value into a rule.
  let read: @Sendable (_ value: JSON5, _ rule: inout FeedRule) throws(ValueError) -> Void

  private init<Value>(
    _ name: String, _ value: String, _ member: any WritableKeyPath<FeedRule, Value> & Sendable,
    _ read: @escaping @Sendable (_ value: JSON5) throws(ValueError) -> Value, _ help: String...
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.read = { value, rule throws(ValueError) in rule[keyPath: member] = try read(value) }
  }

  /// All keys. The first one says which feeds a rule is for.
  public static let all = [
    Self("match", "URL or \"@TAG\"", \.match, match, "the feed, or the feeds with a tag", "[default: every feed]"),
    Self("mute", "[WORD, …]", \.mute, words, "hide posts with one of these words; M shows them"),
    Self("only", "[WORD, …]", \.only, words, "hide posts with none of these words"),
    Self("quiet", "true", \.isQuiet, flag, "posts only in the feed's own list, and not counted"),
    Self(
      "refresh", "TIME", \.refresh, time, "time between two requests: \"30 min\", \"6 h\", \"2 d\"",
      "(5 min to 365 d)"),
    Self("headers", "{NAME: TEXT}", \.headers, headers, "header fields for the feed's own server"),
    Self("unreadOnUpdate", "true", \.isUnreadOnUpdate, flag, "a post that changes becomes unread again"),
  ]
}

extension FeedRules {
  /// The rules as `satchel config` shows them, without the values of header fields.
  var shown: ShownValue {
    isEmpty
      ? ShownValue("no rules", nil)
      : ShownValue(all.count == 1 ? "1 rule" : "\(all.count) rules", all.map(\.inWords))
  }

  /// Returns a clause about each rule that is for no feed of a file: "the rule for @nwes matches no feed; did you mean
  /// @news?" None as long as the file lists no feed.
  public func mismatches(in file: SubscriptionFile) -> [String] {
    guard !isEmpty, !file.subscriptions.isEmpty else { return [] }
    let tags = Set(file.subscriptions.flatMap(\.tags))
    return all.compactMap { rule in
      let candidates: [String]
      switch rule.match {
      case .all: return nil
      case .tag(let tag):
        if tags.contains(tag) { return nil }
        candidates = tags.sorted().map { "@\($0)" }
      case .feed(let id):
        if file[id] != nil { return nil }
        candidates = file.subscriptions.map(\.id)
      }
      let name = rule.match.inWords
      return "the rule for \(name.excerpt) matches no feed\(suggestion(for: name, in: candidates))"
    }
  }
}

extension FeedRule.Match {
  fileprivate var inWords: String {
    switch self {
    case .all: "every feed"
    case .tag(let tag): "@\(tag)"
    case .feed(let id): id
    }
  }
}

extension FeedRule {
  /// The rule on one line: `@news: mute ad, spam; quiet; every 6 h; headers Cookie`.
  fileprivate var inWords: String {
    let parts = [
      mute.isEmpty ? nil : "mute \(mute.joined(separator: ", "))",
      only.isEmpty ? nil : "only \(only.joined(separator: ", "))",
      isQuiet.map { $0 ? "quiet" : "not quiet" },
      refresh.map { "every \($0.inWords)" },
      headers.isEmpty ? nil : "headers \(headers.keys.sorted().joined(separator: ", "))",
      isUnreadOnUpdate.map { $0 ? "unread on update" : "not unread on update" },
    ]
    return "\(match.inWords): \(parts.compactMap(\.self).joined(separator: "; "))"
  }
}

extension Duration {
  /// The time in the largest unit of which it is a whole number: `6 h`, but `90 min`.
  fileprivate var inWords: String {
    let minutes = self / .seconds(60)
    for (length, unit) in [(1_440.0, "d"), (60, "h"), (1, "min")] {
      if let count = Int(exactly: minutes / length) { return "\(count) \(unit)" }
    }
    return "\(minutes) min"
  }
}

private func match(_ value: JSON5) throws(ValueError) -> FeedRule.Match {
  let needed = "the address of a feed, or \"@\" and a tag, in quotes"
  let text = try Written.file(value).text(needed)
  if text.hasPrefix("@") {
    guard text.count > 1 else { throw ValueError("needs a tag behind @") }
    return .tag(String(text.dropFirst()))
  }
  if text == "*" { return .all }
  do { return .feed(try Subscription.Source(text).id) } catch {
    let guess = text.contains("://") || text.hasPrefix("filter:") || text.hasPrefix("exec:") ? nil : "https://\(text)"
    let isAddress = guess.flatMap { URL(string: $0)?.host() }?.contains(".") == true
    throw ValueError(
      "needs \(needed), not \(value.inWords)\(isAddress ? "; did you mean \((guess ?? "").excerpt)?" : "")")
  }
}

private func words(_ value: JSON5) throws(ValueError) -> [String] {
  let needed = "a list of words such as [\"ad\", \"live blog\"]"
  guard case .array(let elements) = value.content, !elements.isEmpty else {
    throw ValueError("needs \(needed), not \(value.content == .array([]) ? "an empty list" : value.inWords)")
  }
  var words: [String] = []
  for element in elements {
    guard case .text(let word) = element.content else {
      throw ValueError("needs \(needed), not \(element.inWords) in it", line: element.line)
    }
    guard word.contains(where: { !$0.isWhitespace }) else {
      throw ValueError("has an empty word, which is in every post; delete it", line: element.line)
    }
    words.append(word)
  }
  return words
}

private func flag(_ value: JSON5) throws(ValueError) -> Bool {
  guard case .boolean(let flag) = value.content else { throw ValueError("needs true or false, not \(value.inWords)") }
  return flag
}

private func time(_ value: JSON5) throws(ValueError) -> Duration {
  let needed = "a time such as \"30 min\", \"6 h\" or \"2 d\""
  guard case .text(let text) = value.content else { throw ValueError("needs \(needed), not \(value.inWords)") }
  let digits = text.prefix { $0.isASCIIDigit || $0 == "." }
  let seconds: Double? =
    switch text.dropFirst(digits.count).drop(while: { $0 == " " }).lowercased() {
    case "m", "min", "minute", "minutes": 60
    case "h", "hour", "hours": 3_600
    case "d", "day", "days": 86_400
    default: nil
    }
  guard let number = Double(digits), let seconds else { throw ValueError("needs \(needed), not \(value.inWords)") }
  guard number * seconds >= 300, number * seconds <= 365 * 86_400 else {
    throw ValueError("needs a time from \"5 min\" to \"365 d\", not \(value.inWords)")
  }
  return .seconds(number * seconds)
}

/// Header fields that the program or the connection sets.
private let ownFields: Set = [
  "host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer", "expect",
  "proxy-connection", "proxy-authorization", "accept-encoding", "if-none-match", "if-modified-since", "if-match",
  "if-unmodified-since", "if-range", "range", "content-type",
]

private func headers(_ value: JSON5) throws(ValueError) -> [String: String] {
  guard case .object(let members) = value.content, !members.isEmpty else {
    throw ValueError("needs header fields such as { Cookie: \"…\" }, not \(value.inWords)")
  }
  var headers: [String: String] = [:]
  for member in members {
    let name = member.key
    guard name.isFieldName else {
      throw ValueError("has \"\(name.excerpt)\", which is not the name of a header field", line: member.line)
    }
    guard !ownFields.contains(name.lowercased()) else {
      throw ValueError("cannot set \(name), which satchel sets itself", line: member.line)
    }
    guard !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) else {
      throw ValueError("sets \(name) twice", line: member.line)
    }
    // The value may be a secret: it is in no message.
    guard case .text(let text) = member.value.content, text.isFieldValue else {
      throw ValueError("needs a text in quotes, without line breaks, for \(name)", line: member.value.line)
    }
    headers[name] = text
  }
  return headers
}
