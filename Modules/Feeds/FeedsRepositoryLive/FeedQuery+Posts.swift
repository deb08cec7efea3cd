import Essentials
import PagedList
import Subscriptions

extension FeedQuery {
  /// Returns the parts that may have posts for which the condition holds, and the condition that those of these parts
  /// meet.
  /// - Parameters:
  ///   - listed: The feeds that the file lists.
  ///   - now: The date from which ages count.
  func posts(of listed: [ListedFeed], now: Date) -> (parts: [Int], condition: ListCondition) {
    // Feeds for whose tags the same is left of the condition share it.
    var conditions = [ListCondition]()
    var parts = [ListCondition: [Int]]()
    for feed in listed {
      let condition = condition.posts(ofFeedTagged: feed.subscription.tags, now: now)
      if condition == .never { continue }
      if parts[condition] == nil { conditions.append(condition) }
      parts[condition, default: []].append(feed.part)
    }
    let condition: ListCondition =
      conditions.count == 1
      ? conditions[0] : .disjunction(conditions.map { .conjunction([.parts(Set(parts[$0] ?? [])), $0]) })
    return (conditions.flatMap { parts[$0] ?? [] }, condition)
  }
}

extension FeedQuery.Condition {
  /// Returns what is left of the condition for the posts of a feed with some tags.
  fileprivate func posts(ofFeedTagged tags: [String], now: Date) -> ListCondition {
    switch self {
    case .and(let left, let right):
      .conjunction([left, right].map { $0.posts(ofFeedTagged: tags, now: now) })
    case .or(let left, let right): .disjunction([left, right].map { $0.posts(ofFeedTagged: tags, now: now) })
    case .not(let condition): condition.posts(ofFeedTagged: tags, now: now).negated
    case .unread(let isUnread): isUnread ? .unread : .not(.unread)
    case .tag(let tag): tags.contains(tag) ? .always : .never
    case .title(let pattern): .disjunction(pattern.alternatives.map(ListCondition.init))
    case .age(let days):
      // Days are rounded towards zero.
      .date(
        after: days.upperBound == .max ? nil : now.before(Double(days.upperBound) + (days.upperBound < 0 ? 0 : 1)),
        upTo: days.lowerBound == .min ? nil : now.before(Double(days.lowerBound) - (days.lowerBound > 0 ? 0 : 1)))
    }
  }
}

extension Date {
  /// Returns the date some days before this one.
  fileprivate func before(_ days: Double) -> Date { addingTimeInterval(-days * 86_400) }
}

extension ListCondition {
  fileprivate init(_ alternative: TitlePattern.Alternative) {
    self =
      alternative.texts.isEmpty
      ? .always : .title(alternative.texts, isAtStart: alternative.isAtStart, isAtEnd: alternative.isAtEnd)
  }
}
