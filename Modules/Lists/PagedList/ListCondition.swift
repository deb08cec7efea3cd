public import Essentials
import TextSearch

/// A condition on an item, made of parts that a store can look up.
public indirect enum ListCondition: Hashable, Sendable {
  /// The item meets all of them; none are met by every item.
  case all([ListCondition])
  /// The item meets one of them at least; none are met by no item.
  case any([ListCondition])
  /// The item does not meet the condition.
  case not(ListCondition)
  /// The item is unread.
  case unread
  /// The item is in one of these parts of the list.
  case parts(Set<Int>)
  /// The title contains the texts one after another, in upper or lower case.
  case title([String], isAtStart: Bool = false, isAtEnd: Bool = false)
  /// The date, which decides the order of the newest items, is later than the first one and not later than the second.
  /// An item without a date is older than any other.
  case date(after: Date?, upTo: Date?)

  /// The item is hidden without `showsHidden`, and so is every other item with its text.
  case hidden
  /// The item arrived in the list after a date: in front of listed items, or in a list whose end was known.
  case arrived(after: Date)
  /// The item had arrived when a window was read; the number is the window's `arrival`.
  case arrivedBy(Int64)

  /// The condition that every item meets.
  public static let always = Self.all([])
  /// The condition that no item meets.
  public static let never = Self.any([])
}

extension ListCondition {
  /// Returns the condition that all of some conditions are met, without needless parts.
  public static func conjunction(_ conditions: [Self]) -> Self {
    let parts = conditions.flatMap { if case .all(let parts) = $0 { parts } else { [$0] } }
    if parts.contains(.never) { return .never }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Returns the condition that one of some conditions is met, without needless parts.
  public static func disjunction(_ conditions: [Self]) -> Self {
    let parts = conditions.flatMap { if case .any(let parts) = $0 { parts } else { [$0] } }
    if parts.contains(.always) { return .always }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  /// The opposite, without needless parts.
  public var negated: Self {
    switch self {
    case .always: .never
    case .never: .always
    case .not(let condition): condition
    default: .not(self)
    }
  }

  /// Whether all titles have to be compared to find the items.
  public var readsTitles: Bool { hasPart { if case .title = $0 { true } else { false } } }

  /// Whether it depends on what was read.
  var readsFlags: Bool { hasPart { $0 == .unread } }

  private func hasPart(_ isSuch: (Self) -> Bool) -> Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains { $0.hasPart(isSuch) }
    case .not(let condition): condition.hasPart(isSuch)
    case .unread, .parts, .title, .date, .hidden, .arrived, .arrivedBy: isSuch(self)
    }
  }

  /// Returns whether an item meets the condition.
  public func isMet(by facts: ListFacts) -> Bool {
    switch self {
    case .all(let conditions): return conditions.allSatisfy { $0.isMet(by: facts) }
    case .any(let conditions): return conditions.contains { $0.isMet(by: facts) }
    case .not(let condition): return !condition.isMet(by: facts)
    case .unread: return facts.isUnread
    case .parts(let parts): return parts.contains(facts.part)
    case .hidden, .arrived: return false
    case .arrivedBy: return true
    case .date(let start, let end):
      let date = facts.date ?? .distantPast
      return start.map { date > $0 } ?? true && end.map { date <= $0 } ?? true
    case .title(let texts, let isAtStart, let isAtEnd):
      var rest = TextSearch.folded(facts.title)[...]
      var texts = texts.map { TextSearch.folded($0) }[...]
      if isAtEnd, let last = texts.popLast() {
        guard rest.hasSuffix(last), !isAtStart || !texts.isEmpty || rest == last else { return false }
        rest.removeLast(last.count)
      }
      if isAtStart, let first = texts.popFirst() {
        guard rest.hasPrefix(first) else { return false }
        rest.removeFirst(first.count)
      }
      for text in texts where !text.isEmpty {
        guard let found = rest.firstRange(of: text) else { return false }
        rest = rest[found.upperBound...]
      }
      return true
    }
  }
}

/// The properties of an item in memory on which queries depend. Items in memory do not arrive.
public struct ListFacts: Sendable {
  /// The title.
  public var title: String
  /// The full text, without the title.
  public var text: String
  /// Whether the item counts as unread.
  public var isUnread: Bool
  /// The date by which the newest items are found.
  public var date: Date?
  /// The number of its part, in a list of several.
  public var part: Int

  public init(title: String, text: String = "", isUnread: Bool = true, date: Date? = nil, part: Int = 0) {
    self.title = title
    self.text = text
    self.isUnread = isUnread
    self.date = date
    self.part = part
  }
}

extension ListReader {
  /// Returns a reader of the items that meet a condition.
  /// - Parameter condition: Returns the condition, each time that something is read.
  public func meeting(_ condition: @escaping @Sendable () -> ListCondition) -> Self {
    @Sendable func narrowed(_ query: ListQuery) -> ListQuery {
      var query = query
      query.condition = .conjunction([query.condition, condition()])
      return query
    }
    var reader = self
    reader.window = { [window] in try await window(narrowed($0), $1, $2, $3) }
    reader.count = { [count] in try await count(narrowed($0)) }
    reader.search = { [search] in search(narrowed($0), $1) }
    reader.ids = { [ids] in ids(narrowed($0)) }
    reader.coversStore = false
    return reader
  }
}
