import LineEditor
import Loadable
public import Observed
import Rendering
public import Screen
import StyleGuide
public import Terminal
public import ViewModel

extension Screen {
  /// One item.
  /// - Parameters:
  ///   - noun: what one is called: "post".
  ///   - numbers: the keys that begin to type the number of an item; none where items have no numbers.
  ///   - keys: what else can be done with it.
  ///   - changes: when it may look different besides.
  public static func itemPage<Heading, Value, Command, Content>(
    _ viewModel: ItemPageViewModel<Heading, Value, Command>, _ look: ItemPageLook<Heading, Value, Content>,
    noun: String, numbers: [Key] = [],
    keys: [KeyMap<ItemPageState<Heading, Value>, ItemPageAction<Command>>.Binding], changes: Changes = .none
  ) -> Self {
    let memory = Memory(look: look)
    let keys = KeyMap(
      pageKeys(noun, numbers: numbers) + keys + scrollingKeys(memory).map { $0.grouped(in: .moving) })
    var screen = Self(
      viewModel, appearing: .appeared, disappearing: .disappeared, help: keys.help,
      render: { $0.frame(memory.layout($0, $1), in: $1, look) },
      action: { event, state, size in
        switch event {
        case .key(let key): return state.typing(key) ?? keys.action(for: key, in: state, size: size)
        case .paste(let text): return state.number == nil ? nil : .edit(.insert(text))
        case .mouse(let mouse):
          switch mouse.action {
          case .scrollUp: return memory.scroll(-3, state, size)
          case .scrollDown: return memory.scroll(3, state, size)
          default: return nil
          }
        default: return nil
        }
      })
    screen.standsBeside = true
    screen.changes = .any(of: [viewModel.changes, changes])
    return screen
  }
}

extension ItemPageState {
  /// What a key means while a number is typed.
  fileprivate func typing<Command>(_ key: Key) -> ItemPageAction<Command>? {
    guard number != nil, let typing = Typing(key) else { return nil }
    return switch typing {
    case .accept: .accept
    case .cancel: .cancel
    case .edit(let edit): .edit(edit)
    }
  }
}

/// The layout that was last needed: scrolling does not wrap the text again.
private struct Memory<Heading: PageHeading, Value: Equatable & Sendable, Content: Equatable & Sendable>: Sendable
where Heading.ID: Sendable {
  private struct Entry: Sendable {
    var content: Content
    var room: Size
    var layout: PageLayout
  }

  let look: ItemPageLook<Heading, Value, Content>
  private let entry = Observed<Entry?>(nil)

  init(look: ItemPageLook<Heading, Value, Content>) { self.look = look }

  func layout(_ state: ItemPageState<Heading, Value>, _ size: Size) -> PageLayout {
    let content = look.content(state)
    let room = Size(width: size.width, height: state.bodyHeight(in: size))
    return entry.update { entry in
      if let entry, entry.room == room, entry.content == content { return entry.layout }
      let layout = look.layout(content, room)
      entry = Entry(content: content, room: room, layout: layout)
      return layout
    }
  }

  func scroll<Command>(_ step: Int, _ state: ItemPageState<Heading, Value>, _ size: Size) -> ItemPageAction<Command> {
    .scroll(by: step, lines: layout(state, size).lines.count, height: state.bodyHeight(in: size))
  }
}

private func scrollingKeys<Heading, Value, Command, Content>(
  _ memory: Memory<Heading, Value, Content>
) -> [KeyMap<ItemPageState<Heading, Value>, ItemPageAction<Command>>.Binding] {
  [
    .init(["j", .down, .control("n")], "j, Down", "down") { memory.scroll(1, $0, $1) },
    .init(["k", .up, .control("p")], "k, Up", "up") { memory.scroll(-1, $0, $1) },
    .init([.control("d")], "ctrl-d", "half a page down") { memory.scroll(max(1, page($0, $1) / 2), $0, $1) },
    .init([.control("u")], "ctrl-u", "half a page up") { memory.scroll(-max(1, page($0, $1) / 2), $0, $1) },
    .init([.pageDown, " ", .control("f")], "PgDn, space", "page down") { memory.scroll(page($0, $1), $0, $1) },
    .init([.pageUp, .control("b")], "PgUp", "page up") { memory.scroll(-page($0, $1), $0, $1) },
    .init(["g", .home], "g, Home", "top") { memory.scroll(.min, $0, $1) },
    .init(["G", .end], "G, End", "end") { memory.scroll(.max, $0, $1) },
  ]
}

private func page<Heading, Value>(_ state: ItemPageState<Heading, Value>, _ size: Size) -> Int {
  max(1, state.bodyHeight(in: size))
}

private func pageKeys<Heading, Value, Command>(
  _ noun: String, numbers: [Key]
) -> [KeyMap<ItemPageState<Heading, Value>, ItemPageAction<Command>>.Binding] {
  let names = numbers.compactMap { $0.text.map(String.init) }.joined(separator: ", ")
  return [
    .init(["n", "l", .right], "n, l, Right", "next \(noun)") { _, _ in .neighbour(1) },
    .init(["p", "h", .left], "p, h, Left", "previous \(noun)") { _, _ in .neighbour(-1) },
    .init(["r", "R", .function(5)], "r", "reload") { _, _ in .reload },
  ] + (numbers.isEmpty ? [] : [.init(numbers, names, "go to a \(noun) by its number") { _, _ in .beginNumber }])
}
