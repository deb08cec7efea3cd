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
  ///   - viewModel: The view model, with the section that is shown.
  ///   - screens: The screens, one for each section of the view model, and for each that may be added.
  ///   - prewarm: Prepares sections that are not shown yet; it runs once the first one is shown.
  public static func home(
    _ viewModel: HomeViewModel, screens: [Screen], prewarm: @escaping @Sendable () async -> Void = {}
  ) -> Self {
    let sections = Sections(
      viewModel: viewModel,
      current: .one(of: screens, shown: { viewModel.state().selected }, changes: viewModel.changes))
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
    screen.parts = Parts(shown: { viewModel.state().selected }, turn: sections.turn, help: { sections.keyHelp })
    return screen
  }
}

private struct Sections: Sendable {
  let viewModel: HomeViewModel
  let current: Screen

  private var tabs: Int { viewModel.state().sections.count > 1 ? 1 : 0 }

  func frame(in size: Size) -> Frame {
    let frame = current.frame(below(size))
    return tabs > 0 ? frame.below(viewModel.state().line(width: size.width), in: size) : frame
  }

  func react(_ event: Terminal.Event, _ size: Size) -> Reaction {
    if !isClickOnNames(event) {
      let reaction = current.react(below(event), below(size))
      if reaction != .ignored { return reaction }
    }
    guard case .mouse = event else { return .ignored }
    return perform(action(event, size)) ? .handled : .ignored
  }

  func turn(_ event: Terminal.Event, _ size: Size) -> Bool {
    guard case .key = event else { return false }
    return perform(action(event, size))
  }

  private func perform(_ action: HomeAction?) -> Bool {
    guard tabs > 0, let action else { return false }
    _ = viewModel.send(action)
    current.appear()
    return true
  }

  private func action(_ event: Terminal.Event, _ size: Size) -> HomeAction? {
    let state = viewModel.state()
    return switch event {
    case .key(let key): keys.action(for: key, in: state, size: size)
    case .mouse(let mouse) where isClickOnNames(event):
      state.names(width: size.width).firstIndex { $0.columns.contains(mouse.column) }.map(HomeAction.select)
    default: nil
    }
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

private let bindings: [KeyMap<HomeState, HomeAction>.Binding] = [
  .init((1...9).map { Key(.character(Character("\($0)"))) }, "1–9", "go to a section") { key, _, _ in
    key.text?.wholeNumberValue.map { .select($0 - 1) }
  },
  .init([.tab], "Tab", "next section; with two panes, the other one") { _, _ in .move(by: 1) },
  .init([.shift(.tab)], "Shift-Tab", "previous section") { _, _ in .move(by: -1) },
]
