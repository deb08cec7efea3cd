import CachedResource
import Database
import DatabaseLive
import FeedPosts
import FeedsServiceLive
import FeedsStore
import FeedsStoreLive
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import NetworkClientTestSupport
import PagedList
import PostDomain
import PostsService
import PostsStore
import PostsStoreLive
import Store
import TestSupport
import Testing

/// Tests of a feed over time, from its documents to the list: read posts stay read, and no post is lost, duplicated or
/// moved.
struct FeedOverTimeTests {
  @Test(.timeLimit(.minutes(3)), arguments: 0..<5 as Range<UInt64>)
  func `random changes of a feed lose, duplicate or reorder no post and preserve read flags`(seed: UInt64) async throws
  {
    var feed = ModelFeed(seed: seed)
    let reader = FeedReader()
    for _ in 0..<30 {
      feed.change()
      reader.site[reader.site.feed.absoluteString] = feed.document
      reader.site.web.pass(feed.pause())
      feed.arrive(at: reader.site.web.date)
      try await reader.refresh()
      let rows = try await reader.rows()
      feed.check(rows)
      for row in rows where feed.isLucky(5) {
        feed.read(row)
        try await reader.read(row.id)
      }
    }
    // Read posts stay read when the cache is lost.
    reader.loseCache()
    try await reader.refresh()
    for row in try await reader.rows() { feed.checkIdentity(row) }
  }
}

/// A reader with databases in memory.
private final class FeedReader {
  let site = FeedSite()
  private let state = Database.memory()
  private var list: PagedList<Listed<Post>>
  private let kind = ItemKind("post")

  init() { list = Self.list(of: site, state: state, kind: kind) }

  func loseCache() { list = Self.list(of: site, state: state, kind: kind) }

  private static func list(of site: FeedSite, state: Database, kind: ItemKind) -> PagedList<Listed<Post>> {
    let cache = Database.memory()
    let store = PostsStore.live(database: cache)
    let posts = FeedPosts(
      at: site.feed, feeds: .live(client: site.web.client, readFile: { _ in Data() }, now: { site.web.date }),
      store: .live(cache: cache, state: state), server: .failing(NetworkClient.Error.rejected(status: 404)),
      saved: { try? await store.singles.value($0)?.value }, extent: { try? await store.extent(0..<0) },
      now: { site.web.date })
    return .live(
      remote: posts.posts.page, store: store, flags: .live(database: state), kind: kind, now: { site.web.date })
  }

  func refresh() async throws { _ = try await list.refresh() }

  func rows() async throws -> [Listed<Post>] {
    try await list.reader.window(ListQuery(), .row(0), 0, 10_000).items
  }

  func read(_ id: Post.ID) async throws {
    _ = try await FlagsStore.live(database: state).addRead(kind, [id.text], .random())
  }
}

/// A feed whose entries move, change, disappear, and return under other ids. A single change keeps an entry
/// recognisable: either its link, which is unique, or its title and date stay the same.
private struct ModelFeed {
  private struct Article {
    let number: Int
    /// The guid; nil for an entry that is identified by its link alone.
    var id: String?
    var link: String
    var version = 0
    var date: Date?
    var isListed = true
    /// The other article with the same guid; both come and go together.
    var twin: Int?
    /// The date by which the list sorts it, set at its first arrival.
    var listDate: Date?
    var post: Post.ID?
    var isRead = false

    var title: String { "\(number) of version \(version)" }
  }

  private var random: SeededGenerator
  private var articles: [Article] = []
  /// The listed articles, in the order of the document.
  private var order: [Int] = []
  private var nextName = 0
  private var now = SimulatedWeb.start
  private var answeredAt: Date?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<5 { publish() }
  }

  mutating func isLucky(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  mutating func pause() -> Double { isLucky(4) ? 500_000 : 3_600 }

  private mutating func name() -> String {
    nextName += 1
    return "\(nextName)"
  }

  private mutating func link() -> String { "https://example.org/\(name())" }

  private mutating func publish(twin: Int? = nil) {
    let number = articles.count
    let age = [0, 60, 86_400, 1_000_000, -3_000, -90_000].randomElement(using: &random) ?? 0
    let hasID = twin != nil || !isLucky(4)
    articles.append(
      Article(
        number: number, id: twin.flatMap { articles[$0].id } ?? (hasID ? name() : nil), link: link(),
        date: isLucky(5) ? nil : now.addingTimeInterval(-Double(age) - Double(number)), twin: twin))
    if let twin { articles[twin].twin = number }
    order.insert(number, at: 0)
  }

  // MARK: - Changes

  /// Makes some changes.
  mutating func change() {
    for _ in 0..<Int.random(in: 0...3, using: &random) { publish() }
    var changed: Set<Int> = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      guard let number = articles.indices.randomElement(using: &random) else { continue }
      let twin = articles[number].twin
      guard changed.isDisjoint(with: [number, twin ?? number]) else { continue }
      changed.formUnion([number, twin ?? number])
      if twin != nil || !articles[number].isListed || isLucky(3) {
        leaveOrReturn(number)
        if twin == nil, articles[number].isListed { change(number) }
      } else {
        change(number)
      }
    }
    if isLucky(4), let number = order.randomElement(using: &random), articles[number].id != nil,
      articles[number].twin == nil, changed.insert(number).inserted
    {
      publish(twin: number)
    }
    if isLucky(8) { order.shuffle(using: &random) }
    if isLucky(8) { renumber(except: changed) }
  }

  private mutating func leaveOrReturn(_ number: Int) {
    for number in [number, articles[number].twin].compactMap({ $0 }) {
      articles[number].isListed.toggle()
      if articles[number].isListed {
        order.insert(number, at: Int.random(in: 0...order.count, using: &random))
      } else {
        order.removeAll { $0 == number }
      }
    }
  }

  private mutating func change(_ number: Int) {
    let isDated = articles[number].date != nil
    switch Int.random(in: 0..<5, using: &random) {
    case 0: articles[number].version += 1
    case 1 where isDated || articles[number].id != nil: articles[number].link = link()
    case 2 where articles[number].id != nil: articles[number].id = name()
    case 3 where articles[number].id != nil:
      articles[number].id = name()
      articles[number].version += 1
    case 4 where isDated && articles[number].id != nil:
      articles[number].id = name()
      articles[number].link = link()
    default: break
    }
  }

  /// Gives all entries other ids, as a feed does after a change of its software.
  private mutating func renumber(except changed: Set<Int>) {
    for number in order where articles[number].id != nil && articles[number].twin == nil && !changed.contains(number) {
      articles[number].id = name()
    }
  }

  // MARK: - The document and its list

  /// The document. Its links vary in parts that do not matter, such as `www.`.
  var document: String {
    mutating get {
      var items = ""
      for number in order {
        let article = articles[number]
        var link = article.link
        if article.id != nil, article.twin == nil, isLucky(3) {
          link = link.replacing("https://", with: "http://www.") + "/"
        }
        let id = article.id.map { "<guid isPermaLink='false'>\($0)</guid>" } ?? ""
        let date = article.date.map { "<pubDate>\($0.formatted(.iso8601))</pubDate>" } ?? ""
        items += """
          <item>\(id)<link>\(link)</link><title>\(article.title)</title>\(date)\
          <description>Text \(article.version)</description></item>
          """
      }
      return rss(items)
    }
  }

  /// Records the list date of each article that arrives for the first time.
  mutating func arrive(at date: Date) {
    now = date
    for number in order where articles[number].listDate == nil {
      let own = articles[number].date
      let isPlausible = own.map { $0.timeIntervalSince(date) <= 3_600 } ?? false
      let isLate = own.map { date.timeIntervalSince($0) > 259_200 && $0 < answeredAt ?? .distantPast } ?? false
      articles[number].listDate = isPlausible && !isLate ? own : date
    }
    answeredAt = date
  }

  mutating func read(_ row: Listed<Post>) { if let number = number(row) { articles[number].isRead = true } }

  private func number(_ row: Listed<Post>) -> Int? {
    (row.item?.title.prefix { $0 != " " }).flatMap { Int($0) }
  }

  /// Checks the rows of the list.
  mutating func check(_ rows: [Listed<Post>]) {
    let numbers = rows.compactMap(number)
    #expect(numbers.sorted() == articles.indices.filter { articles[$0].listDate != nil })
    for row in rows {
      guard let number = number(row) else { continue }
      if articles[number].post == nil { articles[number].post = row.id }
      checkIdentity(row)
      if articles[number].isListed {
        #expect(row.item?.title == articles[number].title)
        #expect(row.item?.body == "Text \(articles[number].version)")
      }
    }
    let dates = numbers.compactMap { articles[$0].listDate }
    #expect(dates == dates.sorted(by: >))
  }

  /// Checks that a row is the same post as at its arrival, and is read if it was read.
  func checkIdentity(_ row: Listed<Post>) {
    guard let article = number(row).map({ articles[$0] }) else { return }
    #expect(row.id == article.post, "\(article)")
    #expect(row.flags.isRead == article.isRead, "\(article)")
  }
}
