import Foundation
import NetworkClientTestSupport
import ProcessTestSupport
import Synchronization
import Terminal
import TestSupport
import Testing

/// Tests of the program with many subscribed feeds.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SubscriptionsTests {
  @Test func `with 200 feeds, half of which fail, keys take effect while they are refreshed`() async throws {
    // The second hundred feeds answer only after the keys.
    let latch = LoopbackHost.Latch()
    let count = Mutex(0)
    let host = try LoopbackHost { request in
      let number = Int(request.target.dropFirst("/feed/".count)) ?? 0
      let answer: LoopbackHost.Reply =
        switch number % 8 {
        case 1: .answer(404)
        case 3: .answer(500)
        case 5: .answer(text: "no feed at all")
        case 7: .answer(headers: ["Content-Type: text/html"], text: "<p>Not a feed.</p>")
        default: .answer(text: Self.feed(number, entries: 0..<10))
        }
      let isLate = count.withLock { count in
        count += 1
        return count > 100
      }
      return isLate ? LoopbackHost.Reply([.wait(latch)]) + answer : answer
    }
    let reader = try subscribed(to: (0..<200).map { host.url("/feed/\($0)").absoluteString })
    var session = try ReaderSession(reader, environment: Self.environment)
    try await session.wait { $0[0].hasPrefix(" Feeds") && $0[23].contains("Refreshing 1") }
    // The feeds are requested in any order; some of the first hundred have answered.
    try await session.type("J") { $0.contains { $0.hasPrefix(" ›   Feed ") } }
    let row = try #require(session.rows.first { $0.hasPrefix(" ›   Feed ") })
    let name = row.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
    try await session.type("\r") { $0[0].hasPrefix(" Feeds › \(name)  10 unread") }
    try await session.type("j\r") {
      $0[2].hasPrefix("    Entry 1 of feed ") && $0[5] == "    Text 1."
    }
    try await session.type("\u{1B}") { $0[0].hasPrefix(" Feeds › \(name)  9 unread") }
    try await session.type("A") { $0[0].hasPrefix(" Feeds › \(name) ") && $0[0].unread ?? 0 == 0 }
    try await session.type("\u{1B}") {
      $0[0].hasPrefix(" Feeds  ") && $0[23].new != nil && $0[0].unread == $0[23].new.map { $0 - 10 }
    }
    #expect(session.rows[23].contains("Refreshing 1"), "the refresh is still in progress: \(session.rows[23])")
    latch.open()
    try await session.wait { $0[0].unread == 990 && !$0[23].contains("Refreshing") }
    try await session.ends("q")
  }

  /// A refresh is killed at one of its requests while another refresh runs, and a reader is killed right after it has
  /// marked all as read.
  @Test(arguments: 1...3)
  func `kill -9 during refreshes loses no posts, and read posts stay read`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let published = Mutex<[[Int]]>(Array(repeating: [0, 1], count: 6))
    let victim = Mutex<(child: ChildProcess?, requests: Int)>((nil, 0))
    let host = try LoopbackHost { request in
      let number = Int(request.target.dropFirst("/feed/".count)) ?? 0
      victim.withLock { victim in
        victim.requests -= 1
        if victim.requests == 0 { victim.child?.signal(SIGKILL) }
      }
      return .answer(text: Self.feed(number, entries: published.withLock { $0[number] }))
    }
    let reader = try subscribed(to: (0..<6).map { host.url("/feed/\($0)").absoluteString })
    var everPublished: Set<String> = []
    var read: Set<String> = []
    var known: Set<String> = []
    for round in 0..<8 {
      published.withLock { published in
        for number in published.indices where Bool.random(using: &random) {
          published[number].append(2 + round)
          if published[number].count > 4 { published[number].removeFirst(2) }
        }
        for (number, entries) in published.enumerated() {
          everPublished.formUnion(entries.map { Self.link(number, $0) })
        }
      }
      let child = try reader.start(["feeds", "refresh", "--all"], output: nil, environment: Self.environment)
      victim.withLock { $0 = (child, Int.random(in: 1...10, using: &random)) }
      let other = try await reader.run("feeds", "refresh", "--all", environment: Self.environment)
      #expect(other.status == 0, "\(other.notes)")
      _ = await child.status
      victim.withLock { $0 = (nil, 0) }
      let name: Comment = "seed \(seed), round \(round)"
      let rows = try await rows(of: reader, name)
      let links = Set(rows.map(\.url))
      #expect(known.subtracting(links) == [], name)
      #expect(links.subtracting(everPublished) == [], name)
      let current = published.withLock { $0 }.enumerated().flatMap { feed, entries in
        entries.map { Self.link(feed, $0) }
      }
      #expect(Set(current).subtracting(links) == [], name)
      known = links
      #expect(Set(rows.filter(\.unread).map(\.url)).intersection(read) == [], name)
      if round % 3 == 1, rows.contains(where: \.unread) {
        var session = try ReaderSession(reader, environment: Self.environment)
        let unread = rows.count(where: \.unread)
        try await session.wait { $0[0].unread == unread && $0[1].hasPrefix(" ›   All ") && $0.isLive }
        try await session.type("A") { $0[23].contains(" marked as read") && $0[0].unread ?? 0 == 0 }
        try session.signal("KILL")
        _ = try await session.ended()
        read.formUnion(rows.map(\.url))
      }
    }
    #expect(read.count >= 6)
  }

  private struct Row: Decodable { var url: String, unread: Bool }

  /// Refreshes without interruption, returns all posts, and compares the counts of the feeds with them.
  private func rows(of reader: ReaderProgram, _ name: Comment) async throws -> [Row] {
    struct Feed: Decodable { var unread: Int, total: Int }
    #expect(try await reader.run("feeds", "refresh", "--all", environment: Self.environment).status == 0, name)
    let posts = try await reader.run("posts", "-f", "json", environment: Self.environment).output
    let rows = try JSONDecoder().decode([Row].self, from: Data(posts.utf8))
    #expect(Set(rows.map(\.url)).count == rows.count, name)
    let feeds = try await reader.run("feeds", "-f", "json", environment: Self.environment).output
    let counts = try JSONDecoder().decode([Feed].self, from: Data(feeds.utf8))
    #expect(counts.map(\.total).reduce(0, +) == rows.count, name)
    #expect(counts.map(\.unread).reduce(0, +) == rows.count(where: \.unread), name)
    return rows
  }

  private static func link(_ feed: Int, _ entry: Int) -> String { "https://feed\(feed).example.org/\(entry)" }

  private static let environment = ["SATCHEL_SERVER": ""]

  /// Returns a program with subscriptions.
  private func subscribed(to addresses: [String]) throws -> ReaderProgram {
    let reader = try ReaderProgram(server: URL(filePath: "/"))
    let file = reader.folder.appending(path: ".config/satchel/feeds")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try addresses.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    return reader
  }

  private static func feed(_ number: Int, entries: some Sequence<Int>) -> String {
    let items = entries.map { entry in
      let date = Date(timeIntervalSinceNow: -3_600 * Double(entry + 1)).formatted(.iso8601)
      return """
        <entry><id>urn:\(number):\(entry)</id><title>Entry \(entry) of feed \(number)</title><published>\(date)</published>\
        <link href="\(link(number, entry))"/><content>Text \(entry).</content></entry>
        """
    }
    return """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Feed \(number)</title>\(items.joined())</feed>
      """
  }
}

extension String {
  /// The number before "new" in a status line.
  fileprivate var new: Int? { firstMatch(of: /([\d,]+) new/).flatMap { Int($0.1.replacing(",", with: "")) } }

  /// The number before "unread" in a title.
  fileprivate var unread: Int? { firstMatch(of: /([\d,]+) unread/).flatMap { Int($0.1.replacing(",", with: "")) } }
}
