import Foundation
import Subscriptions
import Testing

struct FeedQueryTests {
  private func query(_ condition: String) throws -> FeedQuery.Condition {
    let file = file(condition)
    #expect(file.problems == [])
    return try #require(file.queries.first).condition
  }

  private func problem(_ condition: String) -> FeedQuery.Problem? {
    guard case .query(_, let problem) = file(condition).problems.first?.kind else { return nil }
    return problem
  }

  private func file(_ condition: String) -> SubscriptionFile {
    let escaped = condition.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return SubscriptionFile(Array("\"query:Title:\(escaped)\"".utf8))
  }

  @Test func `the attributes and operators of newsboat's manual are understood`() throws {
    #expect(try query(#"unread = "yes""#) == .unread(true))
    #expect(try query(#"unread == "no""#) == .unread(false))
    #expect(try query(#"unread != "yes""#) == .unread(false))
    #expect(try query(#"tags # "swift""#) == .tag("swift"))
    #expect(try query(#"tags !# "a \"b\"""#) == .not(.tag(#"a "b""#)))
    #expect(try query(#"title =~ "Linux""#) == .title(TitlePattern([.init(["Linux"])])))
    #expect(try query(#"title !~ "Linux""#) == .not(.title(TitlePattern([.init(["Linux"])]))))
    #expect(try query(#"title = "A.B""#) == .title(TitlePattern([.init(["A.B"], isAtStart: true, isAtEnd: true)])))
    #expect(try query("age < 7") == .age(.min...6))
    #expect(try query("age<=7") == .age(.min...7))
    #expect(try query("age > -1") == .age(0 ... .max))
    #expect(try query(#"age >= "7""#) == .age(7 ... .max))
    #expect(try query("age = 0") == .age(0...0))
    #expect(try query("age != 0") == .not(.age(0...0)))
    #expect(try query("age between 10:0") == .age(0...10))
    #expect(try query("age < 99999999999999999999") == .age(.min ... .max - 1))
  }

  @Test func `conditions are joined from the right, with parentheses or without`() throws {
    let a = #"unread = "yes""#
    let b = #"tags # "b""#
    let c = "age < 1"
    let first = FeedQuery.Condition.unread(true)
    let second = FeedQuery.Condition.tag("b")
    let third = FeedQuery.Condition.age(.min...0)
    #expect(try query("\(a) and \(b)") == .and(first, second))
    #expect(try query("  \(a) and \(b) or \(c) ") == .and(first, .or(second, third)))
    #expect(try query("( \(a) and \(b) ) or \(c)") == .or(.and(first, second), third))
    #expect(try query("(\(a)and(\(b)))or(\(c))") == .or(.and(first, second), third))
    #expect(try query("((\(a)))") == first)
  }

  @Test(arguments: [
    ("a|b", [TitlePattern.Alternative(["a"]), .init(["b"])]),
    ("(a b|c)", [.init(["a b"]), .init(["c"])]),
    ("^a", [.init(["a"], isAtStart: true)]), ("a$", [.init(["a"], isAtEnd: true)]),
    ("^a.*b$", [.init(["a", "b"], isAtStart: true, isAtEnd: true)]),
    ("^.*a.*$", [.init(["a"])]), ("", [.init([])]), (".*", [.init([])]), ("^", [.init([])]),
    (#"C\+\+"#, [.init(["C++"])]), (#"1\.0"#, [.init(["1.0"])]), ("größe", [.init(["größe"])]),
  ])
  func `simple regular expressions are understood`(
    expression: String, alternatives: [TitlePattern.Alternative]
  ) throws {
    #expect(try query("title =~ \"\(expression)\"") == .title(TitlePattern(alternatives)))
  }

  @Test(arguments: ["a.b", "ab*", "a+", "a?", "[ab]", "(a)(b)", "a{2}", #"\bword"#, "a^", "a$b", "^$", "x(a|b)", ".*?"])
  func `an unsupported regular expression is reported`(expression: String) {
    #expect(problem("title =~ \"\(expression)\"") == .unsupported("title =~ \"\(expression)\""))
  }

  @Test(arguments: [
    #"author =~ "Frank""#, "unread_count > 0", "total_count between 1:2", #"tags =~ "a""#, #"unread = "maybe""#,
    #"title # "a""#, "title = 1", "age =~ 3", "unread = 1", #"age > "a""#, "age < 1:2",
  ])
  func `conditions that only newsboat knows are reported as unsupported`(condition: String) {
    #expect(problem(condition) == .unsupported(condition))
    #expect(problem("age = 1 and \(condition)") == .unsupported(condition))
  }

  @Test(arguments: [
    ("unread", ""), ("unread yes", "yes"), (#"unread = yes"#, "yes"), (#"= "yes""#, #"= "yes""#),
    ("age = 1 age = 2", "age = 2"), ("age = 1 andage = 2", "andage = 2"), ("age = 1 and", "and"), ("(age = 1", ""),
    ("age = 1)", ")"), (#"title =~ "open"#, #""open"#), (#"title =~ "open\"#, #""open\"#), ("age < ", ""),
  ])
  func `a syntax error in a condition is reported with the rest of the text`(condition: String, rest: String) {
    #expect(problem(condition) == .syntax(at: rest))
  }

  @Test func `an endless condition is refused as too long`() {
    #expect(problem(String(repeating: "(", count: 100_000)) == .tooLong)
    #expect(problem(String(repeating: "age = 1 and ", count: 10_000) + "age = 1") == .tooLong)
  }

  @Test(arguments: ["query:", "query:Title", "query:Title:", "query:Title:  ", "query::age < 1", "query: :age < 1"])
  func `a query needs a title and a condition`(text: String) {
    let file = SubscriptionFile(Array("\n\"\(text)\" tag".utf8))
    #expect(file.queries == [])
    let title = text.hasPrefix("query:Title") ? "Title" : text == "query:" ? "" : "age < 1"
    #expect(file.problems.map(\.kind) == [.query(text == "query: :age < 1" ? "" : title, .incomplete)])
    #expect(file.problems.map(\.line) == [2])
  }

  @Test func `a query has tags and may be hidden`() {
    let file = SubscriptionFile(Array("# comment\n\"query:A b:age between 0:7\" x ! \"y z\"".utf8))
    #expect(
      file.queries == [
        FeedQuery(
          "A b", .age(0...7), tags: ["x", "y z"], isHidden: true, line: 2, text: "query:A b:age between 0:7")
      ])
    #expect(file.subscriptions == [])
  }

  @Test func `a query may have another title than its name`() {
    let file = SubscriptionFile(Array("query:A:age<1 \"~Main list\" x".utf8))
    #expect(file.queries.map(\.title) == ["Main list"])
    #expect(file.queries.map(\.id) == ["A"])
    #expect(file.queries.map(\.tags) == [["x"]])
  }

  @Test func `queries with the same title are told apart`() {
    let file = SubscriptionFile(Array("query:A:age<1\nquery:A:age<2\nquery:B:age<1\nquery:A:age<3".utf8))
    #expect(file.queries.map(\.id) == ["A", "A (line 2)", "B", "A (line 4)"])
    #expect(file.queries.map(\.title) == ["A", "A", "B", "A"])
  }

  @Test func `a condition that alternates and and or too often is too long, and a long chain of or is not`() throws {
    func condition(_ turns: Int) -> String {
      (0...turns).map { #"title =~ "\#($0)"\#($0 == turns ? "" : $0.isMultiple(of: 2) ? " and " : " or ")"# }.joined()
    }
    _ = try query(condition(24))
    #expect(problem(condition(25)) == .tooLong)
    _ = try query((0..<150).map { "age = \($0)" }.joined(separator: " or "))
  }
}
