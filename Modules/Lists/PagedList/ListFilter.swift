public import Essentials

/// A filter that a person turns on or off for a list. The raw value names it in saved positions and in sentences: "Only
/// unread."
public enum ListFilter: String, CaseIterable, Sendable {
  /// Only unread items.
  case unread

  /// Returns the condition that an item meets.
  /// - Parameter today: The start of the day.
  public func condition(today: Date) -> ListCondition {
    switch self {
    case .unread: .unread
    }
  }
}
