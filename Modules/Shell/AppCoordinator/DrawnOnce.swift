import Observed
import Rendering
import Screen
import Terminal

extension Screen {
  /// The same, drawn anew only after it has changed, or for another size: what stands beside a list is there at every key.
  /// It is to be told when it is not shown any more.
  func drawnOnce() -> Self {
    let drawn = Observed(Drawn())
    let stop = changes.watch {
      drawn.update {
        $0.changes += 1
        $0.frame = nil
      }
    }
    var screen = self
    screen.frame = { size in
      let known = drawn.value
      if known.size == size, let frame = known.frame { return frame }
      let new = frame(size)
      // What has changed while it was drawn is drawn again.
      drawn.update { if $0.changes == known.changes { ($0.size, $0.frame) = (size, new) } }
      return new
    }
    screen.disappear = {
      stop()
      disappear()
    }
    return screen
  }
}

private struct Drawn: Sendable {
  var changes = 0
  var size: Size?
  var frame: Frame?
}
