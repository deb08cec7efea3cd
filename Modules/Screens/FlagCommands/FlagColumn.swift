public import Essentials
public import FlagsRepository
public import ItemList
public import Rendering

extension RowStyle {
  /// Returns the column of flags, equally wide for every item: `●` for unread, `+` for unread and new, `★` for
  /// bookmarked.
  ///
  /// - Parameter lastVisit: The date since which items are new; nil if no item is new.
  public func column(of mark: ItemMark, lastVisit: Date?) -> [Span] {
    [
      Span(mark.isRead ? " " : mark.isNew(since: lastVisit) ? "+" : "●", unread),
      Span(mark.isBookmarked ? "★ " : "  ", base),
    ]
  }
}
