import Observed
import Rendering
import Screen
import Terminal

/// What is on top of what. The top screen is shown, and where there is room, the one below it too.
struct ScreenStack {
  private var screens: [Screen]
  /// What was on top of the first screen when another of its parts was turned to, by part.
  private var parked: [Int: [Screen]] = [:]
  /// Where two screens are beside each other: whether the left one has the keys.
  private var isLeftFocused = false
  /// Whether other screens are shown than when this was last set to false.
  var isOther = true

  /// - Parameter first: what is below all others.
  init(_ first: Screen) { screens = [first] }

  /// Whether nothing is on top of the first screen.
  var isFirst: Bool { screens.count == 1 }

  /// When what is shown may be different.
  var changes: Changes {
    // The one below may be beside it.
    .any(of: screens.suffix(screens.last?.standsBeside == true ? 2 : 1).map(\.changes))
  }

  private func panes(_ size: Size) -> Panes? { Panes(screens, in: size) }

  func frame(in size: Size) -> Frame {
    panes(size)?.frame(focus: isLeftFocused) ?? screens.last?.frame(size) ?? Frame([], size: size)
  }

  /// The keys of the screen that has them, and those that turn the parts of the first.
  func help(_ size: Size) -> [KeyHelp] {
    let screen = panes(size) != nil && isLeftFocused ? screens.dropLast().last : screens.last
    return (screen?.help() ?? []) + (screens.first?.parts.help() ?? [])
  }

  /// What is under the pointer has the keys from now on.
  mutating func focus(on event: Terminal.Event, _ size: Size) {
    if let panes = panes(size) { isLeftFocused = panes.isLeft(event, focus: isLeftFocused) }
  }

  /// The top screen takes an event, or one beside it; or else the first one turns to another of its parts. Each part keeps
  /// what is on top.
  mutating func react(to event: Terminal.Event, _ size: Size) -> Reaction {
    guard let first = screens.first else { return .ignored }
    let part = first.parts.shown()
    let reaction = reactOnTop(to: event, size)
    if reaction == .later { return .later }
    if reaction == .ignored, event == .key(.tab), panes(size) != nil {
      isLeftFocused.toggle()
      return .handled
    }
    guard reaction == .handled || first.parts.turn(event, size) else { return .ignored }
    let new = first.parts.shown()
    if new != part {
      parked[part] = Array(screens.dropFirst())
      screens = [first] + (parked.removeValue(forKey: new) ?? [])
      (isLeftFocused, isOther) = (false, true)
    }
    return .handled
  }

  private mutating func reactOnTop(to event: Terminal.Event, _ size: Size) -> Reaction {
    guard let panes = panes(size) else { return screens.last?.react(event, size) ?? .ignored }
    let isLeft = panes.isLeft(event, focus: isLeftFocused)
    if case .mouse(let mouse) = event, mouse.action == .press(.left) { isLeftFocused = isLeft }
    return panes.react(event, toLeft: isLeft)
  }

  /// Shows the first screen.
  func appear() { screens.last?.appear() }

  /// Shows a screen, or keeps it for when its part is shown again.
  mutating func push(_ screen: Screen, on part: Int?, _ size: Size) {
    if let part, part != screens.first?.parts.shown() {
      parked[part, default: []].append(screen)
    } else {
      // Beside a list there is room for one.
      if screen.standsBeside, panes(size) != nil { screens.popLast()?.disappear() }
      screens.append(screen)
      (isLeftFocused, isOther) = (false, true)
    }
    screen.appear()
  }

  /// Leaves the top screen; false where no other is left.
  mutating func pop() -> Bool {
    screens.popLast()?.disappear()
    (isLeftFocused, isOther) = (false, true)
    screens.last?.resume()
    return !screens.isEmpty
  }

  /// None of them comes back.
  func disappear() {
    for screen in parked.values.joined() + screens.reversed() { screen.disappear() }
  }
}
