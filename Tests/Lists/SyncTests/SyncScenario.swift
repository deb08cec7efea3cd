import CachedResource
import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import ListTable
import NetworkClient
import Observed
import PagedList
import Sync
import Synchronization
import TestSupport

struct Item: Identifiable, Equatable, Sendable {
  var id: Int
  var date: Date?
  var isBookmarked = false
}

/// A server with pages of three items, and a disk.
final class SyncScenario: Sendable {
  struct Server: Sendable {
    var items: [Item]
    var failingPage: (number: Int, error: NetworkClient.Error)?
    var failures: [Int: any Error] = [:]
    var asked: [String] = []
    var inFlight = 0
    var mostInFlight = 0
    var saved: [Int: Date] = [:]
    var now = Date(timeIntervalSince1970: 1_000)
  }

  let server: Mutex<Server>
  let down = NetworkClient.Error.unreachable(.timedOut)
  let gate: Gate?
  /// A stream with an element for each requested item.
  let asks = AsyncStream.makeStream(of: Void.self)
  private let store = SyncScenario.table()
  let flags = FlagsStore.live(database: .memory())
  private static let kind = ItemKind("item")

  private enum Column: Int, CodingKey, CaseIterable { case name, date }

  private static func table() -> ListStore<Item> {
    .table(
      "items", version: 1, columns: { (column: Column) in ListColumn(column == .date ? .real : .text) }, in: .memory(),
      id: { "\($0)" },
      identity: { Int($0) ?? 0 },
      value: { item, column in
        switch column {
        case .name: .text("\(item.id)")
        case .date: .real(item.date?.timeIntervalSinceReferenceDate)
        }
      },
      decode: { row in
        let date = row.real(.date).map { Date(timeIntervalSinceReferenceDate: $0) }
        return Int(row.id).map { Item(id: $0, date: date) }
      }, text: { "\($0.id)" })
  }

  init(count: Int, gate: Gate? = nil) {
    server = Mutex(Server(items: (0..<count).map { Item(id: $0) }))
    self.gate = gate
  }

  /// Returns the requests since the last call.
  func takeAsked() -> [String] {
    server.withLock { server in
      defer { server.asked = [] }
      return server.asked
    }
  }

  /// The largest number of items that were downloaded at once.
  var mostAtATime: Int { server.withLock { $0.mostInFlight } }

  func fail(_ failures: [Int: any Error]) { server.withLock { $0.failures = failures } }

  /// Advances the time by a minute.
  func advance() { server.withLock { $0.now += 60 } }

  /// Saves an item as another process does.
  func save(_ id: Int) { server.withLock { $0.saved[id] = $0.now } }

  /// Bookmarks items in order.
  func bookmark(_ ids: Int...) async throws {
    for (index, id) in ids.enumerated() {
      let date = Date(timeIntervalSinceReferenceDate: Double(index))
      _ = try await flags.addBookmark(Bookmark(kind: Self.kind, id: "\(id)", addedAt: date))
    }
  }

  private var list: PagedList<Item> {
    PagedList<Listed<Item>>.live(
      remote: { cursor, _ in try self.page(cursor) }, store: store, flags: flags, kind: Self.kind,
      now: { self.server.withLock { $0.now } }
    ).map { listed in
      listed.map { listed in
        var item = listed.item ?? Item(id: listed.id)
        item.isBookmarked = listed.flags.bookmarkedAt != nil
        return item
      }
    }
  }

  var source: SyncSource<Item> {
    SyncSource(
      list: list,
      download: OfflineDownload(
        saved: { id in self.server.withLock { $0.saved[id].map { .all($0) } ?? .item } }, item: ask),
      name: { "item \($0.id)" }, date: \.date, isBookmarked: \.isBookmarked)
  }

  /// Runs the download; with one worker by default, so that the order is known.
  func run(
    _ options: SyncOptions = SyncOptions(), source: SyncSource<Item>? = nil, workers: Int = 1, patience: Int = 24
  ) async -> SyncTally {
    let tally = Observed(SyncTally())
    await run(options, tally, source: source, workers: workers, patience: patience)
    return tally.value
  }

  func run(
    _ options: SyncOptions, _ tally: Observed<SyncTally>, source: SyncSource<Item>? = nil,
    workers: Int = 1, patience: Int = 24
  ) async {
    await (source ?? self.source).sync(
      options, tally, workers: workers, patience: patience, now: { server.withLock { $0.now } })
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
      server.inFlight += 1
      server.mostInFlight = max(server.mostInFlight, server.inFlight)
    }
    defer { server.withLock { $0.inFlight -= 1 } }
    asks.continuation.yield()
    try await gate?.pause()
    try server.withLock { server in
      if let error = server.failures[id] { throw error }
      server.saved[id] = server.now
    }
  }
}
