import CachedResource
import Database
import Foundation
import Messages
import NetworkClient
import TestSupport
import Testing

struct MessagesTests {
  let server = URL(string: "http://host:8000")!

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1 KiB"), (1_536, "1.5 KiB"), (10_300, "10 KiB"),
    (1_048_064, "1 MiB"), (12_566_528, "12 MiB"), (1 << 30, "1 GiB"), (5 << 40, "5 TiB"), (.max, "8388608 TiB"),
  ])
  func `a size is in the largest unit that fits`(bytes: Int, text: String) {
    #expect(Messages.size(bytes) == text)
  }

  @Test(arguments: [
    (NetworkClient.Error.unreachable(.notUsed), "offline mode (--offline)"),
    (.unreachable(.offline), "no network: http://host:8000"),
    (.unreachable(.refused), "connection refused: http://host:8000"),
    (.unreachable(.notConnected), "no connection in time: http://host:8000"),
    (.unreachable(.timedOut), "no answer in time: http://host:8000"),
    (.unreachable(.incomplete), "answer not complete in time: http://host:8000"),
    (.unreachable(.misdirected(to: "file:///x")), "redirect not followed: file:///x"),
    (.unreachable(.other("no route")), "no route: http://host:8000"),
    (.rejected(status: 404), "not found (404): http://host:8000"),
    (.rejected(status: 500), "server error (500): http://host:8000"),
    (.rejected(status: 410), "gone (410): http://host:8000"),
    (.rejected(status: 418), "status 418: http://host:8000"),
    (.rejected(status: 407), "refused by the proxy (407): http://host:8000"),
    (.undecodable("at byte 3"), "unexpected answer: http://host:8000"),
    (.page, "an HTML page, not data: http://host:8000"),
    (.tooLarge(limit: 64 << 20), "answer larger than 64 MiB: http://host:8000"),
    (.tooLarge(limit: 1 << 18), "answer larger than 256 KiB: http://host:8000"),
  ])
  func `a network failure has a sentence for users, also inside NoCachedCopy`(
    error: NetworkClient.Error, clause: String
  ) {
    #expect(Messages.failure(error, server: server) == clause)
    #expect(Messages.failure(NoCachedCopy(failure: error), server: server) == clause)
    #expect(Messages.advice(NoCachedCopy(failure: error)) == Messages.advice(error))
  }

  @Test(arguments: [
    (NetworkClient.Error.unreachable(.notUsed), "Run it once without --offline to save a copy."),
    (.unreachable(.offline), "Connect to a network, then try again."),
    (.unreachable(.refused), "Start the server, or check its address."),
    (.unreachable(.notHTTP), "Check the server's address."),
    (.unreachable(.unknownHost), "Check the server's address."), (.unreachable(.lost), "Try again."),
    (.undecodable(""), "Check the server's address."), (.tooLarge(limit: 1), "Check the server's address."),
    (.page, "Log in to the network in a browser, or check the server's address."),
    (
      .rejected(status: 401),
      "Check the name and the password in the server's address (https://NAME:PASSWORD@HOST)."
    ),
    (
      .rejected(status: 403),
      "Check the server's address, and the name and the password in it (https://NAME:PASSWORD@HOST)."
    ),
    (
      .rejected(status: 407),
      "Write a name and a password into the address in http_proxy (http://NAME:PASSWORD@HOST)."
    ),
    (.rejected(status: 400), "Check the server's address."), (.rejected(status: 406), "Check the server's address."),
    (.rejected(status: 408), "Try again later."),
    (.rejected(status: 429), "Try again later."), (.rejected(status: 503), "Try again later."),
  ])
  func `the advice depends on the failure`(error: NetworkClient.Error, advice: String) {
    #expect(Messages.advice(error) == advice)
    #expect(Messages.explanation(error, server: server) == "\(Messages.failure(error, server: server)). \(advice)")
  }

  @Test(arguments: [
    (NetworkClient.Error.unreachable(.refused), "Try again later."), (.rejected(status: 404), "Check the address."),
    (.rejected(status: 401), "Check the address, and the name and the password in it."),
    (.unreachable(.offline), "Connect to a network, then try again."),
  ])
  func `the failure of a feed has advice about its address, not about servers`(
    error: NetworkClient.Error, advice: String
  ) {
    #expect(Messages.feedAdvice(NoCachedCopy(failure: error)) == advice)
    let explanation = Messages.explanation(error, server: server, isFeed: true)
    #expect(explanation == "\(Messages.failure(error, server: server)). \(advice)")
  }

  @Test(arguments: [
    NetworkClient.Cause.offline, .notUsed, .unknownHost, .refused, .notConnected, .timedOut, .lost, .untrusted,
    .notHTTP,
    .misdirected(to: "a"), .circular, .elsewhere(at: "http://c", .refused), .other("b"),
  ])
  func `every cause has a description and advice`(cause: NetworkClient.Cause) {
    let error = NetworkClient.Error.unreachable(cause)
    #expect(Messages.failure(error, server: server) != Messages.failure(CancellationError(), server: server))
    #expect(Messages.advice(error).hasSuffix("."))
  }

  @Test func `a very long redirect address is cut, and an empty one is described as missing`() {
    func words(_ target: String) -> String {
      Messages.failure(NetworkClient.Error.unreachable(.misdirected(to: target)), server: server)
    }
    #expect(words(String(repeating: "x", count: 10_000_000)).count < 300)
    #expect(
      Messages.failure(NetworkClient.Error.unreachable(.circular), server: server)
        == "redirect leads back to itself: http://host:8000")
    #expect(words("ftp://a") == "redirect not followed: ftp://a")
    #expect(words("http://a") == "redirect not followed: http://a")
    let insecure = NetworkClient.Error.unreachable(.misdirected(to: "http://a/feed"))
    #expect(
      Messages.failure(insecure, server: URL(string: "https://a")!)
        == "redirect from https to http not followed: http://a/feed")
    #expect(words("") == "redirect without an address: http://host:8000")
  }

  @Test func `a failure after a redirect names the host that failed`() {
    let error = NetworkClient.Error.unreachable(.elsewhere(at: "http://other:1", .timedOut))
    #expect(
      Messages.failure(error, server: server)
        == "no answer in time: http://other:1, redirected from http://host:8000")
    #expect(Messages.advice(error) == "Check the server's address.")
  }

  @Test func `a failure of the proxy, or of the file of authorities, names that`() {
    let proxy = NetworkClient.Error.unreachable(.proxy(at: "http://proxy:3128", .refused))
    #expect(Messages.failure(proxy, server: server) == "connection refused: the proxy http://proxy:3128")
    #expect(Messages.feedAdvice(proxy) == "Start the proxy, or check its address in http_proxy and https_proxy.")
    let authorities = NetworkClient.Error.unreachable(.noAuthorities(file: "/a.pem"))
    #expect(Messages.failure(authorities, server: server) == "no certificate authorities in /a.pem: http://host:8000")
    #expect(Messages.feedAdvice(authorities) == "Check the file that SSL_CERT_FILE names.")
  }

  @Test func `the failure of one of several servers names that one`() {
    let error = NoCachedCopy(
      failure: FailureElsewhere(at: "host.org/feed", NetworkClient.Error.unreachable(.refused)))
    #expect(Messages.failure(error, server: server) == "connection refused: host.org/feed")
    #expect(Messages.feedAdvice(error) == "Try again later.")
    #expect(Messages.isUnanswered(error))
    #expect(Messages.isTemporary(error))
  }

  @Test func `an explained error has its own clause and advice`() {
    let error = ExplainedError("its password is masked", advice: "Type it.")
    #expect(Messages.failure(error, server: server) == "its password is masked")
    #expect(Messages.feedAdvice(error) == "Type it.")
  }

  @Test func `a cache that is not saved is said to last until the end`() {
    #expect(Messages.unsaved(DatabaseError.noSpace) == "Cannot save: disk full. What is loaded stays until you quit.")
  }

  @Test func `a cache that another process uses is tried again without being asked, a full disk is not`() {
    #expect(Messages.isTemporary(DatabaseError.busy))
    #expect(!Messages.isTemporary(DatabaseError.noSpace))
  }

  @Test func `a server that does not speak HTTP is described with the protocol of its address`() throws {
    let error = NetworkClient.Error.unreachable(.notHTTP)
    #expect(Messages.failure(error, server: server) == "not an HTTP server: http://host:8000")
    let secure = try #require(URL(string: "https://host"))
    #expect(Messages.failure(error, server: secure) == "not an HTTPS server: https://host")
  }

  @Test func `offline, a cache that cannot be read has the advice for its file`() {
    let nothing = NoCachedCopy(
      failure: NetworkClient.Error.unreachable(.notUsed), readingFailure: DatabaseError.newer(file: "/c/a.db"))
    #expect(Messages.advice(nothing) == "Use that one, or choose another folder with --cache.")
    #expect(Messages.feedAdvice(nothing) == Messages.advice(nothing))
  }

  @Test func `the host of an address is shown as it was typed`() throws {
    // Foundation without ICU encodes the host in this way.
    let typed = try #require(URL(string: "https://m%C3%BCller.example/%C3%A4"))
    let clause = "unknown host: https://müller.example/%C3%A4"
    let error = NetworkClient.Error.unreachable(.unknownHost)
    #expect(Messages.failure(error, server: typed) == clause)
    #expect(Messages.failure(FailureElsewhere(at: typed.absoluteString, error), server: server) == clause)
    #expect(Messages.reason(error, server: typed) == "unknown host")
    let hostile = "https://a%1Bb.example/"
    #expect(Messages.failure(FailureElsewhere(at: hostile, error), server: server) == "unknown host: \(hostile)")
  }

  @Test func `a program that failed is described with its message, and an Atom entry as such`() {
    let failures: [AnswerFailure] = [
      .failedProgram(127, message: "sh: no such command"), .failedProgram(-9), .failedProgram(nil), .otherXML("entry"),
    ]
    #expect(
      failures.map { Messages.reason($0, server: server) } == [
        "its program failed (status 127: sh: no such command)", "its program failed (signal 9)",
        "its program could not be started", "one Atom entry, not a feed",
      ])
  }

  @Test func `page and database failures have descriptions and advice`() {
    #expect(
      Messages.failure(PageNotice.otherFeeds(["http://a/1", "http://a/2", "http://a/3", "http://a/4"]), server: server)
        == "not read, but linked there, too: http://a/1, http://a/2, http://a/3 and 1 more")
    #expect(
      Messages.failure(LinkFailure.leadsInCircles, server: server)
        == "next page already seen, not followed: http://host:8000")
    #expect(
      Messages.failure(LinkFailure.nothingNew, server: server)
        == "nothing new on ten pages, the rest not asked for: http://host:8000")
    #expect(UnreadableItems(0) == nil)
    for (count, words) in [(1, "1 unreadable item"), (2, "2 unreadable items")] {
      let failure = UnreadableItems(count).map { Messages.failure($0, server: server) }
      #expect(failure == words + " left out: http://host:8000")
    }
    #expect(Messages.savingFailure(DatabaseError.noSpace) == "disk full")
    #expect(Messages.notSaved(DatabaseError.noSpace) == "cannot save (disk full)")
    #expect(Messages.savingFailure(DatabaseError.notPermitted) == "no permission for its folder")
    #expect(Messages.savingFailure(DatabaseError.failed("Not a directory")) == "not a directory")
    #expect(Messages.savingFailure(CancellationError()) == "its folder does not work")
    let databaseErrors: [DatabaseError] = [
      .unavailable, .notPermitted, .readOnly, .noSpace, .busy, .damaged(file: "/a"), .newer(file: "/a"), .failed("X y"),
    ]
    #expect(
      databaseErrors.map(Messages.savingFailure) == [
        "SQLite is not installed", "no permission for its folder", "read-only disk", "disk full",
        "another satchel is using its folder", "/a is damaged", "a newer satchel wrote /a", "x y",
      ])
    #expect(Set(databaseErrors.map { Messages.savingAdvice($0, option: "--cache") }).count == databaseErrors.count)
    #expect(Messages.failure(DatabaseError.readOnly, server: server) == "cannot save (read-only disk)")
    let advice = databaseErrors.map { Messages.savingAdvice($0, option: "--cache") }
    #expect(advice.count { $0.hasSuffix(" with --cache.") } == databaseErrors.count - 3, "\(advice)")
  }

  @Test func `a damaged file has the same advice everywhere, and its path only in the full message`() {
    let damaged = DatabaseError.damaged(file: "/a")
    let advice = "Restore a good copy or move it away, or choose another folder with --state."
    #expect(Messages.savingAdvice(damaged, option: "--cache") == advice)
    #expect(Messages.advice(damaged) == advice)
    #expect(Messages.notSavedBriefly(damaged) == "Cannot save (damaged file); ! tells more.")
    #expect(Messages.notSavedBriefly(DatabaseError.noSpace) == "Cannot save (disk full).")
    #expect(Messages.unusableState(damaged)?.brief == "State file damaged: nothing you mark is saved; ! tells more.")
    let full = "/a is damaged: read marks, bookmarks, positions and to-dos are not saved. \(advice)"
    #expect(Messages.unusableState(damaged)?.full == full)
    #expect(Messages.unusableState(DatabaseError.busy) == nil)
  }

  @Test func `a file of a newer version has a message with the cause, the consequence and advice`() {
    let newer = Messages.unusableState(DatabaseError.newer(file: "/a"))
    #expect(newer?.brief == "File of a newer satchel: nothing is saved in it; ! tells more.")
    #expect(
      newer?.full == "a newer satchel wrote /a, which this one cannot use: the file stays as it is, and nothing is "
        + "saved in it. Use that one, or choose another folder with --cache or --state.")
    let state = DatabaseError.newer(file: "/s/a.db", isState: true)
    let advice = "Use that one, or choose another folder with --state."
    #expect(Messages.savingFailure(state) == "a newer satchel wrote /s/a.db")
    #expect(Messages.savingAdvice(state, option: "--cache") == advice)
    #expect(Messages.advice(state) == advice)
    #expect(Messages.unusableState(state)?.full.hasSuffix(" \(advice)") == true)
  }

  @Test func `isUnanswered is true only for failures without an answer`() {
    let silent = NetworkClient.Error.unreachable(.refused)
    #expect(Messages.isUnanswered(silent))
    #expect(Messages.isUnanswered(NoCachedCopy(failure: silent)))
    #expect(!Messages.isUnanswered(NetworkClient.Error.rejected(status: 500)))
    #expect(!Messages.isUnanswered(NetworkClient.Error.unreachable(.notUsed)))
  }

  @Test(arguments: [
    (0.0, "just now"), (59.9, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
    (86_399, "23 hours ago"), (86_400, "1 day ago"), (2_629_800, "1 month ago"), (31_557_600, "1 year ago"),
    (63_115_200, "2 years ago"), (-500, "just now"), (1e300, "9999 years ago"), (.infinity, "9999 years ago"),
    (.nan, "just now"),
  ])
  func `an age is in the largest unit that fits`(seconds: Double, age: String) {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    #expect(Messages.age(of: now.addingTimeInterval(-seconds), now: now) == age)
  }

  @Test(arguments: [
    (59.0, "now"), (60, "1m"), (7_200, "2h"), (200_000, "2d"), (-3_600, "now"), (-3_601, ""),
  ])
  func `a short age is in one unit, and now until an hour ahead`(seconds: Double, age: String) {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(Messages.shortAge(of: now.addingTimeInterval(-seconds), now: now) == age)
  }

  @Test(arguments: [
    ("2001-09-09T19:59:00Z", "21:59"), ("2001-09-08T22:05:00Z", "00:05"), ("2001-09-08T21:59:00Z", "yesterday"),
    ("2001-09-07T21:59:00Z", "Friday"), ("2001-09-03T12:00:00Z", "Monday"), ("2001-09-02T12:00:00Z", "2 Sep"),
    ("2001-01-01T00:00:00Z", "1 Jan"), ("2000-12-31T21:59:00Z", "31 Dec 2000"), ("2000-02-29T12:00:00Z", "29 Feb 2000"),
    ("1969-12-31T12:00:00Z", "31 Dec 1969"), ("2001-09-10T12:00:00Z", "10 Sep"),
  ])
  func `a moment is written in local time as a time today, a weekday within a week, or a date`(
    text: String, words: String
  ) throws {
    let now = try Date("2001-09-09T20:00:00Z", strategy: .iso8601)
    let date = try Date(text, strategy: .iso8601)
    #expect(Messages.moment(of: date, now: now) { _ in 7_200 } == words)
  }

  @Test(arguments: [
    ("2024-02-29T12:00:00Z", "29 Feb 2024"), ("1900-03-01T00:00:00Z", "1 Mar 1900"),
    ("2100-02-28T23:59:59Z", "28 Feb 2100"), ("2000-01-01T00:00:00Z", "1 Jan 2000"),
    ("9999-12-31T12:00:00Z", "31 Dec 9999"),
  ])
  func `a day is written as day, month name and year`(text: String, words: String) throws {
    #expect(Messages.day(of: try Date(text, strategy: .iso8601)) == words)
  }

  @Test func `days of 900 years match the Gregorian calendar`() {
    var greenwich = Calendar(identifier: .gregorian)
    greenwich.timeZone = .gmt
    // In steps of 37 days, every date of every month occurs.
    for day in stride(from: -140_000, to: 190_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
      let parts = greenwich.dateComponents([.year, .month, .day], from: date)
      let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
      #expect(
        Messages.day(of: date)
          == "\(parts.day ?? 0) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)")
    }
  }

  @Test func `no date is too far away to be written`() {
    for date in [
      Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity),
      Date(timeIntervalSince1970: -.greatestFiniteMagnitude), Date(timeIntervalSince1970: .nan),
    ] {
      #expect(!Messages.day(of: date).isEmpty)
    }
  }

  @Test(
    arguments: [
      (0, "just now"), (59 * 60, "59 minutes ago"), (29.9 * 86_400, "29 days ago"), (30 * 86_400, "10 Aug 2001"),
      (-60, "9 Sep 2001"),
    ] as [(Double, String)])
  func `a recent date is written as an age, and any other as a date`(age: Double, words: String) throws {
    let now = try Date("2001-09-09T20:00:00Z", strategy: .iso8601)
    #expect(Messages.dayOrAge(of: now - age, now: now) == words)
  }
}
