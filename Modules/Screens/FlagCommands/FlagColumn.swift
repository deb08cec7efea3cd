public import Essentials
public import FlagsRepository
public import ItemList
public import Rendering

extension RowStyle {
  /// A column for marks, as wide for every item: `●` for what is unread, `+` for what of it is new,
  /// `★` for what is bookmarked.
  /// - Parameter lastVisit: the date since which items are new; nil where none is.
  public func column(of mark: ItemMark, lastVisit: Date?) -> [Span] {
    [
      Span(mark.isRead ? " " : mark.isNew(since: lastVisit) ? "+" : "●", base),
      Span(mark.isBookmarked ? "★ " : "  ", base),
    ]
  }
}
