import Feed
import Screen
import StyleGuide
import Terminal

/// The keys of every list.
func listKeys<Item: ListItem, Command>(
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

func typingKeys(hasTexts: Bool) -> [KeyHelp] {
  [
    KeyHelp("letters", "words in any order; case and accents count only where you type them", in: .typing),
    KeyHelp("Enter", "keep the filter, or search the rest", in: .typing),
    KeyHelp("Esc", "cancel", in: .typing),
    KeyHelp("Up", "the last filter, if nothing is typed yet", in: .typing),
    KeyHelp("ctrl-w, ctrl-u", "delete a word; delete to the start", in: .typing),
  ] + (hasTexts ? [KeyHelp("Tab", "titles only, or titles and texts", in: .typing)] : [])
}
