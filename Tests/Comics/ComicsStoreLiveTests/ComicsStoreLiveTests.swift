import CachedResource
import ComicDomain
import ComicsStore
import ComicsStoreLive
import Database
import DatabaseLive
import Essentials
import Foundation
import NetworkClient
import PagedList
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ComicsStoreLiveTests {
  func cached(_ items: [CachedComic]) async throws -> [CachedComic] {
    let sut = ComicsStore.live(database: .memory())
    _ = try await sut.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(items), validator: "v", fetchedAt: .distantPast, checked: RangeSet()))
    #expect(try await sut.validator(0, nil) == "v")
    return try await sut.window(.row(0), 0, .max).items
  }

  @Test func `every field of a comic is saved unchanged`() async throws {
    let odd = "\u{1b}[2J\u{0}é e\u{301} 😀\r\n\"\\/<"
    let comics = [
      Comic(
        id: Comic.ID(.max), title: odd, alt: odd,
        transcript: Transcript(
          [.init(.scene, odd), .init(.line, odd), .init(.sound, odd), .init(.note, odd)], foreignTitleText: odd),
        picture: URL(string: "https://imgs.example/comics/a_(b).png?x=%20&y"), link: URL(string: "http://[::1]/é"),
        date: CalendarDate(year: 2024, month: 2, day: 29), news: odd),
      Comic(id: Comic.ID(2), title: "", transcript: Transcript([])),
      Comic(id: Comic.ID(1), title: "one", date: CalendarDate(year: 1, month: 12, day: 1)),
    ]
    let cached = try await cached(comics.map { .comic($0) })
    #expect(cached.map(\.comic) == comics)
    // Compares bytes, because `==` also accepts canonically equivalent texts.
    #expect(cached[0].comic.map { Array($0.news.utf8) } == Array(odd.utf8))
    #expect(cached[0].comic?.transcript?.foreignTitleText.map { Array($0.utf8) } == Array(odd.utf8))
  }

  @Test func `every kind of failure of a comic is saved`() async throws {
    let causes: [NetworkClient.Cause] = [
      .offline, .notUsed, .unknownHost, .refused, .notConnected, .timedOut, .tooLate, .lost, .untrusted, .notHTTP,
      .circular, .incomplete,
      .misdirected(to: ""),
      .misdirected(to: "file:///é"), .other("words"), .elsewhere(at: "http://a", .elsewhere(at: "b", .refused)),
      .elsewhere(at: "x", .other("")), .proxy(at: "http://p", .refused), .noAuthorities(file: "/a.pem"),
    ]
    let errors =
      causes.map { NetworkClient.Error.unreachable($0) }
      + [.rejected(status: 500), .undecodable("no \"JSON\""), .page, .tooLarge(limit: 1 << 20)]
    let items = errors.enumerated().map { CachedComic.failed(Comic.ID($0 + 1), $1) }
    #expect(try await cached(items) == items)
  }

  @Test func `a gap is saved as a single item and not as a row of the list`() async throws {
    let sut = ComicsStore.live(database: .memory())
    let gap = CachedCopy(CachedComic.gap(Comic.ID(404)), fetchedAt: Date(timeIntervalSinceReferenceDate: 5))
    try await sut.singles.insert(gap, gap.value.id)
    #expect(try await sut.singles.value(gap.value.id) == gap)
    #expect(try await sut.window(.row(0), 0, 9).count == 0)
  }

  @Test func `a search matches titles only`() async throws {
    let sut = ComicsStore.live(database: .memory())
    let comic = Comic(
      id: Comic.ID(7), title: "Clichéd", alt: "alt", transcript: Transcript([.init(.line, "line")]), news: "n")
    _ = try await sut.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page([.comic(comic), .failed(Comic.ID(6), .rejected(status: 500))]),
        validator: nil, fetchedAt: .distantPast, checked: RangeSet()))
    for (query, count) in [("cliched", 1), ("alt", 0), ("line", 0), ("7", 0), ("failed", 0)] {
      #expect(try await sut.reader.found(query).count == count, "\(query)")
    }
  }

  @Test func `comics are sorted by date and filtered by a date condition`() async throws {
    let sut = ComicsStore.live(database: .memory())
    let dates = [nil, (2024, 2, 1), (2024, 2, 29), (2023, 12, 31)] as [(Int, Int, Int)?]
    let comics = zip([4, 3, 2, 1], dates).map { number, date in
      CachedComic.comic(
        Comic(
          id: Comic.ID(number), title: "\(number)",
          date: date.flatMap { CalendarDate(year: $0.0, month: $0.1, day: $0.2) }))
    }
    _ = try await sut.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(comics), validator: nil, fetchedAt: .distantPast, checked: RangeSet()))
    func numbers(_ query: ListQuery) async throws -> [Int] {
      try await sut.reader.window(query, .row(0), 0, 9).items.map(\.id.number)
    }
    #expect(try await numbers(ListQuery()) == [4, 3, 2, 1])
    #expect(try await numbers(ListQuery(order: .newest)) == [2, 3, 1, 4])
    let noon = try #require(CalendarDate(year: 2024, month: 2, day: 1)).noon
    #expect(try await numbers(ListQuery(condition: .date(after: noon - 1, upTo: nil))) == [3, 2])
    #expect(try await numbers(ListQuery(condition: .date(after: nil, upTo: noon))) == [4, 3, 1])
  }

  @Test(arguments: [
    "state = 'none'", "state = 'gap'", "title = 'x'", "alt = NULL", "transcript = '{'",
    "picture = NULL", "link = 'http://x'", "date = '2024-02-30'", "published = 0", "published = NULL", "news = NULL",
    "id = 'x'", "sum = sum + 1",
  ])
  func `a row changed on disk is discarded together with the page's validator`(change: String) async throws {
    let database = Database.memory()
    let sut = ComicsStore.live(database: database)
    let comics = [Comic].samples.map { CachedComic.comic($0) }
    _ = try await sut.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(comics), validator: "v", fetchedAt: .distantPast, checked: RangeSet()))
    try await database.write { try $0.run("UPDATE comics SET \(change) WHERE id = '4'") }
    #expect(try await sut.validator(0, nil) == nil)
    #expect(try await sut.window(.row(0), 0, 9).items == comics.filter { $0.id != Comic.ID(4) })
  }

  @Test(arguments: ["[]", "[\"rejected\"]", "[\"rejected\",\"x\"]", "[\"unreachable\",\"elsewhere\",\"x\"]", "7", "["])
  func `a saved failure that cannot be decoded reads as no value`(text: String) async throws {
    let database = Database.memory()
    let sut = ComicsStore.live(database: database)
    let failed = CachedComic.failed(Comic.ID(3), .rejected(status: 500))
    try await sut.singles.insert(CachedCopy(failed, fetchedAt: .distantPast), failed.id)
    try await database.write { try $0.run("UPDATE comics SET failure = ?", .text(text)) }
    #expect(try await sut.singles.value(failed.id) == nil)
  }
}
