public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// The list of titles.
  /// - Parameter address: the server's, for the page with nothing on it.
  public static func postList(_ viewModel: PostListViewModel, address: String) -> Self {
    Self(
      viewModel, appearing: .appeared, disappearing: .disappeared, help: keys.help + filterKeys,
      render: { $0.frame(in: $1, address: address) }, action: action)
  }
}

private func action(for event: Terminal.Event, in state: PostListState, size: Size) -> PostListAction? {
  let height = ScreenLayout.bodyHeight(in: size)
  switch event {
  case .key(let key):
    if state.filter?.isEditing == true, let action = typing(key) { return action }
    return keys.action(for: key, in: state, size: size)
  case .paste(let text): return state.filter?.isEditing == true ? .type(text.firstLine) : nil
  case .mouse(let mouse):
    switch mouse.action {
    case .scrollUp: return .move(by: -3, height: height)
    case .scrollDown: return .move(by: 3, height: height)
    case .press(.left):
      if state.titles.isEmpty { return .press }
      let top = state.position.window(count: state.count, height: height).lowerBound
      let row = mouse.row - ScreenLayout.bodyTop
      return (0..<height).contains(row) ? .click(row: top + row, height: height) : nil
    default: return nil
    }
  default: return nil
  }
}

/// What a key means while a filter is typed; the keys that move the selection still do.
private func typing(_ key: Key) -> PostListAction? {
  switch key {
  case .enter: .keepFilter
  case .escape: .clearFilter
  case .backspace, .control("h"): .deleteBackward
  default: key.text.map { .type(String($0)) }
  }
}

private let filterKeys = [
  KeyHelp("letters", "in a filter: narrow it; capitals count if typed"),
  KeyHelp("Enter", "in a filter: keep it"),
]

private let keys = KeyMap<PostListState, PostListAction>([
  .init(["j", .down, .control("n")], "j, Down", "down") { .move(by: 1, height: ScreenLayout.bodyHeight(in: $1)) },
  .init(["k", .up, .control("p")], "k, Up", "up") { .move(by: -1, height: ScreenLayout.bodyHeight(in: $1)) },
  .init([.control("d")], "ctrl-d", "half a page down") {
    .move(by: max(1, ScreenLayout.bodyHeight(in: $1) / 2), height: ScreenLayout.bodyHeight(in: $1))
  },
  .init([.control("u")], "ctrl-u", "half a page up") {
    .move(by: -max(1, ScreenLayout.bodyHeight(in: $1) / 2), height: ScreenLayout.bodyHeight(in: $1))
  },
  .init([.pageDown, " ", .control("f")], "PgDn, space", "a page down") {
    .move(by: max(1, ScreenLayout.bodyHeight(in: $1)), height: ScreenLayout.bodyHeight(in: $1))
  },
  .init([.pageUp, .control("b")], "PgUp", "a page up") {
    .move(by: -max(1, ScreenLayout.bodyHeight(in: $1)), height: ScreenLayout.bodyHeight(in: $1))
  },
  .init(["g", .home], "g, Home", "first") { .moveToFirst(height: ScreenLayout.bodyHeight(in: $1)) },
  .init(["G", .end], "G, End", "last that is loaded; more load there") {
    .moveToLast(height: ScreenLayout.bodyHeight(in: $1))
  },
  .init([.enter, "l", .right], "Enter, l, Right", "open") { state, _ in state.titles.isEmpty ? .press : .open },
  .init(["r", "R", .function(5)], "r", "reload") { _, _ in .reload },
  .init(["/"], "/", "filter as you type") { state, _ in state.titles.isEmpty ? nil : .beginFilter },
  .init([.escape, .backspace], "Esc, Backspace", "show all again") { state, _ in
    state.filter == nil ? nil : .clearFilter
  },
  .init(["o"], "o", "open in the browser") { _, _ in .browse },
  .init(["y"], "y", "copy the title") { _, _ in .copy },
])

extension String {
  /// Up to the first line break: a filter is one line.
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}
