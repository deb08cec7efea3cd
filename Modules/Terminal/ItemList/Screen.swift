import LineEditor
import Observed
public import Screen
import StyleGuide
import Terminal
public import ViewModel

extension Screen {
  /// A list.
  /// - `look`: what it looks like.
  /// - `keys`: what else can be done with the selected item. One that is a key of every list means this instead.
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
    var screen = Self(
      frame: { size in
        let (size, state) = (fit(size), viewModel.state())
        var rows = drawn.value
        defer { drawn.replace(with: rows) }
        return state.frame(in: size, look, &rows)
      },
      changes: viewModel.changes,
      appear: { _ = viewModel.send(.appeared) },
      disappear: { _ = viewModel.send(.disappeared) },
      react: { event, size in
        let (size, state) = (fit(size), viewModel.state())
        guard let action = state.action(for: event, keys, size, hasTexts: look.hasTexts) else { return .ignored }
        if state.mustWait(action) { return .later }
        _ = viewModel.send(action)
        return .handled
      },
      help: { keys.help + typingKeys(hasTexts: look.hasTexts) })
    screen.subject = { viewModel.state().shown.selected.map { Subject($0.id) } }
    screen.hasPreviews = { look.hasPages && viewModel.state().all.count > 0 }
    screen.preview = { _ = viewModel.send(.preview) }
    return screen
  }
}

extension ItemListState {
  /// What an event means. It depends on what is typed, never on which rows are there.
  fileprivate func action<Command>(
    for event: Terminal.Event, _ keys: KeyMap<Self, ItemListAction<Command>>, _ size: Size, hasTexts: Bool
  ) -> ItemListAction<Command>? {
    switch event {
    case .key(.up) where filter?.isEditing == true && filter?.query.isEmpty == true && lastQuery != nil:
      .edit(.insert(lastQuery ?? ""))
    case .key(.tab) where hasTexts && filter?.isEditing == true && number == nil: .turnToTexts
    case .key(let key): (isTyping ? typing(key) : nil) ?? keys.action(for: key, in: self, size: size)
    case .paste(let text): isTyping ? .edit(.insert(String(text.prefix { !$0.isNewline }))) : nil
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp: .move(by: -3)
      case .scrollDown: .move(by: 3)
      case .press(.left): line(mouse.row, size).map { .click(line: $0) }
      default: nil
      }
    default: nil
    }
  }

  private func line(_ row: Int, _ size: Size) -> Int? {
    let line = row - ScreenLayout.bodyTop
    return (0..<bodyHeight(in: size)).contains(line) ? line : nil
  }

  /// What a key means while something is typed; the keys that move the selection still do.
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
