import Database
import DatabaseLive
import FeedsRepository
import FeedsRepositoryLive
import FlagsRepository
import FlagsStore
import Foundation
import NetworkClientTestSupport
import PagedList
import PostDomain
import PostsRepository
import PostsStore
import PostsStoreLive
import Subscriptions
import SubscriptionsStore
import Synchronization
import TestSupport
import Testing

/// Random walks over feeds that share texts: nothing is lost, nothing is unread twice, and counts are right.
@Suite(.timeLimit(.minutes(5)))
struct DuplicatesWalkTests {
  /// An entry of a feed: the number of the feed, and that of its text.
  private struct Entry: Hashable { var feed, text: Int }

  @Test(arguments: 1...12)
  func `random changes of feeds that share texts show each text once and preserve read flags`(seed: Int) async throws {
    var walk = RandomWalk(seed: UInt64(seed))
    for step in 0..<50 { try await walk.step("seed \(seed), step \(step)") }
  }

  private struct RandomWalk {
    private static let feeds = 4
    private static let texts = 9

    private var random: SeededGenerator
    private let web = SimulatedWeb()
    private var cache = Database.memory()
    private let state = Database.memory()
    private let failing = WriteFailure()
    private let file = SubscriptionsStore.stub()
    private var programs: [FeedsRepository] = []
    private var isOpen = false
    /// The texts of each feed, and their lengths.
    private var published: [[Int: Int]]
    private var listed: Set<Int> = [0, 1, 2]
    /// The entries that were read, saved or not.
    private var read: Set<Entry> = []
    private var bookmarked: Set<Entry> = []

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      published = Array(repeating: [:], count: Self.feeds)
      for feed in 0..<Self.feeds { publish(feed) }
    }

    private mutating func open() {
      programs = (0..<2).map { _ in FeedsRepositoryLiveTests.repository(file, web, failing.database(cache), state) }
    }

    private func address(_ feed: Int) -> String { "https://host\(feed).org/feed" }

    private mutating func publish(_ feed: Int) {
      let entries = published[feed].sorted { $0.key < $1.key }.map { text, length in
        """
        <entry><id>\(text)</id><title>Text \(text)</title><published>2025-12-30T00:00:00Z</published>\
        <link href="https://texts.org/\(text)"/><content>\(String(repeating: "x", count: length))</content></entry>
        """
      }
      web[address(feed)] =
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>Feed \(feed)</title>\(entries.joined())</feed>"
    }

    private func list() async throws {
      let lines = listed.sorted().map { address($0) }.joined(separator: "\n")
      try await file.editing { $0 = SubscriptionFile(Array(lines.utf8)) }
    }

    /// The posts of the saved entries.
    private func saved() async throws -> [Entry: Post.ID] {
      try await cache.read { connection in
        let tables = try connection.rows("SELECT count(*) FROM sqlite_master WHERE name IN ('feeds_parts', 'posts')") {
          $0.integer(0)
        }
        guard tables == [2] else { return [:] }
        let posts = try connection.rows(
          "SELECT id, title, (SELECT feed FROM feeds_parts WHERE part = place >> 42) FROM posts WHERE place >= 0"
        ) { row in (id: row.text(0) ?? "", title: row.text(1) ?? "", feed: row.text(2) ?? "") }
        var all: [Entry: Post.ID] = [:]
        for post in posts {
          guard let text = Int(post.title.dropFirst(5)), let feed = Int(post.feed.dropFirst(4).prefix(1)) else {
            continue
          }
          all[Entry(feed: feed, text: text)] = Post.ID(post.id)
        }
        return all
      }
    }

    private mutating func program() -> FeedsRepository { programs[Int.random(in: 0..<2, using: &random)] }

    mutating func step(_ name: String) async throws {
      var before: Set<Entry> = []
      if random.next() % 30 == 0 || !isOpen {
        cache = .memory()
        open()
        isOpen = true
        try await refresh(programs[0])
        noteArrivals(Set(try await saved().keys), before)
      }
      before = Set(try await saved().keys)
      let sut = program()
      switch random.next() % 13 {
      case 0...3:
        for _ in 0..<2 {
          let feed = Int.random(in: 0..<Self.feeds, using: &random)
          let text = Int.random(in: 0..<Self.texts, using: &random)
          // The entry disappears, appears, or changes.
          if Bool.random(using: &random), published[feed][text] != nil {
            published[feed][text] = nil
          } else {
            published[feed][text] = Int.random(in: 1...4, using: &random)
          }
          publish(feed)
        }
        try await refresh(sut)
      case 4:
        let feed = Int.random(in: 0..<Self.feeds, using: &random)
        web.reject(address(feed), 500)
        try await refresh(sut)
        web.reject(address(feed), nil)
      case 5:
        // Simulates that the program ends during the refresh.
        failing.arm(Int.random(in: 0..<12, using: &random))
        _ = try? await refresh(sut)
        failing.arm(nil)
        open()
        try await refresh(programs[0])
      case 6:
        listed.formSymmetricDifference([Int.random(in: 0..<Self.feeds, using: &random)])
        try await list()
      case 7, 8:
        if let entry = try await shown(sut).randomElement(using: &random) {
          try await mark(entry, isRead: true, sut)
        }
      case 9:
        let hasForgotten = try await forgotten()
        let marked = try await shown(sut).filter { read.contains($0) && !hasForgotten.contains($0.text) }
        if let entry = marked.randomElement(using: &random) { try await mark(entry, isRead: false, sut) }
      case 10:
        if let entry = try await shown(sut).randomElement(using: &random), let id = try await saved()[entry] {
          let isBookmarked = bookmarked.contains(entry)
          _ = try await sut.posts(.all).flags.setBookmarked(id, !isBookmarked)
          bookmarked.formSymmetricDifference([entry])
          _ = try await sut.rows()
        }
      case 11: try await markAll(sut, isUndone: Bool.random(using: &random))
      default:
        let all = try await saved()
        _ = try await PostsStore.live(database: cache).removeOldest(bookmarked.compactMap { all[$0] })
      }
      try await check(sut, before, name)
    }

    /// Returns the texts of read entries that are not saved. An entry that comes back marks its duplicates as read.
    private func forgotten() async throws -> Set<Int> {
      let all = try await saved()
      return Set(read.filter { all[$0] == nil }.map(\.text))
    }

    private func refresh(_ sut: FeedsRepository) async throws {
      try await list()
      web.pass(3_600)
      _ = try await sut.refresh([.all], .all)
    }

    private mutating func mark(_ entry: Entry, isRead: Bool, _ sut: FeedsRepository) async throws {
      let all = try await saved()
      guard let id = all[entry] else { return }
      let marks = await sut.posts(.all).flags
      if isRead { _ = try await marks.addRead([id], .random()) } else { _ = try await marks.removeRead([id]) }
      for other in all.keys where other.text == entry.text {
        if isRead { read.insert(other) } else { read.remove(other) }
      }
    }

    private mutating func markAll(_ sut: FeedsRepository, isUndone: Bool) async throws {
      guard !listed.isEmpty else { return }
      let posts = await sut.posts(.all)
      let before = read
      let texts = Set(try await shown(sut).map(\.text))
      let window = try await posts.list.reader.window(ListQuery(), .row(0), 0, 0)
      guard let arrival = window.arrival else { return }
      let undo = try await posts.flags.markAllRead(
        in: posts.list.reader, ListQuery(condition: .arrivedBy(arrival)))
      read.formUnion(try await saved().keys.filter { texts.contains($0.text) })
      // Reading the rows saves the flags of duplicates, which may or may not happen before the undo.
      if Bool.random(using: &random) { _ = try await sut.rows() }
      guard isUndone, let undo, try await texts.isDisjoint(with: forgotten()) else { return }
      try await posts.flags.undo(undo)
      read = before
    }

    private func entries(_ titles: [PostTitle]) async throws -> [Entry] {
      let all = Dictionary(uniqueKeysWithValues: try await saved().map { ($0.value, $0.key) })
      return titles.compactMap { all[$0.id] }
    }

    private func shown(_ sut: FeedsRepository, _ query: ListQuery = ListQuery()) async throws -> [Entry] {
      try await entries(sut.posts(.all).list.reader.window(query, .row(0), 0, 999).items)
    }

    /// Records the arrival of entries. If one of several entries with the same text was read, all of them are read.
    private mutating func noteArrivals(_ all: Set<Entry>, _ before: Set<Entry>) {
      for entry in all.subtracting(before) {
        let others = all.filter { $0.text == entry.text }
        if others.contains(where: read.contains) { read.formUnion(others) }
      }
    }

    private mutating func check(_ sut: FeedsRepository, _ before: Set<Entry>, _ name: String) async throws {
      let rows = try await sut.rows()
      let all = try await saved()
      noteArrivals(Set(all.keys), before)
      let wanted = Set(all.keys.filter { listed.contains($0.feed) }.map(\.text))
      let shown = listed.isEmpty ? [] : try await shown(sut)
      #expect(shown.map(\.text).sorted() == wanted.sorted(), "\(name): each text is shown once")
      #expect(shown.allSatisfy { listed.contains($0.feed) }, "\(name)")
      let unread = listed.isEmpty ? [] : try await self.shown(sut, ListQuery(filters: [.unread]))
      #expect(
        unread.map(\.text).sorted() == shown.filter { !read.contains($0) }.map(\.text).sorted(),
        "\(name): only entries that were not read are unread")
      #expect(rows.first?.unread ?? 0 == unread.count, "\(name)")
      #expect(rows.first?.total ?? 0 == shown.count, "\(name)")
      for feed in listed {
        let row = rows.first { $0.id == .feed("host\(feed).org/feed") }
        #expect(row?.unread == unread.count { $0.feed == feed }, "\(name): feed \(feed)")
        #expect(row?.total == shown.count { $0.feed == feed }, "\(name): feed \(feed)")
      }
      let savedBookmarks = bookmarked.filter { all[$0] != nil }
      let shownBookmarks = try await self.shown(sut, ListQuery(scope: .bookmarked))
      #expect(Set(shownBookmarks) == savedBookmarks, "\(name)")
    }
  }
}

/// Makes the changes of a database fail from a given one on, as if the program had ended.
private final class WriteFailure: Sendable {
  private let left = Mutex<Int?>(nil)

  func arm(_ count: Int?) { left.withLock { $0 = count } }

  func database(_ database: Database) -> Database {
    var failing = database
    failing.writing = { [writing = database.writing] work in
      let isFailing = self.left.withLock { left in
        if let count = left { left = count - 1 }
        return (left ?? 0) < 0
      }
      if isFailing { throw DatabaseError.noSpace }
      try await writing(work)
    }
    return failing
  }
}
