// The screen of one item.

import LineEditor
public import Observed
import Rendering
public import Screen
import StyleGuide
public import Terminal

extension Screen {
  /// Returns a screen that shows one item.
  ///
  /// - Parameters:
  ///   - viewModel: The view model, with its state and its actions.
  ///   - look: The appearance of the item.
  ///   - noun: The word for an item: "post".
  ///   - numbers: The keys that begin to type the number of an item; empty if items have no numbers.
  ///   - opening: The command of `o` for the item itself. If the item has links, `o` asks which to open first, and a
  ///     second `o` or Enter opens the item; nil if there is no such command.
  ///   - keys: More keys, for the commands of this kind of item.
  ///   - changes: A change signal, besides the view model's, after which the screen is drawn again.
  public static func itemDetail<Heading, Value, Command, Content>(
    _ viewModel: ItemDetailViewModel<Heading, Value, Command>, _ look: ItemDetailLook<Heading, Value, Content>,
    noun: String, numbers: [Key] = [], opening: Command? = nil,
    keys: [KeyMap<ItemDetailState<Heading, Value>, ItemDetailAction<Command>>.Binding], changes: ChangeSignal = .none
  ) -> Self {
    let cache = LayoutCache(look: look)
    let keys = KeyMap(
      readingKeys(cache, look.appendix) + itemKeys(noun, numbers: numbers) + keys
        + scrollingKeys(cache).map { $0.grouped(in: .moving) })
    var screen = Self(
      viewModel, appearing: .appeared, disappearing: .disappeared, help: keys.help,
      render: { state, size in
        let layout = cache.layout(state, size)
        return state.frame(layout, state.search.map { cache.matches($0, layout) }, in: size, look)
      },
      action: { event, state, size in
        switch event {
        case .key(let key):
          let typing = state.number == nil ? nil : Typing(key)
          return cache.searching(key, state, size) ?? cache.choosing(key, state, size, opening)
            ?? typing.map { .type($0) } ?? keys.action(for: key, in: state, size: size)
        case .paste(let text):
          if state.search?.isEditing == true { return cache.search(state, size) { $0.apply(.insert(text)) } }
          return state.number == nil ? nil : .type(.edit(.insert(text)))
        case .mouse(let mouse):
          switch mouse.action {
          case .scrollUp: return cache.scroll(-3, state, size)
          case .scrollDown: return cache.scroll(3, state, size)
          default: return nil
          }
        default: return nil
        }
      })
    screen.standsBeside = true
    screen.subject = { Subject(viewModel.state().heading.id) }
    screen.open = { _ = viewModel.send(.opened) }
    screen.minute = { viewModel.state().item.value == nil ? nil : look.now().minute }
    screen.changes = .merging(viewModel.changes, changes)
    return screen
  }
}

private func scrollingKeys<Heading, Value, Command, Content>(
  _ cache: LayoutCache<Heading, Value, Content>
) -> [KeyMap<ItemDetailState<Heading, Value>, ItemDetailAction<Command>>.Binding] {
  [
    .init(["j", .down, .control("n")], "j, Down", "down") { cache.scroll(1, $0, $1) },
    .init(["k", .up, .control("p")], "k, Up", "up") { cache.scroll(-1, $0, $1) },
    .init([.control("d")], "ctrl-d", "half a page down") { cache.scroll(max(1, page($0, $1) / 2), $0, $1) },
    .init([.control("u")], "ctrl-u", "half a page up") { cache.scroll(-max(1, page($0, $1) / 2), $0, $1) },
    .init([.pageDown, .control("f")], "PgDn", "page down") { cache.scroll(page($0, $1), $0, $1) },
    .init([.pageUp, .control("b")], "PgUp", "page up") { cache.scroll(-page($0, $1), $0, $1) },
    .init(["g", .home], "g, Home", "top") { cache.scroll(.min, $0, $1) },
    .init(["G", .end], "G, End", "end") { cache.scroll(.max, $0, $1) },
  ]
}

private func page<Heading, Value>(_ state: ItemDetailState<Heading, Value>, _ size: Size) -> Int {
  max(1, state.bodyHeight(in: size))
}

private func readingKeys<Heading, Value, Command, Content>(
  _ cache: LayoutCache<Heading, Value, Content>,
  _ appendix: (name: String, absence: @Sendable (ItemDetailState<Heading, Value>) -> String)?
) -> [KeyMap<ItemDetailState<Heading, Value>, ItemDetailAction<Command>>.Binding] {
  let appendixKeys: [KeyMap<ItemDetailState<Heading, Value>, ItemDetailAction<Command>>.Binding] =
    appendix.map { name in
      [.init(["c"], "c", "\(name.name), and back") { cache.appendix($0, $1, absence: name.absence($0)) }]
    } ?? []
  return [
    .init([" "], "space", "page down; at the end, the next unread") { state, size in
      cache.isAtEnd(state, size) ? .nextUnread : cache.scroll(page(state, size), state, size)
    },
    .init(["N"], "N", "the next unread") { _, _ in .nextUnread },
    .init(["/"], "/", "find in the text, Up for the last words; then n, N: next, previous match") { state, size in
      let top = cache.first(state, size)
      return .find(DetailSearch(startPosition: top), top: top)
    },
  ] + appendixKeys
}

private func itemKeys<Heading, Value, Command>(
  _ noun: String, numbers: [Key]
) -> [KeyMap<ItemDetailState<Heading, Value>, ItemDetailAction<Command>>.Binding] {
  let names = numbers.compactMap { $0.text.map(String.init) }.joined(separator: ", ")
  return [
    .init(["n", "l", .right], "n, l, Right", "next \(noun)") { _, _ in .neighbour(1) },
    .init(["p", "h", .left], "p, h, Left", "previous \(noun)") { _, _ in .neighbour(-1) },
    .init(["r", "R", .function(5)], "r", "reload") { _, _ in .reload },
  ] + (numbers.isEmpty ? [] : [.init(numbers, names, "go to a \(noun) by its number") { _, _ in .beginNumber }])
}
