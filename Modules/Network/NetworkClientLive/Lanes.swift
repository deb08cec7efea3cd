import Essentials
import NetworkClient

/// Jobs that wait until fewer requests are in flight to where they go. libcurl has such a queue of its own; but there the
/// time that a transfer waits counts as time that its host takes to answer.
struct Lanes {
  /// How many requests there may be at a time over HTTP/1.1, each on a connection of its own (browsers have six).
  static let connections = 8
  /// How many there may be on one connection of HTTP/2, where they cost little.
  static let streams = 32

  /// What has a limit of its own: a host, or the proxy to it.
  struct Key: Hashable {
    private let place: String

    init(_ exchange: Exchange) {
      let (url, proxy) = (exchange.request.url, exchange.environment.proxy(for: exchange.request.url))
      let origin = url.webOrigin
      place = "\(proxy) \(origin.scheme) \(proxy.isEmpty ? "\(origin.host) \(origin.port)" : "")"
    }
  }

  private struct Lane {
    var limit = Lanes.connections
    var running = 0
    var waiting: [Mailbox.Job] = []
  }

  private var lanes: [Key: Lane] = [:]

  /// Puts a job behind those that are as urgent, and before those that are less so.
  mutating func add(_ job: Mailbox.Job) {
    let key = Key(job.exchange)
    let place = lanes[key]?.waiting.firstIndex { $0.priority < job.priority }
    lanes[key, default: Lane()].waiting.insert(job, at: place ?? lanes[key]?.waiting.count ?? 0)
  }

  /// The jobs that may begin now, the most urgent first, in the order in which they came; they count as running.
  mutating func takeReady() -> [Mailbox.Job] {
    var ready: [Mailbox.Job] = []
    for key in lanes.keys {
      guard var lane = lanes[key] else { continue }
      let count = min(max(0, lane.limit - lane.running), lane.waiting.count)
      ready += lane.waiting.prefix(count)
      lane.waiting.removeFirst(count)
      lane.running += count
      for index in lane.waiting.indices where lane.waiting[index].waitingSince == nil {
        lane.waiting[index].waitingSince = .now
      }
      lanes[key] = lane
    }
    return ready.sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
  }

  /// One that was running is over.
  /// - Parameter isMultiplexed: whether many requests share a connection there; nil where that was not learnt.
  mutating func end(_ key: Key, isMultiplexed: Bool?) {
    lanes[key]?.running -= 1
    if let isMultiplexed { lanes[key]?.limit = isMultiplexed ? Self.streams : Self.connections }
  }

  /// Takes out a job that waits; false where it does not.
  mutating func remove(_ id: Int) -> Bool {
    for key in lanes.keys {
      guard let index = lanes[key]?.waiting.firstIndex(where: { $0.id == id }) else { continue }
      lanes[key]?.waiting.remove(at: index)
      return true
    }
    return false
  }
}
