import Observed
import Rendering
import Screen
import Terminal

extension Screen {
  /// The same, drawn anew only after it has changed, or for another size: what stands beside a list is there at every key.
  /// It is to be told when it is not shown any more.
  func drawnOnce() -> Self {
    // Counted before whoever watches this screen is told, so that none of them finds what was drawn before the change.
    let count = Observed(0)
    let drawn = Observed<Drawn?>(nil)
    let stop = changes.watch { count.update { $0 += 1 } }
    var screen = self
    screen.changes = count.changes
    screen.frame = { size in
      let now = count.value
      if let drawn = drawn.value, drawn.count == now, drawn.size == size { return drawn.frame }
      let frame = frame(size)
      drawn.replace(with: Drawn(count: now, size: size, frame: frame))
      return frame
    }
    screen.disappear = {
      stop()
      disappear()
    }
    return screen
  }
}

private struct Drawn: Sendable {
  /// How often the screen had changed.
  var count: Int
  var size: Size
  var frame: Frame
}
