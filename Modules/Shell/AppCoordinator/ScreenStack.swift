import Observed
import Rendering
import Screen
import StyleGuide
import Terminal

/// The stack of screens. The top screen has the keys and is shown; on a wide terminal a detail screen and its list are
/// both shown, whichever has the keys.
struct ScreenStack {
  /// The screens that belong to one part of the first screen.
  private struct Layer {
    /// The screens on top of the first one, the bottom one first.
    var top: [Screen] = []
    /// The detail screen beside the first screen while the first screen has the keys.
    var beside: Screen?

    var all: [Screen] { (beside.map { [$0] } ?? []) + top.reversed() }
  }

  private let first: Screen
  private var layer = Layer()
  /// The layers of the parts that are not shown.
  private var parked: [Int: Layer] = [:]
  /// Whether other screens are shown than when this was last set to false.
  var isOther = true

  /// - Parameter first: The bottom screen.
  init(_ first: Screen) { self.first = first }

  /// Whether the first screen is on top.
  var isFirst: Bool { layer.top.isEmpty }

  private var top: Screen { layer.top.last ?? first }

  /// Signals that the shown screens may have changed.
  var changes: ChangeSignal {
    var shown = [top]
    if let beside = layer.beside, isFirst { shown.append(beside) }
    if top.standsBeside { shown.append(layer.top.dropLast().last ?? first) }
    return .merging(shown.map(\.changes))
  }

  private func panes(_ size: Size) -> Panes? {
    if let page = layer.top.last {
      guard page.standsBeside else { return nil }
      return Panes(layer.top.dropLast().last ?? first, page, isLeftFocused: false, in: size)
    }
    return first.hasPreviews() ? Panes(first, layer.beside, isLeftFocused: true, in: size) : nil
  }

  /// - Parameter words: A message for the bottom line, the longest version first.
  func frame(in size: Size, saying words: [String] = []) -> Frame {
    panes(size)?.frame(saying: words) ?? top.frame(size).saying(words)
  }

  /// The keys of the top screen, and those that switch the parts of the first screen.
  func help() -> [KeyHelp] { top.help() + first.parts.help() }

  /// Gives the keys to the pane under the pointer.
  mutating func focus(on event: Terminal.Event, _ size: Size) {
    guard let panes = panes(size), panes.isLeft(event) != panes.isLeftFocused else { return }
    turn(panes, size)
  }

  /// Passes an event to the top screen or the pane beside it; if they ignore it, the first screen may switch parts.
  /// Each part has its own stack.
  mutating func react(to event: Terminal.Event, _ size: Size) -> Reaction {
    let part = first.parts.shown()
    let reaction = reactOnTop(to: event, size)
    if reaction == .later { return .later }
    if reaction == .ignored, event == .key(.tab), let panes = panes(size) { return turn(panes, size) }
    guard reaction == .handled || first.parts.turn(event, size) else { return .ignored }
    let new = first.parts.shown()
    if new != part {
      parked[part] = layer
      layer = parked.removeValue(forKey: new) ?? Layer()
      isOther = true
    }
    return .handled
  }

  private mutating func reactOnTop(to event: Terminal.Event, _ size: Size) -> Reaction {
    guard let panes = panes(size) else { return top.react(event, size) }
    let isLeft = panes.isLeft(event)
    guard case .mouse(let mouse) = event, isLeft != panes.isLeftFocused else {
      return panes.react(event, toLeft: isLeft)
    }
    // Scrolling or clicking the list gives it the keys, so that the detail beside it follows the selection.
    if isLeft {
      turn(panes, size)
    } else if mouse.action == .press(.left) {
      return turn(panes, size)
    }
    return panes.react(event, toLeft: isLeft)
  }

  /// Gives the keys to the other pane, which opens the previewed detail screen. If that is not about the selection, the
  /// selection is opened instead.
  @discardableResult
  private mutating func turn(_ panes: Panes, _ size: Size) -> Reaction {
    isOther = true
    guard panes.isLeftFocused else {
      if let page = layer.top.popLast() { putBeside(page) }
      return .handled
    }
    guard let beside = layer.beside, beside.subject() == first.subject() else {
      return panes.react(.key(.enter), toLeft: true)
    }
    enter(beside)
    return .handled
  }

  /// Moves a detail screen beside the first screen, which gets the keys. If another item is selected there, a preview
  /// of that replaces this screen.
  private mutating func putBeside(_ page: Screen) {
    if page.subject() == first.subject() {
      layer.beside = page
      return
    }
    page.disappear()
    first.preview()
  }

  private mutating func enter(_ page: Screen) {
    layer.beside = nil
    layer.top.append(page)
    page.open()
  }

  /// Notifies the first screen that it is shown.
  func appear() { first.appear() }

  /// Shows a screen, or adds it to its part if another part is shown. If the screen is already previewed, the preview
  /// is opened instead.
  mutating func push(_ screen: Screen, on part: Int?, _ size: Size) {
    if let part, part != first.parts.shown() {
      parked[part, default: Layer()].top.append(screen)
      return screen.appear()
    }
    isOther = true
    if isFirst, let beside = layer.beside {
      if let subject = screen.subject(), beside.subject() == subject { return enter(beside) }
      beside.disappear()
      layer.beside = nil
    }
    // There is room for only one screen beside a list.
    if screen.standsBeside, panes(size) != nil { layer.top.popLast()?.disappear() }
    layer.top.append(screen.standsBeside ? screen.drawnOnce() : screen)
    screen.appear()
  }

  /// Shows a detail screen beside the first screen while the first screen has the keys, if there is room.
  mutating func preview(_ page: Screen, of part: Int?, _ size: Size) {
    guard isFirst, part == nil || part == first.parts.shown(), panes(size) != nil else { return }
    layer.beside?.disappear()
    layer.beside = page.drawnOnce()
    isOther = true
    page.appear()
  }

  /// The selection that could be shown beside the list but is not yet; nil for none.
  func unseen(_ size: Size) -> Screen.Subject? {
    guard isFirst, Panes.fit(in: size), first.hasPreviews(), let subject = first.subject() else { return nil }
    return layer.beside?.subject() == subject ? nil : subject
  }

  /// Asks the first screen for a preview of its selection.
  func askForPreview() { first.preview() }

  /// Leaves the top screen and returns true, or returns false if only the first screen is left. A detail screen beside
  /// its list stays visible as a preview.
  mutating func pop(_ size: Size) -> Bool {
    isOther = true
    guard let screen = layer.top.popLast() else { return false }
    if isFirst, screen.standsBeside, Panes.fit(in: size), first.hasPreviews() {
      putBeside(screen)
    } else {
      screen.disappear()
    }
    top.resume()
    return true
  }

  /// Notifies all screens that they will not be shown again.
  func disappear() {
    for screen in (parked.values.map(\.all) + [layer.all]).joined() { screen.disappear() }
    first.disappear()
  }
}
