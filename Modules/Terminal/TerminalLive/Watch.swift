import Concurrency
import Dispatch
import Synchronization

/// A read source that calls its handler on a queue while a descriptor has bytes to read.
final class Watch: Sendable {
  private struct State {
    var source: (any DispatchSourceRead)?
    var isPaused = false
  }

  private let state = Mutex(State())
  private let ended = Latch()

  init(_ descriptor: Int32, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    state.withLock { [ended] state in
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { @Sendable in handler() }
      source.setCancelHandler { @Sendable in ended.open() }
      source.resume()
      state.source = source
    }
  }

  /// Stops further calls until `resume()`. One call may still be running.
  func pause() {
    state.withLock { state in
      if !state.isPaused { state.source?.suspend() }
      state.isPaused = true
    }
  }

  /// Resumes calls after a pause.
  func resume() {
    state.withLock { state in
      if state.isPaused { state.source?.resume() }
      state.isPaused = false
    }
  }

  /// Stops calls for good.
  func cancel() {
    state.withLock { state in
      state.source?.cancel()
      if state.isPaused { state.source?.resume() }
      state = State()
    }
  }

  /// Waits, after `cancel()`, until the descriptor is no longer used.
  func end() async { await ended.wait() }
}
