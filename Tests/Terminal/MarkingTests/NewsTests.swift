import Database
import Feed
import Foundation
import ItemKind
import ItemMarks
import Marking
import Observed
import ScreenEnvironment
import TestSupport
import Testing

/// What came since the last visit.
@Suite(.timeLimit(.minutes(5)))
struct NewsTests {
  struct Note: Identifiable, Equatable {
    var id: String
    var mark = ItemMark()
  }

  /// A Sunday, two in the morning on the wall.
  static let now = Date(timeIntervalSince1970: 1_000_000_000 - 6_400)

  let marks = ItemMarks<String>.none()
  let arrived = Observed<[String: Date]>([:])
  let asked = Calls<Date>()

  private func list(last: Date?) -> MarkedFeed<Note> {
    var feed = Feed<Note>.stub(["a", "b", "c", "d"].map { Note(id: $0) })
    feed.arrivals = { [arrived, asked] date, limit in
      asked.record(date)
      return Array(arrived.value.filter { $0.value > date }.keys.prefix(limit))
    }
    feed.changes = arrived.changes
    return MarkedFeed(
      feed.marked(by: marks) { Note(id: $0.id, mark: $1) }, marks: marks, visit: Visit(last: last) {}, mark: \.mark)
  }

  private func new(_ list: MarkedFeed<Note>) async throws -> [String] {
    try await list.feed.window(.row(0), 0, 9).items.filter(\.mark.isNew).map(\.id)
  }

  /// Counts until something else is to be seen, and returns what is said then.
  private func counting(
    _ list: MarkedFeed<Note>, _ work: (_ next: () async -> String?) async throws -> Void
  ) async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    var environment = ScreenEnvironment.stub(now: Self.now)
    environment.secondsFromGMT = { _ in 7_200 }
    let counting = Task { [environment] in await list.count(environment) { continuation.yield($0) } }
    try await work {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next()
    }
    counting.cancel()
  }

  @Test func `what came since the last visit is said once and marked until it is read`() async throws {
    let list = list(last: Self.now - 2 * 86_400)
    arrived.replace(with: ["a": Self.now - 86_400, "b": Self.now, "c": Self.now - 3 * 86_400])
    #expect(try await new(list) == [], "until somebody has looked")
    try await counting(list) { next async throws in
      #expect(await next() == "2 new since Friday.")
      #expect(try await new(list) == ["a", "b"])
      #expect(list.detail(isComplete: true) == "4 unread · 2 new")
      arrived.update { $0["d"] = Self.now }
      #expect(await next() == "1 more new.")
      _ = try await marks.setRead(true, ["a", "b"])
      arrived.update { $0["c"] = Self.now }
      #expect(await next() == "1 more new.")
      #expect(try await new(list) == ["c", "d"])
      #expect(list.detail(isComplete: false) == "2+ unread · 2 new")
    }
  }

  @Test func `what was read before it was looked for is not new`() async throws {
    let list = list(last: Self.now - 60)
    _ = try await marks.setRead(true, ["a"])
    arrived.replace(with: ["a": Self.now, "b": Self.now])
    try await counting(list) { next async throws in
      #expect(await next() == "1 new since 01:59.")
      #expect(try await new(list) == ["b"])
    }
  }

  @Test func `on the first visit nothing is new, and nobody asks`() async throws {
    let list = list(last: nil)
    arrived.replace(with: ["a": Self.now])
    try await counting(list) { _ in
      await list.unread.wait { $0 == 4 }
    }
    #expect(list.detail(isComplete: true) == "4 unread")
    #expect(try await new(list) == [] && asked.all.isEmpty)
  }

  @Test func `a list that the server has more of keeps its count where all that is there was read`() async throws {
    let list = list(last: nil)
    _ = try await marks.setRead(true, ["a", "b", "c", "d"])
    try await counting(list) { _ in
      await list.unread.wait { $0 == 0 }
    }
    #expect(list.detail(isComplete: false) == "0+ unread" && list.detail(isComplete: true) == nil)
  }

  @Test func `that nothing can be kept is said once, and reported with what to do`() async throws {
    let reported = Calls<String>()
    var environment = ScreenEnvironment.stub()
    environment.report = { reported.record($0) }
    let broken = ItemMarks<String>.failing(DatabaseError.damaged(file: "/a"))
    let list = MarkedFeed(Feed.stub([Note(id: "a")]), marks: broken, mark: \.mark)
    let (said, say) = AsyncStream.makeStream(of: String.self)
    let counting = Task { await list.count(environment) { say.yield($0) } }
    for await sentence in said {
      #expect(sentence == "State file damaged: nothing you mark is kept; ! tells more.")
      break
    }
    counting.cancel()
    await counting.value
    #expect(reported.all.count == 1 && reported.all[0].hasPrefix("/a is damaged: "))
  }

  @Test func `a list whose news cannot be read has none`() async throws {
    struct Broken: Error {}
    var feed = Feed<Note>.stub([Note(id: "a")])
    feed.arrivals = { _, _ in throw Broken() }
    let list = MarkedFeed(feed, marks: marks, visit: Visit(last: Self.now) {}, mark: \.mark)
    try await counting(list) { _ in
      await list.unread.wait { $0 == 1 }
    }
    #expect(list.detail(isComplete: true) == "1 unread")
  }
}
