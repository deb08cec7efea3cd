import Synchronization

/// Tells any number of watchers that something has changed.
public struct ChangeNotifier: Sendable {
  private let watchers = Watchers()

  public init() {}

  /// Tells every watcher, in whose streams it is one element, however often it is told before it looks.
  public func send() { watchers.send() }

  /// An element after every `send` from now on. It ends when nobody can send any more.
  public func stream() -> AsyncStream<Void> { watchers.stream() }
}

private final class Watchers: Sendable {
  private struct Box {
    var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextID = 0
  }

  private let box = Mutex(Box())

  deinit {
    for continuation in box.withLock({ $0.continuations.values }) { continuation.finish() }
  }

  /// Outside the lock: a yield may run whatever the watcher does next.
  func send() {
    for continuation in box.withLock({ $0.continuations.values }) { continuation.yield() }
  }

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      box.continuations[box.nextID] = continuation
      return box.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  /// What is taken out is let go of after the lock: it may be the last that holds it.
  private func forget(_ id: Int) {
    _ = box.withLock { $0.continuations.removeValue(forKey: id) }
  }
}
