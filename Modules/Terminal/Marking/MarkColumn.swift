public import ItemList
public import ItemMarks
public import Rendering

extension RowStyle {
  /// A column for marks, as wide for every item: `●` for what is unread, `+` for what of it is new,
  /// `★` for what is bookmarked.
  public func column(of mark: ItemMark) -> [Span] {
    [Span(mark.isRead ? " " : mark.isNew ? "+" : "●", base), Span(mark.isBookmarked ? "★ " : "  ", base)]
  }
}
