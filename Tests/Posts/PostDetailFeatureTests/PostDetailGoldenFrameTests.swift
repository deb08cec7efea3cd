import Essentials
import Foundation
import ItemDetail
import Observed
import PostDetailFeature
import PostDomain
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// The golden frames of a post in every state.
struct PostDetailGoldenFrameTests {
  func frame(_ state: PostDetailState, _ width: Int, _ height: Int, title: String? = nil) -> [String] {
    let path: (@Sendable () -> String)? = if let title { { title } } else { nil }
    let screen = Screen.postDetail(.stub(state), .stub(now: .distantPast), title: path)
    return screen.frame(Size(width: width, height: height)).text
  }

  func state(_ body: String = "One.\n\nTwo words.", _ change: (inout PostDetailState) -> Void = { _ in })
    -> PostDetailState
  {
    var state = PostDetailState(PostTitle(id: Post.ID(7), title: "How to wind a lighthouse"))
    state.item = Loadable(page(body))
    state.freshness = .live(.distantPast)
    change(&state)
    return state
  }

  func page(
    _ body: String = "One.", author: LatePart<String> = .known("Ines Calder"),
    comments: LatePart<[PostDomain.Comment]> = .count(3)
  )
    -> ShownPost
  {
    ShownPost(
      PostDetail(
        Post(id: Post.ID(7), userID: nil, title: "How to wind a lighthouse", body: body), author: author,
        comments: comments))
  }

  /// Returns the lines of a text below its title and byline.
  func text(_ body: String) -> [String] {
    frame(state(body), 60, 24).dropFirst(4).prefix { !$0.contains("───") }.map {
      $0.trimmed.replacing("\u{A0}", with: " ")
    }.filter { !$0.isEmpty }
  }

  @Test(arguments: [
    (
      "# Winding\n\nPress <kbd>^C</kbd>.<br>Then **wait**.\n\n- a\n- b",
      ["Winding", "Press ^C.", "Then wait.", "• a", "• b"]
    ),
    ("One &amp; <b>two</b>.\n\nThree.", ["One & two.", "Three."]),
    ("`<p>` begins one.\n\nTwo", ["<p> begins one.", "Two"]),
    ("Write &lt;br&gt; &amp; go on.\n\nTwo", ["Write <br> & go on.", "Two"]), ("It&#39;s *so*.", ["It's so."]),
    ("<p>One\nand</p><p>two # no</p>", ["One and", "two # no"]),
    ("<a href=\"https://x.org/?a=1&amp;b=2\">here</a>\n\nend", ["here [1]", "end", "[1] https://x.org/?a=1&b=2"]),
  ])
  func `Markdown with HTML tags is laid out as Markdown, and HTML as HTML`(body: String, expected: [String]) {
    #expect(text(body) == expected)
  }

  @Test func `other feeds with the same text are listed below it with links to their comments`() {
    var page = page("One [link](https://a.org/).")
    page.detail.alsoIn = [
      OtherFeed(title: "News", discussion: Discussion(page: URL(string: "https://news.org/s/1"), count: 12)),
      OtherFeed(title: "Planet", discussion: Discussion(page: URL(string: "https://planet.org/1"))),
      OtherFeed(title: "Links\n", link: URL(string: "https://blog.org/1")),
    ]
    let lines = frame(state { $0.item = Loadable(page) }, 60, 30).dropFirst(4).prefix { !$0.contains("───") }
    #expect(
      lines.map { $0.trimmed.replacing("\u{A0}", with: " ") }.filter { !$0.isEmpty } == [
        "One link [1].", "[1] https://a.org/", "Also in News · 12 comments [2], Planet · comments [3] and", "Links [4]",
        "[2] https://news.org/s/1", "[3] https://planet.org/1", "[4] https://blog.org/1",
      ])
  }

  @Test(arguments: [
    (nil, ["One", "Comments: https://news.org/s/1 [1]"]),
    ("https://a.org/1", ["One", "Comments: https://news.org/s/1 [1]"]), ("https://news.org/s/1", ["One"]),
  ])
  func `the page of the comments is a link below the text, unless it is the page of the post`(
    link: String?, expected: [String]
  ) {
    var detail = page("One").detail
    detail.post.link = link.flatMap { URL(string: $0) }
    detail.post.discussion = Discussion(page: URL(string: "https://news.org/s/1"), count: 9)
    let frame = frame(state { $0.item = Loadable(ShownPost(detail)) }, 60, 30)
    let lines = frame.dropFirst(4).prefix { !$0.contains("───") }
    #expect(lines.map { $0.trimmed.replacing("\u{A0}", with: " ") }.filter { !$0.isEmpty } == expected)
  }

  @Test(arguments: [
    ("Planet\n", "Ann", "Planet · Ann · comments not loaded"), ("Ann", "Ann", "Ann · comments not loaded"),
    (nil, "Ann", "Ann · comments not loaded"),
  ])
  func `the byline names the feed once, and not when it is the author`(feed: String?, author: String, expected: String)
  {
    var page = page("One")
    page.detail.post.date = nil
    page.detail.feed = feed
    page.detail.author = .known(author)
    page.detail.comments = .unknown
    #expect(frame(state { $0.item = Loadable(page) }, 60, 30, title: "Feeds › All")[3].trimmed == expected)
  }

  @Test(arguments: [("Planet\n", "Posts › Planet"), (" ", "Posts"), (nil, "Posts")])
  func `the header names the feed of an entry instead of its id, and the byline does not`(
    feed: String?, title: String
  ) {
    var page = page("One")
    page.detail.feed = feed
    let frame = frame(
      state {
        $0.heading.hasServerPage = false
        $0.item = Loadable(page)
      }, 60, 30)
    #expect(String(frame[0].dropLast(4)).trimmed == title)
    #expect(frame[3].trimmed == "Ines Calder · 3 comments")
  }

  @Test func `the byline of a feed entry does not mention comments that the entry cannot have`() {
    var page = page(comments: .awaited)
    page.detail.post.format = .plain
    let awaited = frame(state { $0.item = Loadable(page) }, 60, 10)
    page.detail.comments = .known([])
    #expect(awaited == frame(state { $0.item = Loadable(page) }, 60, 10))
    #expect(awaited[2] == " Ines Calder")
    #expect(awaited[9].hasPrefix(" all"))
  }

  @Test func `a post without a title shows a placeholder`() {
    var untitled = state()
    untitled.heading.title = " "
    #expect(frame(untitled, 60, 12)[1] == " (no title)")
  }

  @Test func `placeholders reserve the rows of a byline and a text that are awaited`() {
    let early = frame(PostDetailState(PostTitle(id: Post.ID(7), title: "How to wind a lighthouse")), 60, 10)
    let awaited = frame(
      state {
        $0.item = Loadable(page(author: .awaited, comments: .awaited))
      }, 60, 10)
    #expect(early[2] == " Loading…")
    #expect(awaited[2] == " … · … comments")
    #expect(early[1] == awaited[1])
    #expect(early[4] == " …")
    #expect(awaited[4] == " One.")
  }

  @Test func `an unknown author is left out, and unknown comments are shown as not loaded`() {
    let unknown = state {
      $0.item = Loadable(page(author: .unknown, comments: .unknown))
    }
    #expect(frame(unknown, 60, 10)[2] == " comments not loaded")
    #expect(frame(state { $0.item = Loadable(page(comments: .count(1))) }, 60, 10)[2] == " Ines Calder · 1 comment")
  }

  @Test func `a cached post shows its age and the failure, at 40x10 and 120x40`() {
    let cached = state {
      $0.freshness = .cached(.distantPast - 7_200, because: "connection refused: http://h")
    }
    #expect(frame(cached, 40, 10)[0] == " Posts › 7            saved 2 hours ago")
    #expect(frame(cached, 40, 10)[8].hasPrefix(" Connection refused: h."))
    #expect(frame(cached, 40, 10)[9].hasPrefix(" top"))
    #expect(frame(cached, 120, 40)[38].hasPrefix(" Connection refused: http://h.   "))
  }

  @Test func `a post that cannot be loaded shows the failure`() {
    var state = PostDetailState(PostTitle(id: Post.ID(7), title: "How to wind a lighthouse"))
    state.item = Loadable(failure: "connection refused: http://h")
    #expect(frame(state, 60, 10)[4] == " Connection refused: http://h.")
  }

  @Test func `a scrolled text begins with the same line at any height`() {
    let body = (1...60).map { "Paragraph \($0)" }.joined(separator: "\n\n")
    for height in [8, 17, 18, 24] { #expect(frame(state(body) { $0.top = 44 }, 40, height)[1] == " Paragraph 21") }
  }

  @Test func `the text is set in a column of at most 72 characters and scrolls`() {
    let body = (1...30).map { "Paragraph \($0) has a few words, so that it must be broken somewhere." }
      .joined(separator: "\n\n")
    let wide = frame(state(body), 120, 12)
    let lines = wide.dropFirst().dropLast()
    #expect(lines.filter { $0.count > 24 + 72 } == [])
    #expect(lines.filter { !$0.isEmpty && !$0.hasPrefix(String(repeating: " ", count: 24)) } == [])
    #expect(wide[11].hasPrefix(" top"))
    let narrow = frame(state(body) { $0.top = 3 }, 30, 8)
    #expect(narrow[1] == "")
    #expect(narrow[2] == " Paragraph 1 has a few words,")
    #expect(narrow[7].contains("%"))
    #expect(frame(state(body) { $0.top = 10_000 }, 80, 12)[11].hasPrefix(" end"))
    #expect(frame(state(body) { $0.top = 10_000 }, 80, 12)[10].hasPrefix("    Comment 2"))
  }

  @Test func `deeply nested comments are all on the page, in the percentage and in the search`() {
    let thread = (1...120).map { number in
      PostDomain.Comment(
        id: .init(number), postID: Post.ID(7), parentID: number > 1 ? .init(number - 1) : nil, name: "Ada",
        body: "Answer \(number).")
    }
    func frame(_ change: (inout PostDetailState) -> Void) -> [String] {
      self.frame(
        state {
          $0.item = Loadable(page(comments: .known(thread)))
          change(&$0)
        }, 60, 12)
    }
    let end = frame { $0.top = 10_000 }
    #expect(end[10].hasSuffix(" Answer 120."))
    #expect(end[11].hasPrefix(" end"))
    // 16 of 366 lines have been read.
    #expect(frame { $0.top = 6 }[11].hasPrefix(" 4%"))
    #expect(frame { $0.search = DetailSearch("Answer 120", isEditing: false, current: 0) }[11].hasPrefix(" 1/1"))
  }

  @Test(arguments: [(46, 15), (8, 3)])
  func `ten thousand nested answers are indented only as far as their words fit`(width: Int, indentation: Int) {
    let thread = (0..<10_000).map { number in
      PostDomain.Comment(
        id: .init(number), postID: Post.ID(7), parentID: .init(number - 1), name: "Ada", body: "Yes")
    }
    let frame = frame(
      state {
        $0.item = Loadable(page(comments: .known(thread)))
        $0.top = 1_000_000
      }, width, 12)
    let start = String(repeating: " ", count: indentation)
    #expect(frame[9].hasPrefix(start + "Ada"))
    #expect(frame[10].hasPrefix(start + "Yes"))
  }

  @Test func `control characters are shown harmlessly, and wide text wraps in its column`() {
    let hostile = state("a\u{1b}[2Jb\r\nc\u{9b}d\u{202e}e\tf\n" + String(repeating: "語", count: 40)) {
      $0.heading.title = "x\u{1b}]0;t\u{7}\ny"
    }
    let frame = frame(hostile, 40, 10)
    #expect(frame[1] == " x␛]0;t␇ y")
    #expect(frame[4] == " a␛[2Jb")
    #expect(frame[5] == " c\u{FFFD}de    f")
    #expect(frame[6] == " " + String(repeating: "語", count: 19))
  }

  @Test func `the status line shows a notice, a failure or a spinner`() {
    #expect(frame(state { $0.notice = "Copied." }, 60, 10)[9].hasPrefix(" top  Copied."))
    #expect(frame(state { $0.item = Loadable(page(), failure: "no") }, 60, 10)[8].hasPrefix(" No."))
    #expect(frame(loading(tick: 0), 60, 10)[9].hasPrefix(" all  Loading |"))
    #expect(frame(loading(tick: nil), 60, 10)[9].hasPrefix(" all   "))
  }

  func loading(tick: Int?) -> PostDetailState {
    state {
      $0.item.reset()
      _ = $0.item.begin()
      $0.tick = tick
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (0, 0), (1, 20), (5, 3)])
  func `no size is too small to draw`(width: Int, height: Int) {
    for state in [state(), PostDetailState(PostTitle(id: Post.ID(1), title: "語"))] {
      let frame = Screen.postDetail(.stub(state), .stub(now: .distantPast)).frame(Size(width: width, height: height))
      #expect(frame.lines.count == height)
      #expect(frame.lines.allSatisfy { $0.width <= width })
    }
  }
}
