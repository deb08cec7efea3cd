extension ItemListState {
  /// Whether something is about rows that are being read right now: it is to be done after the next change then. Typing
  /// never waits, and nothing waits for the server.
  public func mustWait<Command>(_ action: ItemListAction<Command>) -> Bool {
    switch action {
    case .move: !isRead || isAwaited
    case .moveToLast: !isRead || isAwaited || isFiltered && filter?.search?.isAgain == false
    case .open, .click, .command: !isRead || isAwaited || isSelectedBeingRead
    case .accept: isTyping && !isBlank && (!isRead || number == nil && isAwaited)
    case .appeared, .disappeared, .fit, .reload, .moveToFirst, .beginFilter, .turnToTexts, .beginNumber, .edit, .cancel,
      .preview, .say, .toggleUnread, .sort, .toggleBookmarked:
      false
    }
  }

  private var isBlank: Bool { number?.isEmpty ?? filter?.isBlank ?? true }

  private var isAwaited: Bool { filter?.search?.isAwaited == true }

  var isSelectedBeingRead: Bool {
    shown.count > 0 && shown.selected == nil && (isFiltered ? filter?.reading != nil : work.read != nil)
  }
}
