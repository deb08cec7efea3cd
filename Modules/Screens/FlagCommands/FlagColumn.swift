public import Essentials
public import FlagsStore
public import ItemList
public import Rendering

extension RowStyle {
  /// Returns the column of flags, equally wide for every item: `●` for unread, `+` for unread and new, `★` for
  /// bookmarked.
  ///
  /// - Parameter lastVisit: The date since which items are new; nil if no item is new.
  public func column(of flags: ItemFlags, lastVisit: Date?) -> [Span] {
    [
      Span(flags.isRead ? " " : flags.isNew(since: lastVisit) ? "+" : "●", unread),
      Span(flags.isBookmarked ? "★ " : "  ", base),
    ]
  }
}
