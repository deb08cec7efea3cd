import Synchronization

/// A change signal without a payload: its watchers look again at what may have changed.
public struct ChangeSignal: Sendable {
  /// Calls `notify` after every change, on the thread that made the change and before that goes on, until the closure
  /// that this returns is called. No lock is held while `notify` runs.
  public var watch: @Sendable (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  public init(watch: @escaping @Sendable (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void) {
    self.watch = watch
  }

  /// The signal of what never changes.
  public static let none = Self { _ in {} }

  /// Signals the changes of all of these. However many watch it, it watches each of them once.
  public static func merging(_ signals: Self...) -> Self { merging(signals) }

  /// Signals the changes of all of these. However many watch it, it watches each of them once.
  public static func merging(_ signals: [Self]) -> Self {
    let relay = Relay(signals)
    return Self { relay.watch($0) }
  }

  /// Signals only the changes at which a condition holds.
  public func filter(_ isWanted: @escaping @Sendable () -> Bool) -> Self {
    Self { notify in watch { if isWanted() { notify() } } }
  }

  /// Returns an element for every change from now on; several before the next is read are one. It ends when the task that
  /// reads it is cancelled.
  public func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let stop = watch { continuation.yield() }
    continuation.onTermination = { _ in stop() }
    return stream
  }

  /// Waits until a condition holds, or the task is cancelled: looks now, and after every change.
  public func wait(until holds: @Sendable () -> Bool) async {
    let changes = stream()
    if holds() { return }
    for await _ in changes where holds() { return }
  }

  /// Returns the results of a read, now and after every change that makes it another; a slow reader skips to the newest.
  /// A result of nil is left out. It ends when the task that reads it is cancelled.
  public func reading<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable () async -> Value?
  ) -> AsyncStream<Value> {
    // Changes are watched before the first read: one during it is read, too.
    let changes = stream()
    let (results, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var last: Value?
      func tell(_ value: Value?) {
        guard let value, value != last else { return }
        last = value
        continuation.yield(value)
      }
      tell(await read())
      for await _ in changes { tell(await read()) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return results
  }
}

/// Sends a change signal to any number of watchers.
public final class ChangeSource: Sendable {
  private struct Box {
    var watchers: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let box = Mutex(Box())

  public init() {}

  /// Notifies every watcher, on this thread.
  public func send() {
    // Not under the lock: a watcher may do anything.
    for notify in box.withLock({ Array($0.watchers.values) }) { notify() }
  }

  /// The signal that `send` sends.
  public var signal: ChangeSignal { ChangeSignal { self.watch($0) } }

  fileprivate func watch(_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      box.watchers[box.nextID] = notify
      return box.nextID
    }
    return { self.remove(id) }
  }

  private func remove(_ id: Int) {
    // Released outside of the lock: the closure may hold the last reference to something that does anything when it goes.
    _ = box.withLock { $0.watchers.removeValue(forKey: id) }
  }
}

/// Watches some signals while somebody watches it.
private final class Relay: Sendable {
  private struct Box {
    var watchers: Set<Int> = []
    var nextID = 0
    var stops: [@Sendable () -> Void] = []
  }

  private let signals: [ChangeSignal]
  private let source = ChangeSource()
  private let box = Mutex(Box())

  init(_ signals: [ChangeSignal]) { self.signals = signals }

  func watch(_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let stop = source.watch(notify)
    let id = box.withLock { box in
      if box.watchers.isEmpty { box.stops = signals.map { $0.watch { [source] in source.send() } } }
      defer { box.nextID += 1 }
      box.watchers.insert(box.nextID)
      return box.nextID
    }
    return {
      stop()
      self.leave(id)
    }
  }

  private func leave(_ id: Int) {
    let stops = box.withLock { box in
      guard box.watchers.remove(id) != nil, box.watchers.isEmpty else { return [@Sendable () -> Void]() }
      defer { box.stops = [] }
      return box.stops
    }
    for stop in stops { stop() }
  }
}
