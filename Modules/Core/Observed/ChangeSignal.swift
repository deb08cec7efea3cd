import Synchronization

/// A change signal without a payload. Watchers read the data again to see the change.
public struct ChangeSignal: Sendable {
  /// Calls `notify` after every change, until the returned closure is called. `notify` runs synchronously on the thread
  /// that made the change, without any lock.
  public var watch: @Sendable (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  public init(watch: @escaping @Sendable (_ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void) {
    self.watch = watch
  }

  /// A signal that is never sent.
  public static let none = Self { _ in {} }

  /// Returns a signal of the changes of several signals. It watches each of them once, however many watchers it has.
  public static func merging(_ signals: Self...) -> Self { merging(signals) }

  /// Returns a signal of the changes of several signals. It watches each of them once, however many watchers it has.
  public static func merging(_ signals: [Self]) -> Self {
    let relay = Relay(signals)
    return Self { relay.watch($0) }
  }

  /// Returns a signal of only those changes at which a condition is true.
  public func filter(_ isWanted: @escaping @Sendable () -> Bool) -> Self {
    Self { notify in watch { if isWanted() { notify() } } }
  }

  /// Returns a stream with an element for every change from now on. Several changes before the next read are one
  /// element. The stream ends when the task that reads it is cancelled.
  public func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let stop = watch { continuation.yield() }
    continuation.onTermination = { _ in stop() }
    return stream
  }

  /// Waits until a condition is true or the task is cancelled. The condition is checked now and after every change.
  public func wait(until holds: @Sendable () -> Bool) async {
    let changes = stream()
    if holds() { return }
    for await _ in changes where holds() { return }
  }

  /// Returns a stream of the results of a read: the current one, and after each change the new one if it differs. Nil
  /// is left out, and a slow reader gets only the newest. The stream ends when the task that reads it is cancelled.
  public func reading<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable () async -> Value?
  ) -> AsyncStream<Value> {
    // Watch before the first read, so that a change during it causes another read.
    let changes = stream()
    let (results, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var last: Value?
      func sendIfNew(_ value: Value?) {
        guard let value, value != last else { return }
        last = value
        continuation.yield(value)
      }
      sendIfNew(await read())
      for await _ in changes { sendIfNew(await read()) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return results
  }
}

/// A source of a change signal with any number of watchers.
public final class ChangeSource: Sendable {
  private struct Box {
    var watchers: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let box = Mutex(Box())

  public init() {}

  /// Notifies every watcher, on this thread.
  public func send() {
    // Call watchers without the lock, because they may call back.
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
    // Release the closure outside of the lock: it may hold the last reference to an object whose deinit runs any code.
    _ = box.withLock { $0.watchers.removeValue(forKey: id) }
  }
}

/// A source that watches other signals while it has watchers itself.
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
