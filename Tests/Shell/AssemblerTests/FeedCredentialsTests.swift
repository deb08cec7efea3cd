import Assembler
import CommandLine
import Database
import DatabaseLive
import Foundation
import NetworkClient
import Subscriptions
import SubscriptionsStore
import Synchronization
import TestSupport
import Testing

/// Tests of the names and passwords in the addresses of subscriptions, as the servers get them.
struct FeedCredentialsTests {
  private let requests = CallRecorder<String>()

  /// Refreshes the feeds that a file lists, on some days, and returns the path and the credentials of each request.
  private func requests(
    of lines: [String], days: Int = 1,
    _ answer: @escaping @Sendable (_ request: NetworkClient.Request) -> NetworkClient.Response? = { _ in nil }
  ) async throws -> [String] {
    let databases = Mutex<[String: Database]>([:])
    let database: @Sendable (String) -> Database = { name in
      databases.withLock { databases in
        let database = databases[name] ?? .memory()
        databases[name] = database
        return database
      }
    }
    var dependencies = Dependencies.stub()
    dependencies.cache = { _ in database("cache") }
    dependencies.state = { _ in database("state") }
    dependencies.subscriptions = .stub(SubscriptionFile(Array(lines.joined(separator: "\n").utf8)))
    dependencies.network.send = { [requests] request in
      let coded = request.headers["Authorization"].flatMap { Data(base64Encoded: String($0.dropFirst(6))) }
      requests.record("\(request.url.path()) \(coded.map { String(decoding: $0, as: UTF8.self) } ?? "-")")
      if let response = answer(request) { return response }
      let feed = "<rss><channel><item><guid>1</guid><title>One</title></item></channel></rss>"
      return NetworkClient.Response(url: request.url, body: Data(feed.utf8))
    }
    for day in 1...days {
      let invocation = try Invocation(
        arguments: ["feeds", "refresh", "--all"], environment: [:], caches: URL(filePath: "/caches"),
        states: URL(filePath: "/states"))
      let assembler = Assembler(
        invocation: invocation, dependencies: dependencies,
        now: { Date(timeIntervalSince1970: 86_400 * Double(day)) })
      _ = await assembler.run(output: CommandOutput(write: { _ in }, note: { _ in }), clock: TestClock())
    }
    return requests.all
  }

  @Test(arguments: [
    ("http://user:p%40ss@a.example/x", "user:p@ss"), ("http://u%40x.org:pw@a.example/x", "u@x.org:pw"),
    ("http://token@a.example/x", "token:"), ("http://a.example/x", "-"),
    (#""filter:cat:http://user:p%25@a.example/x""#, "user:p%"),
  ])
  func `a name and a password are sent decoded, and a name alone with an empty password`(
    line: String, sent: String
  ) async throws {
    #expect(try await requests(of: [line]).first == "/x \(sent)")
  }

  @Test func `feeds of one server with one name each have their own password, and may share one`() async throws {
    let sent = try await requests(of: [
      "http://ada:1@a.example/x", "http://ada:2@a.example/y", "http://ada@a.example/z", "http://ada:3@b.example/x",
    ])
    #expect(sent.sorted() == ["/x ada:1", "/x ada:3", "/y ada:2", "/z ada:2"])
  }

  @Test(arguments: [("http://a.example/new", "ada:1"), ("http://b.example/new", "-")])
  func `a feed that has moved is asked with its password at its own server, and at no other`(
    target: String, sent: String
  ) async throws {
    let lines = ["http://ada:1@a.example/old", "http://ada:2@b.example/other"]
    let new = try #require(URL(string: target))
    let all = try await requests(of: lines, days: 3) { request in
      guard request.url.path() == "/old" else { return nil }
      return .init(
        url: new, redirects: [.init(status: 301, to: new)],
        body: Data("<rss><channel><item><guid>1</guid><title>One</title></item></channel></rss>".utf8))
    }
    #expect(all.filter { !$0.hasPrefix("/other") } == ["/old ada:1", "/old ada:1", "/new \(sent)"])
  }
}
