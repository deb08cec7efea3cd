public import LineEditor

/// What can be done with a list.
public enum ItemListAction<Command: Equatable & Sendable>: Equatable, Sendable {
  /// The screen is there for the first time.
  case appeared
  /// The screen will not come back.
  case disappeared
  /// So many rows fit on the screen.
  case fit(height: Int)
  /// Ask the server for the latest; what is shown stays until then.
  case reload
  /// Move the selection.
  case move(by: Int)
  /// Select the first row, or the last; where the server has more, that is loaded.
  case moveToFirst, moveToLast
  /// Open what is selected; on a page with nothing on it, press the button; where nothing was found, search the rest.
  case open
  /// Select the row in a line of the screen, or open it if it was selected.
  case click(line: Int)
  /// Begin to type a filter, or go on with the one there is.
  case beginFilter
  /// Look for what is typed in whole texts, or in titles alone again.
  case turnToTexts
  /// Begin to type the number of a row.
  case beginNumber
  /// Change what is typed.
  case edit(LineEdit)
  /// Take what is typed.
  case accept
  /// Leave what is typed, or stop loading, or show everything again.
  case cancel
  /// Show what is selected beside the list, without opening it.
  case preview
  /// Show only unread items, or all again.
  case toggleUnread
  /// Show the list in the next order.
  case sort
  /// Show the bookmarked items, or the list again.
  case toggleBookmarked
  /// Say something at the bottom, until the next key.
  case say(String)
  /// Do something else with the selected item.
  case command(Command)
}
