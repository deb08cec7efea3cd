import Essentials

extension FeedQuery.Condition {
  /// Reads a condition in newsboat's filter language.
  ///
  /// `and` and `or` have the same precedence, and the rest after either belongs together: `a and b or c` is
  /// `a and (b or c)`.
  init(_ text: String) throws(FeedQuery.Problem) {
    var reader = ConditionReader(text)
    self = try reader.whole()
    guard depth() <= Self.depthLimit else { throw .tooLong }
  }

  /// The databases of old systems understand no more.
  private static var depthLimit: Int { 24 }

  /// Returns how often `and` and `or` take turns within each other.
  private func depth(inAnd isInAnd: Bool? = nil) -> Int {
    switch self {
    case .and(let left, let right):
      max(left.depth(inAnd: true), right.depth(inAnd: true)) + (isInAnd == true ? 0 : 1)
    case .or(let left, let right):
      max(left.depth(inAnd: false), right.depth(inAnd: false)) + (isInAnd == false ? 0 : 1)
    case .not(let condition): condition.depth(inAnd: isInAnd)
    case .unread, .tag, .title, .age: 0
    }
  }
}

/// A reader of newsboat's filter language.
private struct ConditionReader {
  private var rest: Substring
  private var count = 0
  private static let limit = 200

  init(_ text: String) { rest = text[...] }

  mutating func whole() throws(FeedQuery.Problem) -> FeedQuery.Condition {
    let condition = try expression()
    guard rest.isEmpty else { throw .syntax(at: String(rest)) }
    return condition
  }

  private mutating func expression() throws(FeedQuery.Problem) -> FeedQuery.Condition {
    count += 1
    guard count <= Self.limit else { throw .tooLong }
    skipSpaces()
    let left: FeedQuery.Condition
    if take("(") {
      left = try expression()
      guard take(")") else { throw .syntax(at: String(rest)) }
    } else {
      left = try comparison()
    }
    skipSpaces()
    let start = rest
    let isAnd = take("and")
    guard isAnd || take("or") else { return left }
    // `and` and `or` need a space or a parenthesis after them.
    guard rest.first == " " || rest.first == "(" else { throw .syntax(at: String(start)) }
    let right = try expression()
    return isAnd ? .and(left, right) : .or(left, right)
  }

  private mutating func comparison() throws(FeedQuery.Problem) -> FeedQuery.Condition {
    let start = rest
    let attribute = String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) })
    rest.removeFirst(attribute.count)
    skipSpaces()
    let operators = ["=~", "==", "=", "!~", "!=", "<=", ">=", "<", ">", "between", "#", "!#"]
    guard !attribute.isEmpty, let symbol = operators.first(where: { take($0) }) else {
      throw .syntax(at: String(attribute.isEmpty ? start : rest))
    }
    skipSpaces()
    guard let value = value() else { throw .syntax(at: String(rest)) }
    let written = String(start[..<rest.startIndex])
    let sign = symbol == "==" ? "=" : symbol
    let condition: FeedQuery.Condition? =
      switch (attribute, value) {
      case ("unread", .text(let text)): Self.unread(sign, text)
      case ("tags", .text(let text)): Self.tag(sign, text)
      case ("title", .text(let text)): Self.title(sign, text)
      case ("age", .numbers(let low, let high)): Self.age(sign, low, high)
      case ("age", .text(let text)): Int(text).flatMap { Self.age(sign, $0, nil) }
      default: nil
      }
    guard let condition else { throw .unsupported(written) }
    return condition
  }

  // MARK: - Attributes

  private static func unread(_ sign: String, _ text: String) -> FeedQuery.Condition? {
    guard ["=", "!="].contains(sign), ["yes", "no"].contains(text) else { return nil }
    return .unread((text == "yes") == (sign == "="))
  }

  private static func tag(_ sign: String, _ text: String) -> FeedQuery.Condition? {
    let tag = FeedQuery.Condition.tag(text.withoutEscapes)
    return sign == "#" ? tag : sign == "!#" ? .not(tag) : nil
  }

  private static func title(_ sign: String, _ text: String) -> FeedQuery.Condition? {
    let isExpression = sign == "=~" || sign == "!~"
    guard isExpression || sign == "=" || sign == "!=" else { return nil }
    let whole = TitlePattern([.init([text.withoutEscapes], isAtStart: true, isAtEnd: true)])
    guard let pattern = isExpression ? TitlePattern(expression: text) : whole else { return nil }
    return sign.hasPrefix("!") ? .not(.title(pattern)) : .title(pattern)
  }

  private static func age(_ sign: String, _ low: Int, _ high: Int?) -> FeedQuery.Condition? {
    switch (sign, high) {
    case ("between", let high?): .age(min(low, high)...max(low, high))
    case ("<", nil): low == .min ? nil : .age(.min...low - 1)
    case ("<=", nil): .age(.min...low)
    case (">", nil): low == .max ? nil : .age(low + 1 ... .max)
    case (">=", nil): .age(low ... .max)
    case ("=", nil): .age(low...low)
    case ("!=", nil): .not(.age(low...low))
    default: nil
    }
  }

  // MARK: - Tokens

  private enum Value {
    case text(String)
    /// A number, or the two of a range.
    case numbers(Int, Int?)
  }

  private mutating func value() -> Value? {
    if rest.first == "\"" {
      var end = rest.index(after: rest.startIndex)
      while end < rest.endIndex, rest[end] != "\"" {
        if rest[end] == "\\" { end = rest.index(after: end) }
        guard end < rest.endIndex else { return nil }
        end = rest.index(after: end)
      }
      guard end < rest.endIndex else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return .text(String(rest[..<end].dropFirst()))
    }
    guard let low = number() else { return nil }
    let afterLow = rest
    if take(":"), let high = number() { return .numbers(low, high) }
    rest = afterLow
    return .numbers(low, nil)
  }

  private mutating func number() -> Int? {
    let sign = rest.first == "-" ? "-" : ""
    let digits = rest.dropFirst(sign.count).prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(sign.count + digits.count)
    return Int(sign + digits) ?? (sign.isEmpty ? .max : .min)
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }
}

extension String {
  /// The text without the backslashes that escape characters.
  fileprivate var withoutEscapes: String {
    var text = ""
    var isEscaped = false
    for character in self {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { text.append(character) }
    }
    return text
  }
}
