import Database
import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import Observed
import PagedList
import Screen
import TestSupport
import Testing

/// Tests of items that arrived since the last visit.
@Suite(.timeLimit(.minutes(5)))
struct NewItemsTests {
  /// A Sunday, at two in the morning local time.
  static let now = Date(timeIntervalSince1970: 1_000_000_000 - 6_400)

  static let lastVisit = now - 2 * 86_400

  let flags: FlagsStore
  let repository: FlagsRepository<String>
  let arrived = Observed<[String: Date]>([:])
  let asked = CallRecorder<Date>()

  init() {
    flags = .live(database: .memory())
    repository = .notes(flags)
  }

  private func list(last: Date?) -> FlaggedList<Note> {
    var list = PagedList.notes("a", "b", "c", "d", flags: flags)
    list.reader.window = { [arrived, asked, window = list.reader.window] query, anchor, before, after in
      let date: Date? = if case .arrived(let date) = query.condition { date } else { nil }
      if let date { asked.record(date) }
      var rest = query
      rest.condition = .always
      var all = try await window(rest, .row(0), 0, 9)
      for index in all.items.indices { all.items[index].flags.arrivedAt = arrived.value[all.items[index].id] }
      if let date { all.items.removeAll { $0.flags.arrivedAt ?? .distantPast <= date } }
      all.count = all.items.count
      return all
    }
    list.reader.count = { [window = list.reader.window] query in try await window(query, .row(0), 0, 0).count }
    list.reader.changes = .merging(list.reader.changes, arrived.changes)
    return FlaggedList(list, repository: repository, visit: Visit(last: last) {}, flags: \.flags)
  }

  private func new(_ list: FlaggedList<Note>) async throws -> [String] {
    try await list.list.window(.row(0), 0, 9).items.filter { $0.flags.isNew(since: list.visit.last) }.map(\.id)
  }

  /// Counts in the background while `work` runs; `next` waits for the next notice and returns it.
  private func counting(
    _ list: FlaggedList<Note>, isShown: @escaping @Sendable (String) -> Bool = { _ in false },
    _ work: (_ next: () async -> String?) async throws -> Void
  ) async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    var environment = ScreenEnvironment.stub(now: Self.now)
    environment.secondsFromGMT = { _ in 7_200 }
    let counting = Task { [environment] in await list.count(environment, isShown: isShown) { continuation.yield($0) } }
    try await work {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next()
    }
    counting.cancel()
  }

  @Test func `items since the last visit are announced once and are new until they are read`() async throws {
    let list = list(last: Self.lastVisit)
    arrived.replace(with: ["a": Self.now - 86_400, "b": Self.now, "c": Self.now - 3 * 86_400])
    try await counting(list) { next async throws in
      #expect(await next() == "2 new since Friday.")
      #expect(try await new(list) == ["a", "b"])
      #expect(list.detail(of: ListQuery(), isComplete: true) == "4 unread · 2 new")
      #expect(list.detail(of: ListQuery(order: .title), isComplete: true) == "4 unread · 2 new · by title")
      arrived.update { $0["d"] = Self.now }
      #expect(await next() == "1 more new.")
      _ = try await repository.setRead(true, ["a", "b"])
      arrived.update { $0["c"] = Self.now }
      #expect(await next() == "1 more new.")
      #expect(try await new(list) == ["c", "d"])
      #expect(list.detail(of: ListQuery(), isComplete: false) == "2+ unread · 2 new")
    }
  }

  @Test func `items that arrive while a notice is shown are added to it`() async throws {
    let shown = Observed<String?>(nil)
    arrived.replace(with: ["a": Self.now])
    @Sendable func isShown(_ notice: String) -> Bool { notice == shown.value }
    try await counting(list(last: Self.lastVisit), isShown: isShown) { next async throws in
      #expect(await next() == "1 new since Friday.")
      for (name, notice) in [("b", "1 more new."), ("c", "2 more new."), ("d", "3 more new.")] {
        arrived.update { $0[name] = Self.now }
        #expect(await next() == notice)
        shown.replace(with: notice)
      }
    }
  }

  @Test func `an item read before the first count is not new`() async throws {
    let list = list(last: Self.now - 60)
    _ = try await repository.setRead(true, ["a"])
    arrived.replace(with: ["a": Self.now, "b": Self.now])
    try await counting(list) { next async throws in
      #expect(await next() == "1 new since 01:59.")
      #expect(try await new(list) == ["b"])
    }
  }

  @Test func `on the first visit no item is new, and new items are not queried`() async throws {
    let list = list(last: nil)
    arrived.replace(with: ["a": Self.now])
    try await counting(list) { _ in
      await list.counts.wait { $0.unread[.list] == 4 }
    }
    #expect(list.detail(of: ListQuery(), isComplete: true) == "4 unread")
    #expect(try await new(list) == [])
    #expect(asked.all.isEmpty)
  }

  @Test func `an incomplete list shows its unread count even when it is zero`() async throws {
    let list = list(last: nil)
    _ = try await repository.setRead(true, ["a", "b", "c", "d"])
    try await counting(list) { _ in
      await list.counts.wait { $0.unread[.list] == 0 }
    }
    #expect(list.detail(of: ListQuery(), isComplete: false) == "0+ unread")
    #expect(list.detail(of: ListQuery(), isComplete: true) == nil)
    #expect(list.detail(of: ListQuery(order: .title, filters: [.unread]), isComplete: true) == "unread only · by title")
  }

  @Test func `a damaged state file is announced once and reported with advice`() async throws {
    let reported = CallRecorder<String>()
    var environment = ScreenEnvironment.stub()
    environment.report = { reported.record($0) }
    let broken = FlagsRepository<String>.failing(DatabaseError.damaged(file: "/a"))
    let list = FlaggedList(.notes("a", flags: flags), repository: broken, flags: \.flags)
    let (said, say) = AsyncStream.makeStream(of: String.self)
    let counting = Task { await list.count(environment) { say.yield($0) } }
    for await sentence in said {
      #expect(sentence == "State file damaged: nothing you mark is saved; ! tells more.")
      break
    }
    counting.cancel()
    await counting.value
    #expect(reported.all.count == 1)
    #expect(reported.all.first?.hasPrefix("/a is damaged: ") == true)
  }
}
