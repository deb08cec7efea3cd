import Essentials
import Synchronization
import Terminal

/// A reason to give the screen back or to take it again.
enum ScreenSignal {
  /// SIGTSTP from another process. Ctrl-Z arrives as a key.
  case stop
  /// Take the screen again, or wait for the foreground: SIGCONT arrived after a stop that cannot be caught, or another
  /// program has the terminal.
  case resume
}

extension Input {
  /// Reads the numbers of the signals that arrived. Runs on the queue.
  func readSignals(from descriptor: Int32, handler: @Sendable (ScreenSignal) -> Void) {
    let numbers = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, 256), 0)
    }
    for number in numbers {
      switch Int32(number) {
      case SIGWINCH: readSize()
      case SIGTSTP: handler(.stop)
      case SIGCONT: handler(.resume)
      case SIGHUP: hangUp()
      case SIGINT: end(.interrupt)
      case SIGQUIT: end(.quit)
      case SIGTERM: end(.terminate)
      default: break
      }
    }
  }

  private func end(_ termination: Terminal.Termination) {
    state.withLock { $0.isEnding = true }
    continuation.yield(.terminated(termination))
  }

  private func readSize() {
    let size = device.size
    let isNew = state.withLock { state in
      defer { state.size = size }
      return state.size != size
    }
    if isNew { continuation.yield(.resized(size)) }
  }
}
