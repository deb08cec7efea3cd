import Synchronization
import Terminal

/// A size that can change.
final class MutableSize: Sendable {
  private let box: Mutex<Size>

  init(_ size: Size) { box = Mutex(size) }

  var value: Size {
    get { box.withLock { $0 } }
    set { box.withLock { $0 = newValue } }
  }
}
