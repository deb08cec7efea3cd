import FeedRules
import Foundation
import Settings
import Subscriptions
import Testing

/// Rules for feeds in the configuration file.
struct FeedRuleSettingsTests {
  private func read(_ text: String) -> ConfigurationFile {
    ConfigurationFile(SettingsFile(path: "/c") { _ in .init(Array(text.utf8)) }, options: [:], environment: [:])
  }

  private func settings(_ text: String) throws -> Settings {
    let file = read(text)
    #expect(file.problem == nil)
    var settings = Settings(file: file, caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    try settings.read(options: [:], server: nil, environment: [:])
    return settings
  }

  /// Returns "LINE: MESSAGE" for an error in the file, or an empty text.
  private func problem(_ text: String) -> String {
    String((read(text).problem?.message ?? "").trimmingPrefix("/c:"))
  }

  private func shown(_ settings: Settings) -> ShownValue? {
    Setting.all.first { $0.name == "feeds" }?.shown(settings)
  }

  @Test func `a rule that matches no feed is reported with a suggestion`() throws {
    let rules = try settings(
      """
      { feeds: [
        { quiet: true }, { match: "@news", quiet: true }, { match: "@nwes", quiet: true }, { match: "@x", quiet: true },
        { match: "http://www.one.org/feed/", quiet: true }, { match: "https://one.org/fed", quiet: true },
        { match: "https://elsewhere.example/", quiet: true },
      ] }
      """
    ).feedRules
    let file = SubscriptionFile(Array("https://one.org/feed news\nhttps://two.org/ ! sports\n".utf8))
    #expect(
      rules.mismatches(in: file) == [
        "the rule for @nwes matches no feed; did you mean @news?", "the rule for @x matches no feed",
        "the rule for one.org/fed matches no feed; did you mean one.org/feed?",
        "the rule for elsewhere.example matches no feed",
      ])
    #expect(rules.mismatches(in: SubscriptionFile()) == [])
  }

  @Test func `every key of a rule is read`() throws {
    let sut = try settings(
      """
      {
        feeds: [
          {
            match: "https://www.Example.org/feed/", mute: ["ad", "live blog"], only: ["swift"], quiet: true,
            refresh: "90 min", headers: { Cookie: "a=b", "X-Key": "k" }, unreadOnUpdate: true,
          },
          { match: "@news", quiet: false },
          { mute: ["x"] },
          { match: "*", refresh: "1.5h" },
          { match: "filter:tidy:https://one.org/", refresh: "2 days" },
        ],
      }
      """)
    var first = FeedRule(.feed("example.org/feed"))
    first.mute = ["ad", "live blog"]
    first.only = ["swift"]
    first.isQuiet = true
    first.refresh = .seconds(5_400)
    first.headers = ["Cookie": "a=b", "X-Key": "k"]
    first.isUnreadOnUpdate = true
    var second = FeedRule(.tag("news"))
    second.isQuiet = false
    var third = FeedRule(.all)
    third.mute = ["x"]
    var fourth = FeedRule(.all)
    fourth.refresh = .seconds(5_400)
    var fifth = FeedRule(.feed("filter:tidy:one.org"))
    fifth.refresh = .seconds(172_800)
    #expect(sut.feedRules.all == [first, second, third, fourth, fifth])
    #expect(sut.origins["feeds"] == SettingOrigin(source: .file, line: 2))
  }

  @Test func `the configuration shows rules without the values of header fields`() throws {
    let sut = try settings(
      "{ feeds: [{ match: 'https://me:secret@a.org', headers: { Cookie: 'hidden' }, mute: ['a', 'b'], refresh: '6 h' }] }"
    )
    #expect(
      shown(sut)?.value as? [String] == ["me@a.org: mute a, b; every 6 h; headers Cookie"])
    #expect(shown(sut)?.text == "1 rule")
    #expect(shown(try settings("{}"))?.text == "no rules")
    #expect(shown(try settings("{}"))?.value == nil)
  }

  @Test(arguments: [
    ("6 h", "6 h"), ("360 min", "6 h"), ("48 h", "2 d"), ("1.5 h", "90 min"), ("5.5 min", "5.5 min"),
    ("365 d", "365 d"),
  ])
  func `the configuration shows the interval of a rule in its largest whole unit`(written: String, text: String) throws
  {
    #expect(
      shown(try settings("{ feeds: [{ refresh: '\(written)' }] }"))?.value as? [String] == ["every feed: every \(text)"]
    )
  }

  @Test(arguments: [
    ("{ feeds: {} }", "1: feeds needs a list such as [{ match: \"@news\", mute: [\"ad\"] }], not an object"),
    ("{ feeds: [\n'x'] }", "2: feeds needs rules such as { match: \"@news\", mute: [\"ad\"] }, not \"x\""),
    ("{ feeds: [{ match: '@a',\n mut: ['x'] }] }", "2: there is no setting feeds.mut; did you mean mute?"),
    ("{ feeds: [{ quiet: true,\n quiet: true }] }", "2: feeds.quiet is set again; it was in line 1"),
    (
      "{ feeds: [\n{ match: '@a' }] }",
      "2: a rule in feeds needs one of mute, only, quiet, refresh, headers, unreadOnUpdate"
    ),
    (
      "{ feeds: [{ match: 'xkcd.com/atom.xml', quiet: true }] }",
      "1: feeds.match needs the address of a feed, or \"@\" and a tag, in quotes, not \"xkcd.com/atom.xml\"; "
        + "did you mean https://xkcd.com/atom.xml?"
    ),
    (
      "{ feeds: [{ match: 5, quiet: true }] }",
      "1: feeds.match needs the address of a feed, or \"@\" and a tag, in quotes, not 5"
    ),
    ("{ feeds: [{ match: '@', quiet: true }] }", "1: feeds.match needs a tag behind @"),
    (
      "{ feeds: [{ mute: 'ad' }] }",
      "1: feeds.mute needs a list of words such as [\"ad\", \"live blog\"], not \"ad\""
    ),
    (
      "{ feeds: [{ mute: [] }] }",
      "1: feeds.mute needs a list of words such as [\"ad\", \"live blog\"], not an empty list"
    ),
    (
      "{ feeds: [{ only: [ 'a',\n 5] }] }",
      "2: feeds.only needs a list of words such as [\"ad\", \"live blog\"], not 5 in it"
    ),
    ("{ feeds: [{ mute: ['a',\n ' '] }] }", "2: feeds.mute has an empty word, which is in every post; delete it"),
    ("{ feeds: [{ quiet: 'yes' }] }", "1: feeds.quiet needs true or false, not \"yes\""),
    (
      "{ feeds: [{ refresh: 'often' }] }",
      "1: feeds.refresh needs a time such as \"30 min\", \"6 h\" or \"2 d\", not \"often\""
    ),
    ("{ feeds: [{ refresh: 60 }] }", "1: feeds.refresh needs a time such as \"30 min\", \"6 h\" or \"2 d\", not 60"),
    ("{ feeds: [{ refresh: '1 min' }] }", "1: feeds.refresh needs a time from \"5 min\" to \"365 d\", not \"1 min\""),
    ("{ feeds: [{ headers: ['a'] }] }", "1: feeds.headers needs header fields such as { Cookie: \"…\" }, not a list"),
    ("{ feeds: [{ headers: {\n host: 'x' } }] }", "2: feeds.headers cannot set host, which satchel sets itself"),
    (
      "{ feeds: [{ headers: {\n 'a b': 'x' } }] }",
      "2: feeds.headers has \"a b\", which is not the name of a header field"
    ),
    (
      "{ feeds: [{ headers: { Cookie:\n 'secret\\n' } }] }",
      "2: feeds.headers needs a text in quotes, without line breaks, for Cookie"
    ),
    ("{ feeds: [{ headers: { a: 'x',\n A: 'y' } }] }", "2: feeds.headers sets A twice"),
  ])
  func `an invalid rule is reported with its line and what would be right`(text: String, expected: String) {
    #expect(problem(text) == expected)
  }
}
