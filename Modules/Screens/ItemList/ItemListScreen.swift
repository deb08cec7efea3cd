// The screen of a list of any length.

import LineEditor
public import Observed
import PagedList
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns a screen that shows a list.
  ///
  /// - Parameters:
  ///   - viewModel: The view model of the list.
  ///   - look: The appearance of the list.
  ///   - keys: Keys for commands on the selected item. They take precedence over the keys of every list.
  public static func itemList<Item: ListItem, Command>(
    _ viewModel: ItemListViewModel<Item, Command>, _ look: ItemListLook<Item>,
    keys: [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding] = []
  ) -> Self {
    let keys = KeyMap(listKeys(look.numbers), or: keys)
    @Sendable func fit(_ size: Size) -> Size {
      let state = viewModel.state()
      let height = max(1, state.bodyHeight(in: size))
      if state.height != height { _ = viewModel.send(.fit(height: height)) }
      return size
    }
    let drawn = Observed(DrawnRows<Item>())
    // A key is about what was on the screen when it was pressed.
    let drawnArrival = Observed<Int64?>(nil)
    var screen = Self(
      frame: { size in
        let size = fit(size)
        let state = viewModel.state()
        drawnArrival.replace(with: state.arrival)
        var rows = drawn.value
        defer { drawn.replace(with: rows) }
        return state.frame(in: size, look, &rows)
      },
      changes: viewModel.changes,
      appear: { _ = viewModel.send(.appeared) },
      disappear: { _ = viewModel.send(.disappeared) },
      react: { event, size in
        let size = fit(size)
        var state = viewModel.state()
        if let drawn = drawnArrival.value, let arrival = state.arrival { state.arrival = min(drawn, arrival) }
        guard let action = state.action(for: event, keys, size, hasTexts: look.hasTexts) else { return .ignored }
        if state.mustWait(action) { return .later }
        _ = viewModel.send(action)
        return .handled
      },
      help: { keys.help + typingKeys(hasTexts: look.hasTexts) })
    screen.selection = { viewModel.state().shown.selected.map { Subject($0.id) } }
    screen.hasPreviews = { look.hasDetail && viewModel.state().all.count > 0 }
    screen.preview = { _ = viewModel.send(.preview) }
    screen.minute = {
      let state = viewModel.state()
      return state.all.count > 0 || state.freshness != nil ? look.now().minute : nil
    }
    return screen
  }
}

extension ItemListState {
  /// Returns the action of an event. It depends on what is being typed, never on which rows are loaded.
  fileprivate func action<Command>(
    for event: Terminal.Event, _ keys: KeyMap<Self, ItemListAction<Command>>, _ size: Size, hasTexts: Bool
  ) -> ItemListAction<Command>? {
    switch event {
    case .key(.up) where filter?.isEditing == true && filter?.query.isEmpty == true && lastQuery != nil:
      .edit(.insert(lastQuery ?? ""))
    case .key(.tab) where hasTexts && filter?.isEditing == true && number == nil: .toggleFullText
    case .key(let key): (isTyping ? typing(key) : nil) ?? keys.action(for: key, in: self, size: size)
    case .paste(let text): isTyping ? .edit(.insert(String(text.prefix { !$0.isNewline }))) : nil
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp: .move(by: -3)
      case .scrollDown: .move(by: 3)
      case .press: line(mouse.row, size).map { .click(line: $0) }
      }
    default: nil
    }
  }

  private func line(_ row: Int, _ size: Size) -> Int? {
    let line = row - ScreenLayout.bodyTop
    return (0..<bodyHeight(in: size)).contains(line) ? line : nil
  }

  /// Returns the action of a key during typing; nil for keys that are not part of typing, such as those that move the
  /// selection.
  private func typing<Command>(_ key: Key) -> ItemListAction<Command>? {
    Typing(key).map { typing in
      switch typing {
      case .accept: .accept
      case .cancel: .cancel
      case .edit(let edit): .edit(edit)
      }
    }
  }
}

/// The keys of every list.
private func listKeys<Item: ListItem, Command>(
  _ numbers: ItemListLook<Item>.Numbers?
) -> [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding] {
  [
    .init([.enter, "l", .right], "Enter, l, Right", "open") { _, _ in .open },
    .init(["/"], "/", "filter as you type") { _, _ in .beginFilter },
    .init(["r", "R", .function(5)], "r", "reload") { _, _ in .reload },
    .init([.escape, .backspace], "Esc, Backspace", "stop loading, or show all again") { state, _ in
      state.number == nil && state.filter == nil && !state.isStoppable && state.query.scope == .list ? nil : .cancel
    },
  ] + movingKeys(numbers).map { $0.grouped(in: .moving) }
}

private func movingKeys<Item: ListItem, Command>(
  _ numbers: ItemListLook<Item>.Numbers?
) -> [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding] {
  [
    .init(["j", .down, .control("n")], "j, Down", "down") { _, _ in .move(by: 1) },
    .init(["k", .up, .control("p")], "k, Up", "up") { _, _ in .move(by: -1) },
    .init([.control("d")], "ctrl-d", "half a page down") { .move(by: max(1, page($0, $1) / 2)) },
    .init([.control("u")], "ctrl-u", "half a page up") { .move(by: -max(1, page($0, $1) / 2)) },
    .init([.pageDown, .control("f")], "PgDn", "page down") { .move(by: page($0, $1)) },
    .init([" "], "space", "page down") { .move(by: page($0, $1)) },
    .init([.pageUp, .control("b")], "PgUp", "page up") { .move(by: -page($0, $1)) },
    .init(["g", .home], "g, Home", "first") { _, _ in .moveToFirst },
    .init(["G", .end], "G, End", "last, loading the rest first") { _, _ in .moveToLast },
    .init(
      numbers?.keys ?? [":"], (numbers?.keys ?? [":"]).compactMap { $0.text.map(String.init) }.joined(separator: ", "),
      numbers?.meaning ?? "go to a row by its number"
    ) { _, _ in .beginNumber },
  ]
}

private func page<Item: ListItem>(_ state: ItemListState<Item>, _ size: Size) -> Int {
  max(1, state.bodyHeight(in: size))
}

private func typingKeys(hasTexts: Bool) -> [KeyHelp] {
  [
    KeyHelp("letters", "words in any order; case and accents count only where you type them", in: .typing),
    KeyHelp("Enter", "keep the filter, or search the rest", in: .typing),
    KeyHelp("Esc", "cancel", in: .typing),
    KeyHelp("Up", "the last filter, if nothing is typed yet", in: .typing),
    KeyHelp("ctrl-w, ctrl-u", "delete a word; delete to the start", in: .typing),
  ] + (hasTexts ? [KeyHelp("Tab", "titles only, or titles and texts", in: .typing)] : [])
}
