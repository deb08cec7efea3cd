import Essentials
import FeedRules
import Foundation
import PostDomain
import Subscriptions
import Testing

struct FeedRulesTests {
  private func rule(_ change: (inout FeedRule) -> Void, _ match: FeedRule.Match = .all) -> FeedRule {
    var rule = FeedRule(match)
    change(&rule)
    return rule
  }

  private func subscription(_ address: String, _ tags: [String] = []) throws -> Subscription {
    Subscription(.web(try #require(URL(string: address))), tags: tags)
  }

  private func post(
    _ title: String, _ body: String = "", author: String? = nil, categories: [String] = []
  ) -> Post {
    var post = Post(id: Post.ID("p"), userID: nil, title: title, body: body)
    post.author = author
    post.categories = categories
    post.format = .html
    return post
  }

  private func mutes(_ words: [String], _ post: Post) -> Bool {
    HidingRule(rule { $0.mute = words }).applied(to: post).hiding == .muted
  }

  @Test(arguments: [
    ("ad", "Ads of the week", true), ("ad", "On the roads", false), ("ad", "Buy AD!", true), ("AD", "ad", true),
    ("election", "The elections", true), ("banh mi", "Bánh\n  mì", true), ("bánh", "Banh", true),
    ("mi banh", "Bánh mì", false), ("#ad", "Fine#ad", true), ("c++", "Why C++ is fast", true), ("4", "24 hours", false),
    ("選挙", "今日の選挙の結果", true), ("x", "", false), ("“big” deal", "a \"BIG\" deal", true),
  ])
  func `a mute word matches the beginning of words, ignoring case and accents`(
    word: String, title: String, isMuted: Bool
  ) {
    #expect(mutes([word], post(title)) == isMuted)
  }

  @Test func `mute words match in the title, the author, the categories and the visible text`() {
    #expect(mutes(["sponsored"], post("t", "<p>This is <b>spon</b>sored</p>")))
    #expect(!mutes(["strong"], post("t", "<strong>x</strong>")))
    #expect(!mutes(["example"], post("t", "<a href='https://example.org'>x</a>")))
    #expect(mutes(["caf\u{e9} noir"], post("t", "caf&eacute;&nbsp;noir")))
    #expect(mutes(["jane"], post("t", author: "Jane Doe")))
    #expect(mutes(["sports"], post("t", categories: ["News", "Sports"])))
    #expect(!mutes(["news sports"], post("t", "x", categories: ["other"])))
  }

  @Test func `a post without any word of only is muted, and mute wins over only`() {
    let wanted = HidingRule(rule { $0.only = ["swift", "rust"] })
    #expect(wanted.applied(to: post("Swift 7")).hiding == nil)
    #expect(wanted.applied(to: post("News", "<p>about Rust</p>")).hiding == nil)
    #expect(wanted.applied(to: post("News", "<p>about Go</p>")).hiding == .muted)
    let both = HidingRule(
      rule {
        $0.only = ["swift"]
        $0.mute = ["beta"]
      })
    #expect(both.applied(to: post("Swift 7 beta")).hiding == .muted)
    #expect(both.applied(to: post("Swift 7", "still a beta")).hiding == .muted)
  }

  @Test func `bookmarked posts are never muted, and a rule that hides nothing leaves duplicates hidden`() {
    let muting = rule {
      $0.mute = ["ad"]
      $0.isQuiet = true
    }
    #expect(HidingRule(muting).applied(to: post("Ad")).hiding == .muted)
    #expect(HidingRule(muting, sparing: [Post.ID("p")]).applied(to: post("Ad")).hiding == .quiet)
    #expect(HidingRule(muting).applied(to: post("News")).hiding == .quiet)
    var duplicate = post("Ad")
    duplicate.hiding = .duplicate
    #expect(HidingRule(muting).applied(to: duplicate).hiding == .muted)
    #expect(HidingRule(rule { $0.mute = ["news"] }).applied(to: duplicate).hiding == .duplicate)
    var before = post("News")
    before.hiding = .muted
    #expect(HidingRule(FeedRule()).applied(to: before).hiding == nil)
  }

  @Test func `the words of matching rules add up, and the last rule wins for other values`() throws {
    let feed = try subscription("https://www.example.org/feed/", ["news"])
    let rules = FeedRules([
      rule {
        $0.mute = ["a"]
        $0.refresh = .seconds(3_600)
        $0.headers = ["Cookie": "x", "X-One": "1"]
        $0.isQuiet = true
      },
      rule({ $0.mute = ["never"] }, .tag("other")),
      rule({ $0.mute = ["never"] }, .feed("https://example.org/other")),
      rule(
        {
          $0.mute = ["b"]
          $0.headers = ["cookie": "y"]
          $0.isQuiet = false
        }, .tag("news")),
      rule(
        {
          $0.only = ["c"]
          $0.refresh = .seconds(60)
          $0.isUnreadOnUpdate = true
        }, .feed(try subscription("http://example.org/feed").id)),
    ])
    let merged = rules.rule(for: feed)
    #expect(merged.mute == ["a", "b"])
    #expect(merged.only == ["c"])
    #expect(merged.refresh == .seconds(60))
    #expect(merged.headers == ["cookie": "y", "X-One": "1"])
    #expect(merged.isQuiet == false)
    #expect(merged.isUnreadOnUpdate == true)
    #expect(rules.rule(for: try subscription("https://example.org/third")).mute == ["a"])
  }

  @Test func `the signature of a rule depends only on what hides posts`() {
    let words = rule { $0.mute = ["Ad", "b"] }
    #expect(words.signature == "mute ad\nmute b")
    #expect(rule { $0.mute = ["b", "ad", "AD"] }.signature == words.signature)
    #expect(rule { $0.only = ["ad", "b"] }.signature == "only ad\nonly b")
    #expect(rule { $0.isQuiet = true }.signature == "quiet")
    #expect(
      rule {
        $0.refresh = .seconds(60)
        $0.headers = ["A": "b"]
        $0.isQuiet = false
      }.signature == nil)
  }
}
