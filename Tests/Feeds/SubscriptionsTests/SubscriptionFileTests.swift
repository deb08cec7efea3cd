import Foundation
import Subscriptions
import Testing

/// Tests of parsing. The expected results follow newsboat's manual and its tests.
struct SubscriptionFileTests {
  private func file(_ text: String) -> SubscriptionFile { SubscriptionFile(Array(text.utf8)) }

  private func web(
    _ address: String, _ title: String? = nil, _ tags: [String] = [], isHidden: Bool = false, line: Int
  ) throws -> Subscription {
    Subscription(.web(try #require(URL(string: address))), title: title, tags: tags, isHidden: isHidden, line: line)
  }

  @Test func `lines have an address, tags, a title and comments`() throws {
    let file = file(
      """
      https://a.example/feed.xml ~title tag1 tag2
      https://b.example/
      # a comment
         # another, after blanks

      https://c.example/feed/\ttag1\t "~another title" tag3   # a comment
      https://blog.example/rss.xml?html interesting conspiracy news "cool stuff"
      """)
    #expect(
      file.subscriptions == [
        try web("https://a.example/feed.xml", "title", ["tag1", "tag2"], line: 1),
        try web("https://b.example/", line: 2),
        try web("https://c.example/feed/", "another title", ["tag1", "tag3"], line: 6),
        try web(
          "https://blog.example/rss.xml?html", nil, ["interesting", "conspiracy", "news", "cool stuff"], line: 7),
      ])
    #expect(file.problems == [])
    #expect(file.tags == ["tag1", "tag2", "tag3", "interesting", "conspiracy", "news", "cool stuff"])
    #expect(file.line(2) == "https://b.example/")
    #expect(file.line(0) == nil)
    #expect(file.line(8) == nil)
  }

  @Test func `an exclamation mark hides a feed, whatever follows it`() throws {
    let file = file("https://a.example/ ! news\nhttps://b.example/ \"!x y\"\nhttps://c.example/ a!")
    #expect(
      file.subscriptions == [
        try web("https://a.example/", nil, ["news"], isHidden: true, line: 1),
        try web("https://b.example/", nil, [], isHidden: true, line: 2),
        try web("https://c.example/", nil, ["a!"], line: 3),
      ])
    #expect(file.tags == ["a!"])
  }

  @Test(arguments: [
    (#"a"b  c\d e\ f"#, [#"a"b"#, #"c\d"#, #"e\"#, "f"]),
    (#""a b""c"d"#, ["a b", "c", "d"]),
    (#""a\"b" "c\\d" "e\nf" "g\th\ri" "\x\q""#, [#"a"b"#, #"c\d"#, "e\nf", "g\th\ri", "xq"]),
    (#""\`date\` `x`""#, [#"\`date\` `x`"#]),
    (##"a#b "c # d" "e"#f g"##, ["a#b", "c # d", "e"]),
    (##"\# a # b"##, ["\\#", "a"]),
    (#"a 'b c'"#, ["a", "'b", "c'"]),
    (#"a "" b " ""#, ["a", "b"]),
    ("a a \"a\" A", ["a", "A"]),
  ])
  func `quotes and escapes are those of newsboat`(labels: String, tags: [String]) throws {
    let file = file("https://a.example/ " + labels)
    #expect(file.subscriptions == [try web("https://a.example/", nil, tags, line: 1)])
    #expect(file.problems == [])
  }

  @Test func `the first title that is not empty is used`() throws {
    let file = file("https://a.example/ ~ \"~ \" \"~ One \" ~Two\nhttps://a.example ~Three\nhttps://b.example ~")
    #expect(
      file.subscriptions == [
        try web("https://a.example/", "One", line: 1), try web("https://b.example", line: 3),
      ])
  }

  @Test func `a missing quotation mark is reported, and the line is read to its end`() throws {
    let file = file("https://a.example/ one \"two # three\nhttps://b.example/ \"one\\")
    #expect(
      file.subscriptions == [
        try web("https://a.example/", nil, ["one", "two # three"], line: 1),
        try web("https://b.example/", nil, ["one"], line: 2),
      ])
    #expect(file.problems == [.init(line: 1, .openQuote), .init(line: 2, .openQuote)])
  }

  @Test func `exec and filter lines are sources, and incomplete ones are reported`() throws {
    let file = file(
      #"""
      exec:~/bin/script tag
      "exec:curl -s https://x.example/a | sed 's#\\(</guid>\\|</id>\\)#-M4A&#'" tag
      filter:~/bin/filter:https://x.example/feed tag
      "filter:sed s:a:b: -u http://y.example/:https://x.example/feed?a:b" tag
      exec:
      "exec: "
      filter:~/bin/filter
      filter:~/bin/filter:ftp://x.example/
      filter::https://x.example/
      """#)
    let feed = try #require(URL(string: "https://x.example/feed"))
    let other = try #require(URL(string: "https://x.example/feed?a:b"))
    #expect(
      file.subscriptions == [
        Subscription(.command("~/bin/script"), tags: ["tag"], line: 1),
        Subscription(
          .command(#"curl -s https://x.example/a | sed 's#\(</guid>\|</id>\)#-M4A&#'"#), tags: ["tag"], line: 2),
        Subscription(.filter(command: "~/bin/filter", feed), tags: ["tag"], line: 3),
        Subscription(.filter(command: "sed s:a:b: -u http://y.example/", other), tags: ["tag"], line: 4),
      ])
    #expect(
      file.problems == [
        .init(line: 5, .noCommand), .init(line: 6, .noCommand),
        .init(line: 7, .incompleteFilter("filter:~/bin/filter")),
        .init(line: 8, .incompleteFilter("filter:~/bin/filter:ftp://x.example/")),
        .init(line: 9, .incompleteFilter("filter::https://x.example/")),
      ])
    #expect(file.subscriptions.map(\.source.address) == [nil, nil, feed, other])
    #expect(file.subscriptions.map(\.source.isOnServer) == [false, false, true, true])
  }

  @Test(arguments: [
    ("https://see%20example.org", false), ("https://%7B%7B%20.feed%20%7D%7D/a", false), ("https://a,b.example", false),
    ("https://bücher.example/f", true), ("https://例え.jp", true), ("http://my_host:8080/f", true),
    ("http://[::1]:8000/f", true), ("https://example.org/a%20b{c}", true),
  ])
  func `a host has letters of any script and digits`(address: String, isValid: Bool) {
    let file = SubscriptionFile(Array(address.utf8))
    #expect(file.subscriptions.count == (isValid ? 1 : 0))
    #expect(file.problems == (isValid ? [] : [.init(line: 1, .invalidAddress(address))]))
  }

  @Test func `a line may name a file of this machine`() {
    let file = file("file:///var/log/feed.xml log\n")
    #expect(file.subscriptions.map(\.source) == [.web(URL(filePath: "/var/log/feed.xml"))])
    #expect(file.subscriptions.map(\.source.isOnServer) == [false])
    #expect(file.subscriptions.map(\.tags) == [["log"]])
    #expect(file.problems == [])
  }

  @Test func `invalid addresses are reported with their line number`() {
    let file = file(
      "a.example/feed\n\nfile://var/log/feed.xml\nhttp://\n\"https://a b\"\nhttp:///a\n\"https://a.example/b c\"")
    #expect(file.subscriptions == [])
    #expect(
      file.problems
        == [
          .init(line: 1, .unsupportedAddress("a.example/feed")),
          .init(line: 3, .unsupportedAddress("file://var/log/feed.xml")),
          .init(line: 4, .invalidAddress("http://")),
          .init(line: 5, .invalidAddress("https://a b")),
          .init(line: 6, .invalidAddress("http:///a")),
          .init(line: 7, .invalidAddress("https://a.example/b c")),
        ])
  }

  @Test func `lines of the same feed are merged into one subscription`() throws {
    let file = file(
      """
      http://www.a.example/feed/ tag1 tag2
      https://b.example/
      HTTPS://A.EXAMPLE/feed tag2 tag3 ~Title !
      https://me:secret@a.example/feed mine
      https://me:other@www.a.example/feed/ also
      """)
    #expect(
      file.subscriptions == [
        try web("http://www.a.example/feed/", "Title", ["tag1", "tag2", "tag3"], isHidden: true, line: 1),
        try web("https://b.example/", line: 2),
        try web("https://me:secret@a.example/feed", nil, ["mine", "also"], line: 4),
      ])
    #expect(file.subscriptions.map(\.id) == ["a.example/feed", "b.example", "me@a.example/feed"])
    #expect(file["a.example/feed"]?.title == "Title")
    #expect(file["a.example"] == nil)
  }

  @Test func `the ID of a feed preserves the case of its path, its port and its query`() throws {
    let ids = ["a.example/A", "a.example/a", "a.example:8/a", "a.example/a?b=", "a.example/a#f"]
    let file = file(ids.map { "https://\($0)" }.joined(separator: "\n"))
    #expect(file.subscriptions.map(\.id) == ids)
  }

  @Test func `a byte order mark, CRLF and invalid UTF-8 are read and preserved`() throws {
    let bytes: [UInt8] =
      [0xEF, 0xBB, 0xBF] + Array("https://a.example/ one\r\n\r\n".utf8) + Array("# ".utf8) + [0xFF, 0x0A]
      + Array("https://b.example/ ".utf8) + [0xC3] + Array(" two\r\nhttps://c.example/".utf8) + [0xFF]
      + Array(" x\0y".utf8)
    let file = SubscriptionFile(bytes)
    #expect(
      file.subscriptions == [
        try web("https://a.example/", nil, ["one"], line: 1),
        try web("https://b.example/", nil, ["\u{FFFD}", "two"], line: 4),
      ])
    #expect(
      file.problems == [
        .init(line: 4, .notUTF8), .init(line: 5, .notUTF8),
        .init(line: 5, .invalidAddress("https://c.example/\u{FFFD}")),
      ])
    #expect(file.bytes == bytes)
  }

  @Test func `a line with 20,000 tags is read`() {
    let tags = (0..<20_000).map { "tag\($0)" }
    let file = file("https://a.example/ " + tags.joined(separator: " "))
    #expect(file.subscriptions.first?.tags.count == 20_000)
  }

  @Test(arguments: [
    ("https://user:secret@a.example/b?c#d", "https://user@a.example/b?c#d"),
    ("https://user:p@ss:word@a.example", "https://user@a.example"),
    ("https://user:@a.example/", "https://user@a.example/"),
    ("https://:secret@a.example/", "https://a.example/"), ("https://user@a.example/b", "https://user@a.example/b"),
    ("https://a.example/b:c@d", "https://a.example/b:c@d"),
  ])
  func `withoutPassword drops the password of an address and nothing else`(address: String, shown: String) throws {
    #expect(try #require(URL(string: address)).withoutPassword.absoluteString == shown)
  }

  @Test(arguments: [
    ("https://user:secret@a.example/b?c#d", "https://user:****@a.example/b?c#d"),
    ("https://user:p@ss:word@a.example", "https://user:****@a.example"),
    ("https://user@a.example/b:c@d", "https://user@a.example/b:c@d"),
    ("https://user:@a.example/", "https://user:@a.example/"), ("https://a.example/", "https://a.example/"),
  ])
  func `the password of an address is masked`(address: String, masked: String) throws {
    #expect(try #require(URL(string: address)).maskingPassword.absoluteString == masked)
  }
}
