public import Observed
import Rendering
import Terminal

extension Screen {
  /// Returns a screen that passes everything on to another one, and is empty while there is none.
  /// - Parameters:
  ///   - current: Returns the other screen.
  ///   - changes: Fires when the other screen may have changed, or may be another.
  public static func following(_ current: @escaping @Sendable () -> Screen?, changes: ChangeSignal) -> Self {
    var screen = Self(
      frame: { current()?.frame($0) ?? Frame([], size: $0) }, changes: changes,
      appear: { current()?.appear() }, resume: { current()?.resume() }, disappear: { current()?.disappear() },
      react: { current()?.react($0, $1) ?? .ignored }, help: { current()?.help() ?? [] })
    screen.subject = { current()?.subject() }
    screen.selection = { current()?.selection() }
    screen.hasPreviews = { current()?.hasPreviews() ?? false }
    screen.preview = { current()?.preview() }
    screen.open = { current()?.open() }
    screen.minute = { current()?.minute() }
    return screen
  }
}

extension Screen {
  /// Returns a screen that is created on first use, so that a screen that is never opened costs nothing.
  public static func made(_ make: @escaping @Sendable () -> Screen) -> Self {
    let changes = ChangeSource()
    let screen = Lazy {
      let screen = make()
      _ = screen.changes.watch { changes.send() }
      return screen
    }
    return following({ screen.value }, changes: changes.signal)
  }
}

extension Screen {
  /// Returns a screen that shows one of several. Each keeps its state while another is shown, and appears when it is
  /// first shown.
  /// - Parameters:
  ///   - screens: The screens.
  ///   - shown: The index of the screen shown. After it changes, the caller must call `appear`.
  ///   - changes: Fires when `shown` may have changed.
  public static func one(of screens: [Screen], shown: @escaping @Sendable () -> Int, changes: ChangeSignal) -> Self {
    let appeared = Observed<Set<Int>>([])
    @Sendable func current() -> Screen? { screens.indices.contains(shown()) ? screens[shown()] : nil }
    @Sendable func appear() {
      let number = shown()
      if appeared.update({ $0.insert(number).inserted }) { current()?.appear() } else { current()?.resume() }
    }
    // Hidden screens must not cause a redraw.
    let shownChanges = screens.enumerated().map { number, screen in screen.changes.filter { shown() == number } }
    var screen = following(current, changes: .merging([changes] + shownChanges))
    screen.appear = appear
    screen.resume = appear
    screen.disappear = {
      for number in appeared.value where screens.indices.contains(number) { screens[number].disappear() }
    }
    return screen
  }
}
