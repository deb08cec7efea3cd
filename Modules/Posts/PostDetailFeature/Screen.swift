import Loadable
import Observed
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// One post.
  public static func postDetail(_ viewModel: PostDetailViewModel) -> Self {
    let memory = Memory()
    return Self(
      viewModel, appearing: .appeared, disappearing: .disappeared, help: keys(memory).help,
      render: { $0.frame(memory.layout($0, width: $1.width), in: $1) },
      action: { event, state, size in
        switch event {
        case .key(let key): return keys(memory).action(for: key, in: state, size: size)
        case .mouse(let mouse):
          switch mouse.action {
          case .scrollUp: return memory.scroll(-3, state, size)
          case .scrollDown: return memory.scroll(3, state, size)
          default: return nil
          }
        default: return nil
        }
      })
  }
}

/// The layout that was last needed: scrolling does not wrap the text again.
private struct Memory: Sendable {
  private struct Entry: Sendable {
    var content: PostContent
    var width: Int
    var layout: PostLayout
  }

  private let entry = Observed<Entry?>(nil)

  func layout(_ state: PostDetailState, width: Int) -> PostLayout {
    let content = state.content
    return entry.update { entry in
      if let entry, entry.width == width, entry.content == content { return entry.layout }
      let layout = PostLayout(content, width: width)
      entry = Entry(content: content, width: width, layout: layout)
      return layout
    }
  }

  func scroll(_ step: Int, _ state: PostDetailState, _ size: Size) -> PostDetailAction {
    .scroll(
      by: step, lines: layout(state, width: size.width).lines.count, height: ScreenLayout.bodyHeight(in: size))
  }
}

private func keys(_ memory: Memory) -> KeyMap<PostDetailState, PostDetailAction> {
  KeyMap([
    .init(["j", .down, .control("n")], "j, Down", "down") { memory.scroll(1, $0, $1) },
    .init(["k", .up, .control("p")], "k, Up", "up") { memory.scroll(-1, $0, $1) },
    .init([.control("d")], "ctrl-d", "half a page down") {
      memory.scroll(max(1, ScreenLayout.bodyHeight(in: $1) / 2), $0, $1)
    },
    .init([.control("u")], "ctrl-u", "half a page up") {
      memory.scroll(-max(1, ScreenLayout.bodyHeight(in: $1) / 2), $0, $1)
    },
    .init([.pageDown, " ", .control("f")], "PgDn, space", "a page down") {
      memory.scroll(max(1, ScreenLayout.bodyHeight(in: $1)), $0, $1)
    },
    .init([.pageUp, .control("b")], "PgUp", "a page up") {
      memory.scroll(-max(1, ScreenLayout.bodyHeight(in: $1)), $0, $1)
    },
    .init(["g", .home], "g, Home", "top") { memory.scroll(.min, $0, $1) },
    .init(["G", .end], "G, End", "end") { memory.scroll(.max, $0, $1) },
    .init(["n", "l", .right], "n, l, Right", "next post") { _, _ in .neighbour(1) },
    .init(["p", "h", .left], "p, h, Left", "previous post") { _, _ in .neighbour(-1) },
    .init(["r", "R", .function(5)], "r", "reload") { _, _ in .reload },
    .init(["o"], "o", "open in the browser") { _, _ in .browse },
    .init(["y"], "y", "copy the post") { _, _ in .copy },
  ])
}
