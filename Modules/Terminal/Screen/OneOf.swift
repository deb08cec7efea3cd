public import Observed
import Terminal

extension Screen {
  /// Returns a screen that shows one of several. Each keeps its state while another is shown, and appears when it is
  /// first shown.
  /// - Parameters:
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
