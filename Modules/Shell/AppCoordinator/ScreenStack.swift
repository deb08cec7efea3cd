import Observed
import Rendering
import Screen
import StyleGuide
import Terminal

/// What is on top of what. The top screen has the keys and is shown; where there is room, a page and its list are both
/// shown, whichever has the keys.
struct ScreenStack {
  /// What belongs to one part of the first screen.
  private struct Layer {
    /// What is on top of the first screen.
    var top: [Screen] = []
    /// The page beside the first screen while that has the keys.
    var beside: Screen?

    var all: [Screen] { (beside.map { [$0] } ?? []) + top.reversed() }
  }

  private let first: Screen
  private var layer = Layer()
  /// The layers of the parts that are not shown.
  private var parked: [Int: Layer] = [:]
  /// Whether other screens are shown than when this was last set to false.
  var isOther = true

  /// - Parameter first: what is below all others.
  init(_ first: Screen) { self.first = first }

  /// Whether nothing is on top of the first screen.
  var isFirst: Bool { layer.top.isEmpty }

  private var top: Screen { layer.top.last ?? first }

  /// When what is shown may be different.
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

  /// - Parameter words: what the line at the bottom says besides, in fewer and fewer words.
  func frame(in size: Size, saying words: [String] = []) -> Frame {
    panes(size)?.frame(saying: words) ?? top.frame(size).saying(words)
  }

  /// The keys of the screen that has them, and those that turn the parts of the first.
  func help() -> [KeyHelp] { top.help() + first.parts.help() }

  /// What is under the pointer has the keys from now on.
  mutating func focus(on event: Terminal.Event, _ size: Size) {
    guard let panes = panes(size), panes.isLeft(event) != panes.isLeftFocused else { return }
    turn(panes, size)
  }

  /// The top screen takes an event, or one beside it; or else the first one turns to another of its parts. Each part keeps
  /// what is on top.
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
    // What moves the list gives it the keys, so that the page follows.
    if isLeft {
      turn(panes, size)
    } else if mouse.action == .press(.left) {
      return turn(panes, size)
    }
    return panes.react(event, toLeft: isLeft)
  }

  /// Gives the keys to the other pane. What is looked at is opened by that; where it is not what is selected, that is.
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

  /// Leaves a page beside the first screen, which has the keys from now on: they are about what is selected there, so where
  /// that is something else, its page takes the place of this one.
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

  /// Shows the first screen.
  func appear() { first.appear() }

  /// Shows a screen, or keeps it for when its part is shown again. A page that is looked at already is opened in its place.
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
    // Beside a list there is room for one.
    if screen.standsBeside, panes(size) != nil { layer.top.popLast()?.disappear() }
    layer.top.append(screen.standsBeside ? screen.drawnOnce() : screen)
    screen.appear()
  }

  /// Shows a page beside the first screen while that has the keys, where there is room.
  mutating func preview(_ page: Screen, of part: Int?, _ size: Size) {
    guard isFirst, part == nil || part == first.parts.shown(), panes(size) != nil else { return }
    layer.beside?.disappear()
    layer.beside = page.drawnOnce()
    isOther = true
    page.appear()
  }

  /// What is selected and not shown beside it yet, where there is room for that; nil for nothing.
  func unseen(_ size: Size) -> Screen.Subject? {
    guard isFirst, Panes.fit(in: size), first.hasPreviews(), let subject = first.subject() else { return nil }
    return layer.beside?.subject() == subject ? nil : subject
  }

  /// What is selected is to be shown beside it.
  func askForPreview() { first.preview() }

  /// Leaves the top screen; false where no other is left. Beside its list, a page stays to be looked at.
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

  /// None of them comes back.
  func disappear() {
    for screen in (parked.values.map(\.all) + [layer.all]).joined() { screen.disappear() }
    first.disappear()
  }
}
