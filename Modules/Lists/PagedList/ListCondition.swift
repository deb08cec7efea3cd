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
  public var readsTitles: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains { $0.readsTitles }
    case .not(let condition): condition.readsTitles
    case .title: true
    case .unread, .parts, .date: false
    }
  }

  /// Returns whether an item meets the condition.
  /// - Parameter folded: The title as `TextSearch.folded` returns it.
  func isMet(isUnread: Bool, part: Int, folded: String, date: Date?) -> Bool {
    switch self {
    case .all(let conditions):
      return conditions.allSatisfy { $0.isMet(isUnread: isUnread, part: part, folded: folded, date: date) }
    case .any(let conditions):
      return conditions.contains { $0.isMet(isUnread: isUnread, part: part, folded: folded, date: date) }
    case .not(let condition): return !condition.isMet(isUnread: isUnread, part: part, folded: folded, date: date)
    case .unread: return isUnread
    case .parts(let parts): return parts.contains(part)
    case .date(let start, let end):
      return start.map { date ?? .distantPast > $0 } ?? true && end.map { date ?? .distantPast <= $0 } ?? true
    case .title(let texts, let isAtStart, let isAtEnd):
      var (rest, texts) = (folded[...], texts.map { TextSearch.folded($0) }[...])
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

extension ListReader {
  /// Returns a reader of the items that meet a condition.
  /// - Parameter condition: Returns the condition, each time that something is read.
  public func meeting(_ condition: @escaping @Sendable () -> ListCondition) -> Self {
    @Sendable func narrowed(_ query: ListQuery) -> ListQuery {
      var query = query
      query.filters.insert(.condition(condition()))
      return query
    }
    var reader = self
    reader.window = { [window] in try await window(narrowed($0), $1, $2, $3) }
    reader.count = { [count] in try await count(narrowed($0)) }
    reader.search = { [search] in search(narrowed($0)) }
    reader.ids = { [ids] in ids(narrowed($0)) }
    reader.isWhole = false
    return reader
  }
}
