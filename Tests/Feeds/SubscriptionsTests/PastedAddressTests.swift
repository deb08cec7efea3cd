import Foundation
import Subscriptions
import Testing

struct PastedAddressTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var pasted: String
    var feeds: [String]
    var testDescription: String { pasted }

    init(_ pasted: String, _ feeds: String...) {
      self.pasted = pasted
      self.feeds = feeds
    }
  }

  static let videos = "https://www.youtube.com/feeds/videos.xml"

  static let sites = [
    Case("https://www.youtube.com/channel/UCsXVk37bltHxD1rDPwtNM8Q", videos + "?channel_id=UCsXVk37bltHxD1rDPwtNM8Q"),
    Case("https://m.youtube.com/channel/UCabc/videos", videos + "?channel_id=UCabc"),
    Case("https://www.youtube.com/user/old", videos + "?user=old"),
    Case("https://www.youtube.com/playlist?list=PLabc", videos + "?playlist_id=PLabc"),
    Case("https://www.youtube.com/watch?v=x&list=PLabc&index=2", videos + "?playlist_id=PLabc"),
    Case("https://www.youtube.com/watch?v=x&list=RDabc"),
    Case("https://www.youtube.com/@kurzgesagt"),
    Case("youtube.com/c/name"),
    Case("https://www.youtube.com/feeds/videos.xml?channel_id=UCabc"),

    Case("https://github.com/apple/swift", "https://github.com/apple/swift/releases.atom"),
    Case("github.com/apple/swift.git", "https://github.com/apple/swift/releases.atom"),
    Case("https://github.com/apple/swift/", "https://github.com/apple/swift/releases.atom"),
    Case("https://github.com/apple/swift/releases/tag/v1", "https://github.com/apple/swift/releases.atom"),
    Case("https://github.com/apple/swift/tags", "https://github.com/apple/swift/tags.atom"),
    Case("https://github.com/apple/swift/commits", "https://github.com/apple/swift/commits.atom"),
    Case("https://github.com/apple/swift/commits/main/", "https://github.com/apple/swift/commits/main.atom"),
    Case("https://github.com/apple/swift/tree/main/docs", "https://github.com/apple/swift/commits/main/docs.atom"),
    Case("https://github.com/apple/swift/blob/main/a.md", "https://github.com/apple/swift/commits/main/a.md.atom"),
    Case("https://github.com/apple/swift/discussions", "https://github.com/apple/swift/discussions.atom"),
    Case("https://github.com/apple/swift/issues"),
    Case("https://github.com/apple", "https://github.com/apple.atom"),
    Case("https://github.com/apple/feed", "https://github.com/apple/feed/releases.atom"),
    Case("https://github.com/apple/swift/releases.atom"),
    Case("https://github.com/topics/swift"),
    Case("https://gist.github.com/apple", "https://gist.github.com/apple.atom"),

    Case(
      "https://gitlab.com/group/sub/project", "https://gitlab.com/group/sub/project/-/releases.atom",
      "https://gitlab.com/group/sub/project.atom"),
    Case("https://gitlab.com/group/project/-/releases", "https://gitlab.com/group/project/-/releases.atom"),
    Case("https://gitlab.com/group/project/-/tags", "https://gitlab.com/group/project/-/tags?format=atom"),
    Case(
      "https://gitlab.gnome.org/GNOME/gtk/-/commits/main/",
      "https://gitlab.gnome.org/GNOME/gtk/-/commits/main?format=atom"
    ),
    Case("https://gitlab.com/group/project/-/issues"),
    Case("https://gitlab.com/name", "https://gitlab.com/name.atom"),
    Case("https://gitlab.com/group/project/-/tags?format=atom"),

    Case("https://www.reddit.com", "https://www.reddit.com/.rss"),
    Case("https://old.reddit.com/r/swift/", "https://www.reddit.com/r/swift/.rss"),
    Case("reddit.com/r/rss", "https://www.reddit.com/r/rss/.rss"),
    Case("https://www.reddit.com/r/swift/top/?t=week", "https://www.reddit.com/r/swift/top/.rss?t=week"),
    Case("https://www.reddit.com/u/name", "https://www.reddit.com/user/name/.rss"),
    Case("https://www.reddit.com/user/name/", "https://www.reddit.com/user/name/.rss"),
    Case(
      "https://www.reddit.com/r/swift/comments/1abc/a_title/",
      "https://www.reddit.com/r/swift/comments/1abc/a_title/.rss"
    ),
    Case("https://www.reddit.com/r/swift/.rss"),

    Case("https://mastodon.social/@Gargron", "https://mastodon.social/@Gargron.rss"),
    Case("https://mastodon.social/@Gargron/111", "https://mastodon.social/@Gargron.rss"),
    Case("@Gargron@mastodon.social", "https://mastodon.social/@Gargron.rss"),
    Case("https://mastodon.social/@Gargron.rss"),
    Case("https://mastodon.social/@a@b.example"),
    Case("https://bsky.app/profile/swift.org", "https://bsky.app/profile/swift.org/rss"),
    Case("https://bsky.app/profile/swift.org/post/3k", "https://bsky.app/profile/swift.org/rss"),

    Case("https://lobste.rs", "https://lobste.rs/rss"),
    Case("https://lobste.rs/t/rss", "https://lobste.rs/t/rss.rss"),
    Case("https://lobste.rs/~pushcx", "https://lobste.rs/~pushcx/stories.rss"),
    Case("https://lobste.rs/u/pushcx", "https://lobste.rs/~pushcx/stories.rss"),
    Case("https://lobste.rs/newest", "https://lobste.rs/newest.rss"),
    Case("https://lobste.rs/s/abc/title"),
    Case("https://lobste.rs/t/swift.rss"), Case("https://lobste.rs/rss"), Case("https://lobste.rs/top/rss"),

    Case("https://news.ycombinator.com/", "https://news.ycombinator.com/rss"),
    Case("https://news.ycombinator.com/newest", "https://hnrss.org/newest"),
    Case("https://news.ycombinator.com/front", "https://hnrss.org/frontpage"),
    Case("https://news.ycombinator.com/show", "https://hnrss.org/show"),
    Case("https://news.ycombinator.com/item?id=1", "https://hnrss.org/item?id=1"),
    Case("https://news.ycombinator.com/submitted?id=dang", "https://hnrss.org/submitted?id=dang"),
    Case("https://news.ycombinator.com/rss"),

    Case("https://name.substack.com/p/a-post?x=1", "https://name.substack.com/feed"),
    Case("https://substack.com/@name", "https://name.substack.com/feed"),
    Case("https://name.tumblr.com/post/1/title", "https://name.tumblr.com/rss"),
    Case("https://name.tumblr.com/tagged/art", "https://name.tumblr.com/tagged/art/rss"),
    Case("https://www.tumblr.com/name", "https://name.tumblr.com/rss"),
    Case("https://www.tumblr.com/blog/view/name", "https://name.tumblr.com/rss"),
    Case("https://www.tumblr.com/dashboard"),
  ]

  @Test(arguments: sites)
  func `the feeds of known sites are derived from a pasted address`(example: Case) throws {
    let address = try #require(PastedAddress(example.pasted))
    #expect(address.feeds.map(\.absoluteString) == example.feeds)
  }

  @Test(arguments: [
    ("example.com", "https://example.com"), (" <https://example.com/a> ", "https://example.com/a"),
    ("feed://example.com/a", "http://example.com/a"), ("feed:https://example.com/a", "https://example.com/a"),
    ("FEED:example.com", "https://example.com"), ("localhost:8080/feed", "https://localhost:8080/feed"),
    ("http://user:secret@example.com/a", "http://user:secret@example.com/a"),
    ("www.example.com/feed", "https://www.example.com/feed"), ("http://nas/a.xml", "http://nas/a.xml"),
    ("nas:8080/a.xml", "https://nas:8080/a.xml"),
    ("user:p%40s@example.com:8080/a", "https://user:p%40s@example.com:8080/a"),
    ("user:secret@localhost", "https://user:secret@localhost"),
  ])
  func `a pasted address is completed with its scheme`(pasted: String, page: String) throws {
    #expect(try #require(PastedAddress(pasted)).page.absoluteString == page)
  }

  @Test(arguments: [
    "", " ", "word", "two words.", "mailto:someone@example.com",
    "user:@example.com", "user:a@b@example.com", "someone@example.com", "exec:a.sh", "/tmp/feeds",
    "file://host/etc/passwd", "ftp://example.com/a", "https://", "https:///a", "javascript:alert(1)",
    "http://a b.example",
    "feed:", "@a", "@a@b", "word/a", "word:a/b", ":80/a",
  ])
  func `texts that are no address of a server or a file are refused`(pasted: String) {
    #expect(PastedAddress(pasted) == nil)
  }

  @Test(arguments: [
    ("localhost:8000/rss.xml", "http://localhost:8000/rss.xml"), ("127.0.0.1:8000", "http://127.0.0.1:8000"),
    ("example.com", "http://example.com"), ("<example.com>", "http://example.com"),
    ("feed:example.com", "http://example.com"), ("https://example.com", nil), ("http://example.com", nil),
    ("feed:https://example.com", nil), ("feed://example.com", nil), ("@Gargron@mastodon.social", nil),
  ])
  func `only an address without a scheme has an HTTP alternative`(pasted: String, plain: String?) throws {
    #expect(try #require(PastedAddress(pasted)).withoutHTTPS?.absoluteString == plain)
  }

  @Test func `guessed feed addresses are those below the page, then those of the site`() throws {
    func guesses(_ text: String) throws -> [String] { try #require(PastedAddress(text)).guesses.map(\.absoluteString) }
    let site = ["feed", "rss.xml", "atom.xml", "feed.json"].map { "https://u@example.com:8/\($0)" }
    #expect(try guesses("https://u@example.com:8") == site)
    #expect(try guesses("https://u@example.com:8/a/b.html?c") == site)
    #expect(
      try guesses("https://u@example.com:8/a/b/")
        == ["feed", "rss.xml", "atom.xml", "feed.json"].map { "https://u@example.com:8/a/b/\($0)" } + site)
    #expect(try guesses("https://example.com/rss.xml") == [])
    #expect(try guesses("localhost:8000/rss.xml") == [])
    #expect(try guesses("https://www.youtube.com/@name") == [])
  }
}
