import Screen
import StyleGuide
import Terminal

/// The keys of every list.
func listKeys<Item: ListItem, Command>(
  _ numbers: ItemListLook<Item>.Numbers?
) -> [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding] {
  [
    .init(["j", .down, .control("n")], "j, Down", "down") { _, _ in .move(by: 1) },
    .init(["k", .up, .control("p")], "k, Up", "up") { _, _ in .move(by: -1) },
    .init([.control("d")], "ctrl-d", "half a page down") { .move(by: max(1, page($1) / 2)) },
    .init([.control("u")], "ctrl-u", "half a page up") { .move(by: -max(1, page($1) / 2)) },
    .init([.pageDown, .control("f")], "PgDn", "a page down") { .move(by: page($1)) },
    .init([" "], "space", "a page down") { .move(by: page($1)) },
    .init([.pageUp, .control("b")], "PgUp", "a page up") { .move(by: -page($1)) },
    .init(["g", .home], "g, Home", "first") { _, _ in .moveToFirst },
    .init(["G", .end], "G, End", "last; where the server has more, it is loaded") { _, _ in .moveToLast },
    .init(
      numbers?.keys ?? [":"], (numbers?.keys ?? [":"]).compactMap { $0.text.map(String.init) }.joined(separator: ", "),
      numbers?.meaning ?? "go to the row of a number"
    ) { _, _ in .beginNumber },
    .init([.enter, "l", .right], "Enter, l, Right", "open") { _, _ in .open },
    .init(["r", "R", .function(5)], "r", "reload") { _, _ in .reload },
    .init(["/"], "/", "filter as you type") { _, _ in .beginFilter },
    .init([.escape, .backspace], "Esc, Backspace", "stop loading, show all again") { state, _ in
      state.number == nil && state.filter == nil && state.rest == nil ? nil : .cancel
    },
  ]
}

private func page(_ size: Size) -> Int { max(1, ScreenLayout.bodyHeight(in: size)) }

let typingKeys = [
  KeyHelp("letters", "in a filter: narrow it; words in any order, capitals and accents count if typed"),
  KeyHelp("Enter", "in a filter: keep it, or search the rest"),
  KeyHelp("ctrl-w, ctrl-u", "in a filter: take away a word, what is before the cursor; the other keys of a shell, too"),
]
