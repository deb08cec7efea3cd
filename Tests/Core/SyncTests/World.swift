import Database
import DatabaseLive
import Feed
import FeedTable
import Foundation
import ItemsLoader
import NetworkClient
import Observed
import Paging
import Sync
import Synchronization
import TestSupport

struct Item: Identifiable, Equatable, Sendable {
  var id: Int
  var date: Date?
  var isBookmarked = false
}

/// A server with items on pages of three, and what is kept of them.
final class World: Sendable {
  struct Server: Sendable {
    var items: [Item]
    var failingPage: (number: Int, error: NetworkClient.Error)?
    var failures: [Int: any Error] = [:]
    var asked: [String] = []
    var underWay = 0
    var mostUnderWay = 0
    var parts: [Int: Date] = [:]
    var now = Date(timeIntervalSince1970: 1_000)
    var bookmarks: [Item] = []
  }

  let server: Mutex<Server>
  let down = NetworkClient.Error.unreachable(.timedOut)
  let gate: Gate?
  /// One for each item that is asked for.
  let asks = AsyncStream.makeStream(of: Void.self)
  private let store = World.table()
  private let fallback = World.table()

  private enum Column: Int, CaseIterable { case name, date, bookmark }

  private static func table() -> FeedStore<Item> {
    .table(
      "items", version: 1, columns: { (_: Column) in ListColumn("") }, in: .memory(), id: { "\($0)" },
      identity: { Int($0) ?? 0 },
      value: { item, column in
        switch column {
        case .name: .text("\(item.id)")
        case .date: .real(item.date?.timeIntervalSinceReferenceDate)
        case .bookmark: .integer(item.isBookmarked ? 1 : 0)
        }
      },
      decode: { row in
        let date = row.real(.date).map { Date(timeIntervalSinceReferenceDate: $0) }
        return Int(row.id).map { Item(id: $0, date: date, isBookmarked: row.integer(.bookmark) == 1) }
      }, text: { "\($0.id)" })
  }

  init(count: Int, gate: Gate? = nil) {
    server = Mutex(Server(items: (0..<count).map { Item(id: $0) }))
    self.gate = gate
  }

  /// What was asked for since the last time.
  func takeAsked() -> [String] {
    server.withLock { server in
      defer { server.asked = [] }
      return server.asked
    }
  }

  /// How many items were got at a time, at most.
  var mostAtATime: Int { server.withLock { $0.mostUnderWay } }

  func fail(_ failures: [Int: any Error]) { server.withLock { $0.failures = failures } }

  /// A minute later.
  func advance() { server.withLock { $0.now += 60 } }

  /// The parts of an item are got by somebody else.
  func keep(_ id: Int) { server.withLock { $0.parts[id] = $0.now } }

  var source: SyncSource<Item> {
    SyncSource(
      feed: .live(
        remote: { cursor, _ in try self.page(cursor) }, store: store, fallback: fallback,
        now: { self.server.withLock { $0.now } }),
      parts: SyncParts(keptAt: { id in self.server.withLock { $0.parts[id] } }, keep: ask), name: { "item \($0.id)" },
      date: \.date, isBookmarked: \.isBookmarked)
  }

  /// One worker, so that the order is known.
  func run(
    _ options: SyncOptions = SyncOptions(), source: SyncSource<Item>? = nil, workers: Int = 1, patience: Int = 24
  ) async -> SyncTally {
    let tally = Observed(SyncTally())
    await section(source, workers: workers, patience: patience).run(options, tally)
    return tally.value
  }

  func section(_ source: SyncSource<Item>? = nil, workers: Int = 1, patience: Int = 24) -> SyncSection {
    .live(source ?? self.source, workers: workers, patience: patience, now: { self.server.withLock { $0.now } })
  }

  private func page(_ cursor: Cursor?) throws -> Revalidation<Page<Item>> {
    try server.withLock { server in
      let number = cursor.flatMap { Int($0.text) } ?? 0
      server.asked.append("page \(number)")
      if let (failing, error) = server.failingPage, failing == number { throw error }
      let items = Array(server.items.dropFirst(number * 3).prefix(3))
      let isLast = number * 3 + 3 >= server.items.count
      return .changed(Page(items, next: isLast ? nil : Cursor("\(number + 1)")), validator: nil)
    }
  }

  @Sendable private func ask(_ id: Int) async throws {
    server.withLock { server in
      server.asked.append("\(id)")
      server.underWay += 1
      server.mostUnderWay = max(server.mostUnderWay, server.underWay)
    }
    defer { server.withLock { $0.underWay -= 1 } }
    asks.continuation.yield()
    try await gate?.pause()
    try server.withLock { server in
      if let error = server.failures[id] { throw error }
      server.parts[id] = server.now
    }
  }
}
