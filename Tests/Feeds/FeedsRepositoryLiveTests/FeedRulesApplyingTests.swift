import DatabaseLive
import FeedRules
import FeedsRepository
import FeedsRepositoryLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClientTestSupport
import Observed
import PagedList
import PostDomain
import PostsRepository
import PostsStore
import PostsStoreLive
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// Tests of rules for feeds, applied to arriving and to saved posts.
extension FeedsRepositoryLiveTests {
  private func sut(_ rules: FeedRule...) -> FeedsRepository { Self.repository(file, web, cache, state, rules: rules) }

  private func rule(_ match: FeedRule.Match = .all, _ change: (inout FeedRule) -> Void) -> FeedRule {
    var rule = FeedRule(match)
    change(&rule)
    return rule
  }

  private func titles(
    _ sut: FeedsRepository, _ row: FeedRow.ID, _ query: ListQuery = ListQuery()
  ) async throws -> [String] {
    try await sut.posts(row).list.reader.window(query, .row(0), 0, 999).items.map(\.title)
  }

  private var all: ListQuery { ListQuery(showsHidden: true) }

  @Test func `muted posts are saved, but neither shown, counted nor announced as new`() async throws {
    let sut = sut(rule(.tag("a")) { $0.mute = ["title 2"] })
    try await subscribe("\(one) a\n\(two)\n")
    publish(one, ["1": 1, "2": 2, "3": 3])
    publish(two, ["2": 4])
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(sut, .all) == ["Title 1", "Title 3", "Title 2"])
    #expect(try await titles(sut, .all, all) == ["Title 1", "Title 2", "Title 3", "Title 2"])
    #expect(try await titles(sut, first) == ["Title 1", "Title 3"])
    #expect(try await titles(sut, first, all) == ["Title 1", "Title 2", "Title 3"])
    #expect(try await sut.rows().map(\.total) == [3, 2, 2, 1])
    web.pass(3_600)
    publish(one, ["1": 1, "20": 0.1, "21": 0.2, "4": 0.3])
    let result = try await sut.refresh([.all], .all)
    #expect(result.arrived.count == 1)
    #expect(try await sut.rows().map(\.unread) == [4, 3, 3, 1])
  }

  @Test func `older pages are loaded on request only, and all of them even if the posts of some are muted`()
    async throws
  {
    let sut = sut(rule { $0.mute = ["title 2", "title 3"] })
    try await subscribe("\(one)\n")
    publish(one, ["1": 1], next: "/2")
    publish("https://one.org/2", ["2": 2], next: "/3")
    publish("https://one.org/3", ["3": 3], next: "/4")
    publish("https://one.org/4", ["4": 4], next: "/5")
    _ = try await sut.refresh([.all], .all)
    let list = await sut.posts(first).list
    _ = try await list.load(ListQuery(), 0..<2)
    _ = try await list.load(ListQuery(filters: [.unread]), 0..<2)
    #expect(web.requests == [one])
    web.reject("https://one.org/5", 404)
    for try await _ in list.loadRest() {}
    #expect(try await titles(sut, first) == ["Title 1", "Title 4"])
    #expect(web.requests == [one, one] + (2...5).map { "https://one.org/\($0)" })
  }

  @Test func `the posts of a quiet feed show only in its own list`() async throws {
    let sut = sut(rule(.feed("one.org/feed")) { $0.isQuiet = true })
    try await subscribe("\(one) a\n\(two) a\n")
    publish(one, ["1": 1, "5": 40, "6": 50, "7": 60, "8": 70])
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(sut, .all) == ["Title 2"])
    #expect(try await titles(sut, .tag("a")) == ["Title 2"])
    #expect(try await titles(sut, first) == ["Title 1", "Title 5", "Title 6", "Title 7", "Title 8"])
    #expect(
      try await titles(sut, first, ListQuery(filters: [.unread])) == ["Title 1", "Title 5", "Title 6"],
      "old posts arrive as read, as in other feeds")
    #expect(try await sut.rows().map(\.unread) == [1, 1, 0, 1])
  }

  @Test func `a changed rule is applied to saved posts, except to bookmarked ones`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1, "2": 2, "3": 3])
    publish(two, ["1": 4])
    let before = sut()
    _ = try await before.refresh([.all], .all)
    let posts = await before.posts(first)
    let ids = try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    _ = try await posts.flags.setBookmarked(ids[2], true)
    _ = try await posts.flags.addRead([ids[1]], .random())

    let muting = sut(rule(.feed("one.org/feed")) { $0.mute = ["title 1", "text 3"] })
    #expect(try await titles(muting, first).count == 3, "the new rule is not applied yet")
    try await muting.applyRules()
    #expect(try await titles(muting, first) == ["Title 2", "Title 3"])
    #expect(try await titles(muting, .all) == ["Title 2", "Title 3", "Title 1"])
    #expect(try await muting.rows().map(\.unread) == [2, 1, 1])

    let other = sut(rule(.feed("one.org/feed")) { $0.mute = ["title 2"] })
    try await other.applyRules()
    #expect(try await titles(other, first) == ["Title 1", "Title 3"])
    let none = sut()
    try await none.applyRules()
    #expect(try await titles(none, first) == ["Title 1", "Title 2", "Title 3"])
    #expect(try await none.rows().map(\.unread) == [3, 2, 1], "read posts stay read")
    #expect(try await none.posts(first).list.reader.window(ListQuery(), .item(ids[1], orRow: 9), 0, 0).anchor == 1)
  }

  @Test func `the progress of applying rules is reported only after two seconds`() async throws {
    try await subscribe("\(one)\n\(two)\nhttps://three.org/feed\n")
    publish(one, ["1": 1])
    _ = try await sut().refresh([.all], .all)
    let told = CallRecorder<RulesProgress?>()
    let rules = [rule { $0.mute = ["title 1"] }]
    let sut = Self.repository(file, web, cache, state, rules: rules, clock: SteppingClock())
    let stop = sut.rulesProgress.changes.watch { told.record(sut.rulesProgress.value) }
    try await sut.applyRules()
    stop()
    #expect(told.all == [RulesProgress(done: 1, total: 3), RulesProgress(done: 2, total: 3), nil])
  }

  @Test func `unchanged rules are not applied again`() async throws {
    let sut = sut(rule { $0.mute = ["title 1"] })
    try await subscribe("\(one)\n")
    publish(one, ["1": 1, "2": 2])
    _ = try await sut.refresh([.all], .all)
    try await sut.applyRules()
    let parts = try #require(PostsStore.live(database: cache).parts)
    // Unhides the posts, so that applying the rules again would show.
    try await parts.store(1).rewrite(nil) { post in
      var post = post
      post.hiding = nil
      return post
    }
    try await sut.applyRules()
    #expect(try await titles(sut, first) == ["Title 1", "Title 2"])
    // A tag that is added to the feed's line applies the tag's rule.
    let tagged = self.sut(rule { $0.mute = ["title 1"] }, rule(.tag("a")) { $0.mute = ["title 2"] })
    try await tagged.applyRules()
    #expect(try await titles(tagged, first) == ["Title 1", "Title 2"])
    try await subscribe("\(one) a\n")
    try await tagged.applyRules()
    #expect(try await titles(tagged, first) == [])
  }

  @Test func `posts that a process with former rules loads get the rules of the next one`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1, "2": 2])
    publish(two, ["1": 1])
    let muting = sut(rule { $0.mute = ["title 2", "title 3", "title 5"] })
    let none = sut()
    _ = try await muting.refresh([.all], .all)
    try await muting.applyRules()
    try await none.applyRules()
    #expect(try await titles(none, first) == ["Title 1", "Title 2"])
    web.pass(3_600)
    publish(one, ["1": 1, "2": 2, "3": 2.5])
    _ = try await muting.refresh([.all], .all)
    #expect(try await titles(none, first) == ["Title 1", "Title 2"], "the other process mutes the new post")
    try await none.applyRules()
    #expect(try await titles(none, first) == ["Title 1", "Title 2", "Title 3"])
    try await muting.applyRules()
    #expect(try await titles(muting, first) == ["Title 1"])
    web.pass(3_600)
    publish(one, ["1": 1, "2": 2, "3": 2.5, "4": 2.6, "5": 2.7])
    _ = try await none.refresh([.all], .all)
    #expect(try await titles(muting, first) == ["Title 1", "Title 4", "Title 5"])
    try await muting.applyRules()
    #expect(try await titles(muting, first) == ["Title 1", "Title 4"])
    #expect(try await muting.rows().map(\.total) == [3, 2, 1])
  }

  @Test func `a muted post that is bookmarked is shown again`() async throws {
    let sut = sut(rule { $0.mute = ["title"] }, rule(.feed("two.org/feed")) { $0.isQuiet = true })
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1, "2": 2])
    publish(two, ["3": 3])
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(sut, .all) == [])
    let posts = await sut.posts(.all)
    for listed in try await posts.list.reader.window(all, .row(0), 0, 9).items where listed.title != "Title 2" {
      _ = try await posts.flags.setBookmarked(listed.id, true)
    }
    #expect(try await titles(sut, .all) == ["Title 1"])
    #expect(try await titles(sut, second) == ["Title 3"], "its feed is still quiet")
  }

  @Test func `a post is muted again when its bookmark is removed, also by undoing`() async throws {
    let sut = sut(rule { $0.mute = ["title 1"] })
    try await subscribe("\(one)\n")
    publish(one, ["1": 1, "2": 2])
    _ = try await sut.refresh([.all], .all)
    let posts = await sut.posts(.all)
    let id = try #require(try await posts.list.reader.window(all, .row(0), 0, 0).items.first?.id)
    let added = try #require(try await posts.flags.setBookmarked(id, true))
    #expect(try await titles(sut, .all) == ["Title 1", "Title 2"])
    try await posts.flags.undo(added)
    #expect(try await titles(sut, .all) == ["Title 2"])
    _ = try await posts.flags.setBookmarked(id, true)
    let removed = try #require(try await posts.flags.setBookmarked(id, false))
    #expect(try await titles(sut, .all) == ["Title 2"])
    #expect(try await titles(sut, first) == ["Title 2"])
    try await posts.flags.undo(removed)
    #expect(try await titles(sut, .all) == ["Title 1", "Title 2"])
    try await sut.applyRules()
    _ = try await self.sut().posts(.all).flags.setBookmarked(id, false)
    #expect(try await titles(sut, .all) == ["Title 1", "Title 2"], "the other process has no rule")
    try await sut.applyRules()
    #expect(try await titles(sut, .all) == ["Title 2"])
  }

  @Test func `the reader applies a rule that has changed in the background`() async throws {
    try await subscribe("\(one)\n")
    publish(one, ["1": 1, "2": 2])
    _ = try await sut().refresh([.all], .all)
    let sut = sut(rule(.tag("a")) { $0.mute = ["title 1"] })
    let changes = sut.changes.stream()
    let task = Task { await sut.refreshUntilCancelled() }
    try await subscribe("\(one) a\n")
    sut.fileChanged()
    for await _ in changes where try await titles(sut, first) == ["Title 2"] { break }
    #expect(try await titles(sut, first) == ["Title 2"])
    task.cancel()
    await task.value
  }

  @Test func `a changed post is checked against the rules again, and unreadOnUpdate makes it unread`() async throws {
    let sut = sut(
      rule { $0.mute = ["sponsored"] }, rule(.feed("one.org/feed")) { $0.isUnreadOnUpdate = true })
    try await subscribe("\(one)\n\(two)\n")
    func publish(_ text: String) {
      for address in [one, two] {
        web[address] = """
          <feed xmlns="http://www.w3.org/2005/Atom"><title>B</title><entry><id>1</id><title>T</title>\
          <updated>2026-01-01T00:00:00Z</updated><content>\(text)</content></entry></feed>
          """
      }
    }
    publish("old")
    _ = try await sut.refresh([.all], .all)
    for row in [first, second] {
      let posts = await sut.posts(row)
      let id = try #require(try await posts.list.reader.window(ListQuery(), .row(0), 0, 0).items.first?.id)
      _ = try await posts.flags.addRead([id], .random())
    }
    #expect(try await sut.rows().map(\.unread) == [0, 0, 0])
    web.pass(3_600)
    publish("new")
    _ = try await sut.refresh([.all], .all)
    #expect(try await sut.rows().map(\.unread) == [1, 1, 0])
    web.pass(3_600)
    publish("new, sponsored")
    _ = try await sut.refresh([.all], .all)
    #expect(try await sut.rows().map(\.total) == [0, 0, 0])
    web.pass(3_600)
    publish("new")
    _ = try await sut.refresh([.all], .all)
    #expect(try await sut.rows().map(\.total) == [2, 1, 1])
  }

  @Test func `marking all as read affects only the posts that are shown`() async throws {
    let sut = sut(rule(.feed("one.org/feed")) { $0.isQuiet = true })
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1])
    publish(two, Dictionary(uniqueKeysWithValues: (0..<1_200).map { ("\($0)", 1) }))
    _ = try await sut.refresh([.all], .all)
    let posts = await sut.posts(.all)
    let window = try await posts.list.reader.window(ListQuery(), .row(0), 0, 0)
    let query = ListQuery(condition: .arrivedBy(try #require(window.arrival)))
    let undo = try #require(try await posts.flags.markAllRead(in: posts.list.reader, query))
    #expect(try await sut.rows().map(\.unread) == [0, 0, 0])
    #expect(try await titles(sut, first, ListQuery(filters: [.unread])) == ["Title 1"])
    #expect(
      try await FlagsStore.live(database: state).changed(.post, nil, .max).sweeps.count == 1, "the sweep is one row")
    try await posts.flags.undo(undo)
    #expect(try await sut.rows().map(\.unread) == [1_200, 0, 1_200])
    #expect(try await titles(sut, first, ListQuery(filters: [.unread])) == ["Title 1"])
    #expect(try await posts.flags.markAllRead(in: posts.list.reader, query) != nil)
    #expect(try await titles(sut, first, ListQuery(filters: [.unread])) == ["Title 1"])
  }
}

/// A clock that advances by 1.5 seconds at each reading.
private final class SteppingClock: Clock {
  private let looks = Mutex(0)
  let minimumResolution = Duration.zero
  var now: ClockInstant {
    looks.withLock { looks in
      looks += 1
      return ClockInstant(offset: .seconds(1.5) * looks)
    }
  }

  func sleep(until deadline: ClockInstant, tolerance: Duration?) async throws { throw CancellationError() }
}
