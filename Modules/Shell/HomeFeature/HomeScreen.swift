// The line of sections.

public import Observed
import Rendering
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns a screen that shows one of several sections. With more than one, a line above names them. Each section is
  /// loaded when it is first shown, and its state stays while another is shown. Keys switch sections even with other
  /// screens on top.
  /// - Parameters:
  ///   - state: The sections, and the one that is shown.
  ///   - screens: The screens, one for each section, and for each that may be added.
  ///   - prewarm: Prepares sections that are not shown yet; it runs once the first one is shown.
  public static func home(
    _ state: Observed<HomeState>, screens: [Screen], prewarm: @escaping @Sendable () async -> Void = {}
  ) -> Self {
    let sections = Sections(
      state: state, current: .one(of: screens, shown: { state.value.selected }, changes: state.changes))
    let warming = Observed<Task<Void, Never>?>(nil)
    var screen = sections.current
    screen.frame = sections.frame
    screen.appear = {
      sections.current.appear()
      // The shown section comes first; nothing waits for this.
      warming.replace(with: Task(priority: .background) { await prewarm() })?.cancel()
    }
    screen.disappear = {
      warming.replace(with: nil)?.cancel()
      sections.current.disappear()
    }
    screen.react = sections.react
    screen.parts = Parts(shown: { state.value.selected }, turn: sections.turn, help: { sections.keyHelp })
    return screen
  }
}

private struct Sections: Sendable {
  let state: Observed<HomeState>
  let current: Screen

  private var tabs: Int { state.value.sections.count > 1 ? 1 : 0 }

  func frame(in size: Size) -> Frame {
    let frame = current.frame(below(size))
    return tabs > 0 ? frame.below(state.value.line(width: size.width), in: size) : frame
  }

  func react(_ event: Terminal.Event, _ size: Size) -> Reaction {
    guard isClickOnNames(event), case .mouse(let mouse) = event else { return current.react(below(event), below(size)) }
    return select(state.value.names(width: size.width).firstIndex { $0.columns.contains(mouse.column) })
      ? .handled : .ignored
  }

  func turn(_ event: Terminal.Event, _ size: Size) -> Bool {
    guard tabs > 0, case .key(let key) = event else { return false }
    return select(keys.action(for: key, in: state.value, size: size))
  }

  /// Shows a section, if there is one with that index; returns whether there is an index.
  private func select(_ index: Int?) -> Bool {
    guard let index else { return false }
    state.update { if $0.sections.indices.contains(index) { $0.selected = index } }
    current.appear()
    return true
  }

  private func isClickOnNames(_ event: Terminal.Event) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    return mouse.action == .press && mouse.row < tabs
  }

  var keyHelp: [KeyHelp] { tabs > 0 ? keys.help : [] }

  private func below(_ size: Size) -> Size { Size(width: size.width, height: size.height - tabs) }

  private func below(_ event: Terminal.Event) -> Terminal.Event {
    guard case .mouse(var mouse) = event else { return event }
    mouse.row -= tabs
    return .mouse(mouse)
  }
}

private let keys = KeyMap(bindings.map { $0.grouped(in: .sections) })

private let bindings: [KeyMap<HomeState, Int>.Binding] = [
  .init((1...9).map { Key(.character(Character("\($0)"))) }, "1–9", "go to a section") { key, _, _ in
    key.text?.wholeNumberValue.map { $0 - 1 }
  },
  .init([.tab], "Tab", "next section; with two panes, the other one") { state, _ in
    (state.selected + 1) % state.sections.count
  },
  .init([.shift(.tab)], "Shift-Tab", "previous section") { state, _ in
    (state.selected + state.sections.count - 1) % state.sections.count
  },
]
