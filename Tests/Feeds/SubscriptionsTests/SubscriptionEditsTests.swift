import Essentials
import Foundation
import Subscriptions
import TestSupport
import Testing

struct SubscriptionEditsTests {
  private func edited(_ text: String, _ edit: (inout SubscriptionFile) throws -> Void) rethrows -> String {
    var file = SubscriptionFile(Array(text.utf8))
    try edit(&file)
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// Checks the result of a mutating method, which `#expect` cannot call.
  private func check<Value: Equatable>(_ result: Value, _ expected: Value) { #expect(result == expected) }

  private func web(_ address: String) throws -> Subscription.Source { .web(try #require(URL(string: address))) }

  // MARK: - Adding

  @Test func `a feed is appended, with quotes where they are needed`() throws {
    let added = Subscription(
      try web("https://b.example/#x"), title: " A \"title\" ",
      tags: ["one", "two words", "\"q", "#h", "a", "a", " ", "~t", "!"],
      isHidden: true)
    #expect(
      edited("# mine\nhttps://a.example/\n") { check($0.add(added), .added) }
        == "# mine\nhttps://a.example/\n"
        + ##"https://b.example/#x ! "~A \"title\"" one "two words" "\"q" "#h" a"## + "\n")
    let command = Subscription(.command(#"sed "s/a\tb/"#))
    #expect(edited("") { $0.add(command) } == #""exec:sed \"s/a\\tb/""# + "\n")
  }

  @Test func `an addition ends the last line with the file's kind of line break`() throws {
    let added = Subscription(try web("https://b.example/"))
    #expect(edited("x\r\nhttps://a.example/") { $0.add(added) } == "x\r\nhttps://a.example/\r\nhttps://b.example/\r\n")
    #expect(edited("https://a.example/") { $0.add(added) } == "https://a.example/\nhttps://b.example/\n")
    #expect(edited("\n\n") { $0.add(added) } == "\n\nhttps://b.example/\n")
  }

  @Test func `adding an existing feed adds only the tags that it lacks`() throws {
    let text = "https://a.example/ one # why\nhttps://www.a.example two\n"
    let source = try web("http://a.example")
    #expect(
      edited(text) { check($0.add(Subscription(source, title: "T", tags: ["two", "three 3"])), .tagged) }
        == "https://a.example/ one \"three 3\" # why\nhttps://www.a.example two\n")
    let none = ["two", "~x", "!y", " "]
    #expect(edited(text) { check($0.add(Subscription(source, title: "T", tags: none)), .unchanged) } == text)
  }

  @Test(arguments: [
    ("https://a.example/ one # c", "https://a.example/ one two # c"), ("https://a.example/", "https://a.example/ two"),
    ("https://a.example/\t\"one\"\t~T\t!", "https://a.example/\t\"one\"\t~T\t! two"),
    ("https://a.example/ \"one", #"https://a.example/ "one" two"#),
    (#"https://a.example/ "one\"#, #"https://a.example/ "one" two"#),
    (##"https://a.example/ "one"#c"##, ##"https://a.example/ "one" two #c"##),
    ("https://a.example/\nhttps://a.example one", "https://a.example/ two\nhttps://a.example one"),
  ])
  func `a tag is added after all others of the first line`(before: String, after: String) throws {
    let added = Subscription(try web("https://a.example/"), tags: ["two"])
    #expect(edited(before) { check($0.add(added), .tagged) } == after)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a thousand feeds that are there get a tag within a minute`() throws {
    let known = try (1...1_000).map { Subscription(try web("https://a.example/\($0)"), tags: ["old"]) }
    let text = known.map { $0.text + "\n" }.joined()
    var new = known
    for index in new.indices { new[index].tags = ["old", "a folder"] }
    new.append(new[0])
    new.append(Subscription(try web("https://b.example/"), tags: ["a folder"]))
    new.append(Subscription(try web("https://b.example/"), tags: ["a folder", "x", "x"]))
    new.append(Subscription(try web("https://a.example/1"), tags: ["x"]))
    var file = SubscriptionFile(Array(text.utf8))
    let additions = file.add(new)
    #expect(additions.prefix(1_000).filter { $0 == .tagged }.count == 1_000)
    #expect(additions.dropFirst(1_000) == [.unchanged, .added, .tagged, .tagged])
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1_001)
    #expect(lines.first == "https://a.example/1 old \"a folder\" x")
    #expect(lines.last == "https://b.example/ \"a folder\" x")
    #expect(lines[999] == "https://a.example/1000 old \"a folder\"")
  }

  @Test func `line numbers are updated by additions and removals`() throws {
    var file = SubscriptionFile(Array("https://a.example/\n# x\nhttps://b.example/".utf8))
    file.add(Subscription(try web("https://c.example/")))
    #expect(file.subscriptions.map(\.line) == [1, 3, 4])
    file.remove("a.example")
    #expect(file.subscriptions.map(\.line) == [2, 3])
    #expect(file == SubscriptionFile(file.bytes))
  }

  @Test(arguments: [
    ("https://a.example/ one # c", "https://a.example/ one \"~New \\\"one\\\"\" # c"),
    ("https://a.example/ ~Old one", "https://a.example/ \"~New \\\"one\\\"\" one"),
    (
      "https://a.example/ one\nhttp://a.example \"~Old\"two",
      "https://a.example/ one\nhttp://a.example \"~New \\\"one\\\"\"two"
    ),
    ("https://a.example/ ~\nhttp://a.example ~Old", "https://a.example/ \"~New \\\"one\\\"\"\nhttp://a.example ~Old"),
    ("x\r\nhttps://a.example/", "x\r\nhttps://a.example/ \"~New \\\"one\\\"\""),
  ])
  func `a new title replaces the effective one, or is inserted`(before: String, after: String) throws {
    #expect(edited(before) { check($0.setTitle(" New \"one\" ", of: "a.example"), true) } == after)
    #expect(SubscriptionFile(Array(after.utf8))["a.example"]?.title == "New \"one\"")
  }

  @Test func `an empty title, the same title and a title for a missing feed change nothing`() throws {
    let text = "https://a.example/ ~Old\n"
    #expect(edited(text) { check($0.setTitle("Old", of: "a.example"), false) } == text)
    #expect(edited(text) { check($0.setTitle(" ", of: "a.example"), false) } == text)
    #expect(edited(text) { check($0.setTitle("New", of: "b.example"), false) } == text)
  }

  // MARK: - Removing

  @Test func `all lines of a feed are removed, and can be restored`() throws {
    let text = "# x\nhttps://a.example/ one\n\nhttp://www.a.example two # y\r\nhttps://b.example/\nhttps://a.example"
    var file = SubscriptionFile(Array(text.utf8))
    let lines = file.remove("a.example")
    let removed = try #require(lines)
    #expect(String(decoding: file.bytes, as: UTF8.self) == "# x\n\nhttps://b.example/\n")
    file.restore(removed)
    #expect(String(decoding: file.bytes, as: UTF8.self) == text)
    file.restore(removed)
    #expect(String(decoding: file.bytes, as: UTF8.self) == text)
    check(file.remove("c.example"), nil)
  }

  @Test func `lines are restored into a file that has changed`() throws {
    var file = SubscriptionFile(Array("a\nhttps://a.example/ x".utf8))
    let lines = file.remove("a.example")
    let removed = try #require(lines)
    var other = SubscriptionFile(Array("https://b.example/".utf8))
    other.restore(removed)
    #expect(String(decoding: other.bytes, as: UTF8.self) == "https://b.example/\nhttps://a.example/ x")
    var empty = SubscriptionFile()
    empty.restore(removed)
    #expect(String(decoding: empty.bytes, as: UTF8.self) == "https://a.example/ x")
    var longer = SubscriptionFile(Array("a\nhttps://b.example/\n".utf8))
    longer.restore(removed)
    #expect(String(decoding: longer.bytes, as: UTF8.self) == "a\nhttps://a.example/ x\nhttps://b.example/\n")
  }

  @Test func `a line is restored behind the line that was before it, wherever that is now`() throws {
    let lines = (0..<6).map { "https://\($0).example/\n" }
    var file = SubscriptionFile(Array(lines.joined().utf8))
    let third = file.remove("3.example")
    let removed = try #require(third)
    _ = file.remove("0.example")
    file.restore(removed)
    #expect(String(decoding: file.bytes, as: UTF8.self) == lines[1...].joined())
    _ = file.remove("3.example")
    _ = file.remove("2.example")
    file.restore(removed)
    let expected = [lines[1], lines[4], lines[5], lines[3]].joined()
    #expect(String(decoding: file.bytes, as: UTF8.self) == expected)
    let top = file.remove("1.example")
    file.restore(try #require(top))
    #expect(String(decoding: file.bytes, as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      ("a.org", "a.org", [], nil),
      (#"  https://a.org "my tag" tech "~My title" !  # x"#, "https://a.org", ["my tag", "tech"], "My title"),
      ("# a comment", nil, [], nil), ("", nil, [], nil),
    ] as [(String, String?, [String], String?)])
  func `a pasted line is an address, or one of a file`(text: String, address: String?, tags: [String], title: String?) {
    let lines = PastedLine.all(in: text)
    #expect(lines.count == (address == nil ? 0 : 1))
    let line = lines.first
    #expect(line?.address == address)
    #expect(line?.tags ?? [] == tags)
    #expect(line?.title == title)
    #expect(line?.isHidden ?? false == text.contains("!"))
  }

  @Test func `each address on a pasted line has the labels behind it`() {
    let lines = PastedLine.all(in: #"http://h/a.xml tech http://h/b.xml ! "see http://h/c.xml" ~http://d e.org"#)
    #expect(lines.map(\.address) == ["http://h/a.xml", "http://h/b.xml"])
    #expect(lines.map(\.tags) == [["tech"], ["see http://h/c.xml", "e.org"]])
    #expect(lines.map(\.title) == [nil, "http://d"])
    #expect(lines.map(\.isHidden) == [false, true])
    for command in ["exec:curl http://h/a.xml", "filter:sed:http://h/a.xml http://h/b.xml"] {
      #expect(PastedLine.all(in: command).count == 1, "\(command)")
    }
  }

  // MARK: - Changing

  @Test func `a feed moves with its tags and comments`() throws {
    let new = try web("https://b.example/new")
    #expect(
      edited("x\n  https://a.example/ one \"~T\" # c\n\"http://a.example\"two\n") {
        check($0.move("a.example", to: new), true)
      } == "x\n  https://b.example/new one \"~T\" # c\nhttps://b.example/new two\n")
  }

  @Test func `moving a missing feed changes nothing`() throws {
    let source = try web("https://b.example/")
    #expect(
      edited("https://a.example/") {
        check($0.move("b.example", to: source), false)
      } == "https://a.example/")
  }

  @Test func `bytes that are not text survive an edit of their line`() throws {
    var file = SubscriptionFile(Array("https://a.example/ \"".utf8) + [0xFF, 0x22, 0x20, 0xC3, 0x0D, 0x0A, 0xFE])
    file.add(Subscription(try web("https://a.example/"), tags: ["\u{FFFD}", "new"]))
    #expect(
      file.bytes == Array("https://a.example/ \"".utf8) + [0xFF, 0x22, 0x20, 0xC3] + Array(" new\r\n".utf8) + [0xFE])
  }

  // MARK: - Properties

  @Test(arguments: 0..<20)
  func `random subscriptions are the same after writing and reading`(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let pieces = ["\"", "\\", "#", " ", "\t", "\n", "\r", "`", "~", "!", "\\n", "\r\n", "a", "ü", "\u{0}", "\u{FEFF}"]
    func text() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Bool.random(using: &random) ? pieces.randomElement(using: &random) ?? "" : random.text(upTo: 3)
      }.joined()
    }
    var file = SubscriptionFile()
    var expected = [Subscription]()
    for number in 1...20 {
      let isCommand = Bool.random(using: &random)
      let source = isCommand ? .command("\(number)" + text()) : try web("https://a.example/\(number)")
      let tags = (0..<3).map { _ in text() }
        .filter { !["~", "!"].map(\.utf8.first).contains($0.utf8.first) && !$0.trimmed.isEmpty }
        .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      let title = text().trimmed
      let subscription = Subscription(
        source, title: title.isEmpty ? nil : title, tags: tags, isHidden: Bool.random(using: &random), line: number)
      check(file.add(subscription), .added)
      expected.append(subscription)
    }
    #expect(SubscriptionFile(file.bytes).subscriptions == expected)
    #expect(SubscriptionFile(file.bytes).problems == [])
  }

  @Test(arguments: 0..<20)
  func `an edit changes the lines of its feed alone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      Array("https://a.example/".utf8), Array("http://www.a.example".utf8), Array("https://b.example/".utf8),
      Array("\"".utf8), Array("\\".utf8), Array(" ".utf8), Array("\t".utf8), Array("#".utf8), Array("\r\n".utf8),
      Array("\n".utf8), Array("\n".utf8), Array("~t".utf8), Array("!".utf8), Array("tag".utf8), [0xFF], [0],
    ]
    let noise = (0..<400).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    func others(_ file: SubscriptionFile) -> [String] {
      let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return lines.map { String(decoding: $0.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self) }
        .filter { line in !SubscriptionFile(Array(line.utf8)).subscriptions.contains { $0.id == "a.example" } }
    }
    let file = SubscriptionFile(noise)
    #expect(file.bytes == noise)
    var edited = file
    let added = Subscription(try web("https://a.example/"), tags: ["x y", "tag", "z"])
    if let before = file["a.example"] {
      edited.add(added)
      #expect(others(edited) == others(file))
      #expect(edited["a.example"]?.title == before.title)
      let tags = edited["a.example"]?.tags ?? []
      let expected = Set(before.tags + added.tags)
      #expect(Set(tags) == expected)
      #expect(tags.count == expected.count)
    }
    edited.remove("a.example")
    #expect(edited["a.example"] == nil)
    #expect(edited["b.example"] != nil || file["b.example"] == nil)
  }
}
