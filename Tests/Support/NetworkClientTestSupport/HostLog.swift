import Foundation
import Synchronization

/// The events at a host, for tests that wait for them.
final class HostLog: Sendable {
  struct Events: Sendable {
    var requests: [LoopbackHost.ReceivedRequest] = []
    var opened = 0
    var ended = 0
  }

  private struct Box {
    var events = Events()
    var sockets: [Int: Int32] = [:]
    var latches: [LoopbackHost.Latch] = []
    var isOver = false
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastWatcher = 0
  }

  private let box = Mutex(Box())

  var events: Events { box.withLock { $0.events } }

  /// Waits until the condition holds.
  func wait(_ condition: (Events) -> Bool) async throws {
    let (stream, watcher) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = box.withLock { box in
      box.lastWatcher += 1
      box.watchers[box.lastWatcher] = watcher
      return box.lastWatcher
    }
    defer { box.withLock { _ = $0.watchers.removeValue(forKey: id) } }
    var changes = stream.makeAsyncIterator()
    while !condition(events) {
      guard await changes.next() != nil else { throw CancellationError() }
    }
  }

  /// Adds a connection and returns its number; nil if the host has ended, in which case the connection is closed.
  func add(_ socket: Int32) -> Int? {
    let number = box.withLock { box in
      if box.isOver { return nil as Int? }
      defer { box.events.opened += 1 }
      box.sockets[box.events.opened] = socket
      return box.events.opened
    }
    if number == nil { close(socket) }
    return number
  }

  func add(_ request: LoopbackHost.ReceivedRequest) { change { $0.events.requests.append(request) } }

  /// Closes the socket of a connection.
  func end(_ connection: Int) {
    change { box in
      if let socket = box.sockets.removeValue(forKey: connection) { close(socket) }
      box.events.ended += 1
    }
  }

  /// Blocks a connection until the latch is open.
  func wait(at latch: LoopbackHost.Latch) {
    let isOver = box.withLock { box in
      box.latches.append(latch)
      return box.isOver
    }
    if isOver { latch.open() }
    latch.pass()
  }

  /// Ends all connections. Their threads stop waiting and return.
  func end() {
    let latches = box.withLock { box in
      box.isOver = true
      for socket in box.sockets.values { shutdown(socket, Int32(SHUT_RDWR)) }
      return box.latches
    }
    for latch in latches { latch.open() }
  }

  private func change(_ change: (inout Box) -> Void) {
    let watchers = box.withLock { box in
      change(&box)
      return box.watchers.values
    }
    for watcher in watchers { watcher.yield() }
  }
}
