import Essentials
import NetworkClient

/// Queues of jobs, one per host, with a limit of requests in flight. libcurl has such a queue too, but it counts the
/// time that a transfer waits there as time that the host takes to respond.
struct HostQueues {
  /// The limit of requests in flight over HTTP/1.1, each on its own connection. (Browsers allow six.)
  static let connections = 8
  /// The limit of requests in flight on one HTTP/2 connection, where they cost little.
  static let streams = 32

  /// The key of a queue: a host, or the proxy that leads to it.
  struct Key: Hashable {
    private let name: String

    init(_ exchange: Exchange) {
      let url = exchange.request.url
      let proxy = exchange.environment.proxy(for: exchange.request.url)
      let origin = url.webOrigin
      name = "\(proxy) \(origin.scheme) \(proxy.isEmpty ? "\(origin.host) \(origin.port)" : "")"
    }
  }

  private struct Queue {
    var limit = HostQueues.connections
    var running = 0
    var waiting: [Mailbox.Job] = []
  }

  private var queues: [Key: Queue] = [:]

  /// Adds a job behind those with the same or a higher priority.
  mutating func add(_ job: Mailbox.Job) {
    let key = Key(job.exchange)
    let waiting = queues[key]?.waiting ?? []
    queues[key, default: Queue()].waiting.insert(
      job, at: waiting.firstIndex { $0.priority < job.priority } ?? waiting.endIndex)
  }

  /// Removes and returns the jobs that can start now, by priority and then in order. They count as running.
  mutating func takeReady() -> [Mailbox.Job] {
    var ready: [Mailbox.Job] = []
    for (key, var queue) in queues where !queue.waiting.isEmpty {
      let count = min(max(0, queue.limit - queue.running), queue.waiting.count)
      ready += queue.waiting.prefix(count)
      queue.waiting.removeFirst(count)
      queue.running += count
      for index in queue.waiting.indices where queue.waiting[index].waitingSince == nil {
        queue.waiting[index].waitingSince = .now
      }
      queues[key] = queue
    }
    return ready.sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
  }

  /// Counts a running job as ended.
  /// - Parameter isMultiplexed: Whether requests share a connection there; nil if unknown.
  mutating func end(_ key: Key, isMultiplexed: Bool?) {
    queues[key]?.running -= 1
    if let isMultiplexed { queues[key]?.limit = isMultiplexed ? Self.streams : Self.connections }
  }

  /// Removes a waiting job. Returns false if it is not waiting.
  mutating func remove(_ id: Int) -> Bool {
    for key in queues.keys {
      guard let index = queues[key]?.waiting.firstIndex(where: { $0.id == id }) else { continue }
      queues[key]?.waiting.remove(at: index)
      return true
    }
    return false
  }
}
