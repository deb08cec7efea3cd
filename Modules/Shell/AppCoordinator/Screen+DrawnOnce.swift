import Observed
import Rendering
import Screen
import Terminal

extension Screen {
  /// Returns a screen that renders again only after a change, for another size, or when its ages are others: a detail
  /// screen beside a list would otherwise render at every key press. Call its `disappear` when it is no longer shown, to
  /// stop watching.
  func drawnOnce() -> Self {
    // The count changes before watchers of this screen are notified, so none of them gets the frame from before the
    // change.
    let count = Observed(0)
    // The last frame, its size, its minute, and the number of changes before it.
    let drawn = Observed<(count: Int, minute: Int?, size: Size, frame: Frame)?>(nil)
    let stop = changes.watch { count.update { $0 += 1 } }
    var screen = self
    screen.changes = count.changes
    screen.frame = { size in
      let now = count.value
      let minute = minute()
      if let drawn = drawn.value, drawn.count == now, drawn.minute == minute, drawn.size == size { return drawn.frame }
      let frame = frame(size)
      drawn.replace(with: (now, minute, size, frame))
      return frame
    }
    screen.disappear = {
      stop()
      disappear()
    }
    return screen
  }
}
