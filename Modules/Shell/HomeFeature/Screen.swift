import Observed
import Rendering
public import Screen
import StyleGuide
import Terminal
public import ViewModel

extension Screen {
  /// Sections, one of which is shown. With more than one there is a line above that names them; each keeps its place
  /// while another is shown, and is loaded when it is first shown.
  /// - Parameter screens: one for each section of the view model.
  public static func home(_ viewModel: HomeViewModel, screens: [Screen]) -> Self {
    let sections = Sections(viewModel: viewModel, screens: screens)
    return Self(
      frame: sections.frame, changes: sections.changes, appear: sections.appear, resume: sections.appear,
      disappear: sections.disappear, react: sections.react,
      parts: Parts(shown: { viewModel.state().selected }, turn: sections.turn, help: { sections.keyHelp }),
      help: { sections.help })
  }
}

private struct Sections: Sendable {
  let viewModel: HomeViewModel
  let screens: [Screen]
  private let shown = Observed<Set<Int>>([])

  init(viewModel: HomeViewModel, screens: [Screen]) {
    self.viewModel = viewModel
    self.screens = screens
  }

  private var tabs: Int { screens.count > 1 ? 1 : 0 }

  private var current: Screen? {
    let selected = viewModel.state().selected
    return screens.indices.contains(selected) ? screens[selected] : nil
  }

  func frame(in size: Size) -> Frame {
    guard let frame = current?.frame(below(size)) else { return Frame([], size: size) }
    return tabs > 0 ? frame.below(viewModel.state().line(width: size.width), in: size) : frame
  }

  /// What is not shown may change as it likes.
  var changes: Changes {
    .any(
      of: [viewModel.changes]
        + screens.enumerated().map { index, screen in
          screen.changes.filter { viewModel.state().selected == index }
        })
  }

  func appear() {
    let selected = viewModel.state().selected
    if shown.update({ $0.insert(selected).inserted }) { current?.appear() } else { current?.resume() }
  }

  func disappear() {
    for section in shown.value where screens.indices.contains(section) { screens[section].disappear() }
  }

  func react(_ event: Terminal.Event, _ size: Size) -> Reaction {
    if !isClickOnNames(event), let reaction = current?.react(below(event), below(size)), reaction != .ignored {
      return reaction
    }
    return perform(action(event, size)) ? .handled : .ignored
  }

  func turn(_ event: Terminal.Event, _ size: Size) -> Bool {
    guard case .key = event else { return false }
    return perform(action(event, size))
  }

  private func perform(_ action: HomeAction?) -> Bool {
    guard tabs > 0, let action else { return false }
    _ = viewModel.send(action)
    appear()
    return true
  }

  private func action(_ event: Terminal.Event, _ size: Size) -> HomeAction? {
    let state = viewModel.state()
    return switch event {
    case .key(let key): keys.action(for: key, in: state, size: size)
    case .mouse(let mouse) where isClickOnNames(event):
      state.names.firstIndex { $0.columns.contains(mouse.column) }.map(HomeAction.select)
    default: nil
    }
  }

  private func isClickOnNames(_ event: Terminal.Event) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    return mouse.action == .press(.left) && mouse.row < tabs
  }

  var help: [KeyHelp] { (current?.help() ?? []) + keyHelp }

  var keyHelp: [KeyHelp] { tabs > 0 ? keys.help : [] }

  private func below(_ size: Size) -> Size { Size(width: size.width, height: size.height - tabs) }

  private func below(_ event: Terminal.Event) -> Terminal.Event {
    guard case .mouse(var mouse) = event else { return event }
    mouse.row -= tabs
    return .mouse(mouse)
  }
}

private let keys = KeyMap<HomeState, HomeAction>([
  .init((1...9).map { Key(.character(Character("\($0)"))) }, "1–9", "the section of that number") { key, _, _ in
    key.text?.wholeNumberValue.map { .select($0 - 1) }
  },
  .init([.tab], "Tab", "next section") { _, _ in .move(by: 1) },
  .init([.shift(.tab)], "Shift-Tab", "previous section") { _, _ in .move(by: -1) },
])
