import Observed
import Rendering
import Screen
import Terminal

extension Screen {
  /// Returns a screen that is made asynchronously, once it appears. Until then its keys wait, except those that leave it.
  /// - Parameter frame: Returns the contents until then.
  static func arriving(
    frame: @escaping @Sendable (_ size: Size) -> Frame, make: @escaping @Sendable () async -> Screen
  ) -> Self {
    let arrival = Observed(Arrival())
    let changes = Observed(0)
    var screen = following({ arrival.value.screen }, changes: changes.changes)
    screen.frame = { arrival.value.screen?.frame($0) ?? frame($0) }
    screen.appear = {
      Task {
        let screen = await make()
        let stop = screen.changes.watch { changes.update { $0 += 1 } }
        let before = arrival.update { arrival in
          defer {
            if !arrival.isOver {
              arrival.screen = screen
              arrival.stop = stop
            }
          }
          return arrival
        }
        if before.isOver { return stop() }
        screen.appear()
        if before.isOpen { screen.open() }
        changes.update { $0 += 1 }
      }
    }
    screen.disappear = {
      let before = arrival.update { arrival in
        arrival.isOver = true
        return arrival
      }
      before.stop?()
      before.screen?.disappear()
    }
    screen.react = { event, size in
      if let screen = arrival.value.screen { return screen.react(event, size) }
      return [.key(.escape), .key(.backspace), .key("q"), .key("Q")].contains(event) ? .ignored : .later
    }
    screen.open = {
      let screen = arrival.update { arrival in
        arrival.isOpen = true
        return arrival.screen
      }
      screen?.open()
    }
    return screen
  }
}

/// A screen that is being made.
private struct Arrival: Sendable {
  var screen: Screen?
  /// Stops watching the screen.
  var stop: (@Sendable () -> Void)?
  /// Whether it was opened.
  var isOpen = false
  /// Whether it is not shown any more.
  var isOver = false
}
