import Essentials
import Observed
import Rendering
import Screen
import StyleGuide
import Terminal

/// The stack of screens. The top screen has the keys and is shown. On a wide terminal a detail screen and the list below
/// it are both shown, whichever has the keys; a list that was opened from a list moves to the left, and has previews of
/// its own beside it.
struct ScreenStack {
  /// The screens that belong to one part of the first screen.
  private struct Layer {
    /// The screens on top of the first one, the bottom one first.
    var screens: [Screen] = []
    /// The preview beside the top screen while that has the keys.
    var beside: Screen?

    var all: [Screen] { (beside.map { [$0] } ?? []) + screens.reversed() }

    /// Removes the preview.
    mutating func forgetPreview() {
      beside?.disappear()
      beside = nil
    }
  }

  private let first: Screen
  private var layer = Layer()
  /// The layers of the parts that are not shown.
  private var parked: [Int: Layer] = [:]
  /// Whether other screens are shown than when this was last set to false.
  var shownScreensChanged = true

  /// - Parameter first: The bottom screen.
  init(_ first: Screen) { self.first = first }

  private var top: Screen { layer.screens.last ?? first }
  private var below: Screen { layer.screens.dropLast().last ?? first }
  /// Whether the top screen stands to the right of the one below it, if both fit.
  private var isTopRight: Bool { !layer.screens.isEmpty && top.standsBeside && !top.movesLeft }

  /// Signals that the shown screens may have changed.
  var changes: ChangeSignal {
    .merging(([top, layer.beside] + (isTopRight ? [below] : [])).compactMap { $0?.changes })
  }

  private func panes(_ size: Size) -> Panes? {
    if isTopRight { return Panes(below, top, isLeftFocused: false, in: size) }
    return top.hasPreviews() ? Panes(top, layer.beside, isLeftFocused: true, in: size) : nil
  }

  /// - Parameter addMessage: Adds a message to the bottom line of the screen with the keys.
  func frame(in size: Size, addMessage: (Frame) -> Frame) -> Frame {
    panes(size)?.frame(addMessage: addMessage) ?? addMessage(top.frame(size))
  }

  /// The minute from which the ages on the screen are measured; nil if there are none.
  func minute(_ size: Size) -> Int? {
    let beside = panes(size).map { [$0.left, $0.right].compactMap(\.self) } ?? []
    return (beside + [top]).firstNonNil { $0.minute() }
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
      shownScreensChanged = true
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
    } else if mouse.action == .press {
      panes.select(mouse)
      return turn(panes, size)
    }
    return panes.react(event, toLeft: isLeft)
  }

  /// Gives the keys to the other pane, which opens the preview. If that is not about the selection, the selection is
  /// opened instead.
  @discardableResult
  private mutating func turn(_ panes: Panes, _ size: Size) -> Reaction {
    shownScreensChanged = true
    guard panes.isLeftFocused else {
      if let page = layer.screens.popLast() { putBeside(page) }
      return .handled
    }
    guard let beside = layer.beside, beside.subject() == top.selection() else {
      return panes.react(.key(.enter), toLeft: true)
    }
    enter(beside)
    return .handled
  }

  /// Moves a screen beside the top one, which gets the keys. If another item is selected there, a preview of that
  /// replaces this screen.
  private mutating func putBeside(_ page: Screen) {
    if page.subject() == top.selection() {
      layer.beside = page
      return
    }
    page.disappear()
    top.preview()
  }

  private mutating func enter(_ page: Screen) {
    layer.beside = nil
    layer.screens.append(page)
    page.open()
  }

  /// Notifies the first screen that it is shown.
  func appear() { first.appear() }

  /// Shows a screen, or adds it to its part if another part is shown. If the screen is already previewed, the preview
  /// is opened instead.
  mutating func push(_ screen: Screen, on part: Int?, _ size: Size) {
    if let part, part != first.parts.shown() {
      parked[part, default: Layer()].forgetPreview()
      parked[part, default: Layer()].screens.append(screen)
      return screen.appear()
    }
    shownScreensChanged = true
    if let subject = screen.subject(), let beside = layer.beside, beside.subject() == subject { return enter(beside) }
    layer.forgetPreview()
    // There is room for only one screen beside a list.
    if screen.standsBeside, isTopRight, Panes.fit(in: size) { layer.screens.popLast()?.disappear() }
    layer.screens.append(screen.standsBeside ? screen.drawnOnce() : screen)
    screen.appear()
  }

  /// Shows a screen on the first one, in place of all that are on it in a part.
  mutating func replace(with screen: Screen, on part: Int?, _ size: Size) {
    if let part, part != first.parts.shown() {
      for screen in parked.removeValue(forKey: part)?.all ?? [] { screen.disappear() }
    } else {
      for screen in layer.all { screen.disappear() }
      layer = Layer()
    }
    push(screen, on: part, size)
  }

  /// Shows a screen beside the list that has the keys, if there is room and its item is still selected.
  mutating func preview(_ page: Screen, of part: Int?, _ size: Size) {
    guard part == nil || part == first.parts.shown(), page.subject() == top.selection(),
      panes(size)?.isLeftFocused == true
    else { return }
    layer.beside?.disappear()
    layer.beside = page.drawnOnce()
    shownScreensChanged = true
    page.appear()
  }

  /// The selection that could be shown beside the list but is not yet; nil for none.
  func unseen(_ size: Size) -> Screen.Subject? {
    guard !isTopRight, Panes.fit(in: size), top.hasPreviews(), let subject = top.selection() else { return nil }
    return layer.beside?.subject() == subject ? nil : subject
  }

  /// Asks the top screen for a preview of its selection.
  func askForPreview() { top.preview() }

  /// Leaves the top screen and returns true, or returns false if only the first screen is left. A screen that may stand
  /// beside the list below it stays visible as a preview.
  mutating func pop(_ size: Size) -> Bool {
    guard let screen = layer.screens.popLast() else { return false }
    shownScreensChanged = true
    layer.forgetPreview()
    if screen.standsBeside, Panes.fit(in: size), top.hasPreviews() {
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
