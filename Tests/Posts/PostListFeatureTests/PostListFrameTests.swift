import FlagCommands
import FlagsStore
import Foundation
import ItemList
import ItemListTestSupport
import Observed
import PagedList
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import Testing

/// The frames of a list of posts.
struct PostListFrameTests {
  static let golden = GoldenFrames()
  static let now = Date(timeIntervalSince1970: 1_000_000_000)

  static func screen(_ state: PostListState) -> Screen {
    let posts = PostsRepository.stub([])
    return .postList(
      .stub(state),
      of: FlaggedList(posts.list, repository: posts.flags, visit: Visit(last: lastVisit) {}, flags: \.flags),
      .stub(server: URL(string: "http://localhost:8000")!, now: now))
  }

  static let lastVisit = now - 90_000

  @Test func `a post without a title is listed with a placeholder`() {
    let frame = Self.screen(Self.list([Self.title("1", " ")])).frame(Size(width: 40, height: 10))
    #expect(frame.text[1].hasPrefix(" › "), "\(frame.text)")
    #expect(frame.text[1].contains("(no title)"), "\(frame.text)")
  }

  @Test(arguments: [(true, 60, true), (false, 60, false), (true, 30, false)])
  func `a read post that has changed is shown as updated when its row has room`(isRead: Bool, width: Int, isSaid: Bool)
  {
    var title = Self.title("1", Self.long, age: 86_400, isRead: isRead)
    title.isChanged = true
    let line = Self.screen(Self.list([title])).frame(Size(width: width, height: 4)).text[1]
    #expect(line.hasSuffix("  updated  1d") == isSaid, "\(line)")
  }

  @Test(
    arguments: [
      (Post.Hiding.muted, nil, "muted"), (.muted, "Feed", "muted"), (.quiet, nil, nil), (.quiet, "Feed", "quiet"),
      (nil, "Feed", nil),
    ] as [(Post.Hiding?, String?, String?)])
  func `the row of a muted or quiet post says so`(hiding: Post.Hiding?, feed: String?, word: String?) {
    var title = Self.title("1", "Slack water")
    title.hiding = hiding
    title.feed = feed
    let line = Self.screen(Self.list([title])).frame(Size(width: 80, height: 4)).text[1]
    #expect(["muted", "quiet"].first { line.contains("Slack water  \($0)") } == word, "\(line)")
  }

  @Test(arguments: [
    (63, long, "The Book of the Road  1d"), (47, "Slack water", "The Book of the Road  1d"),
    (47, "A title of twenty words", "The Book o…  1d"), (47, long, "what…  1d"), (39, "Slack water", "Slack water"),
  ])
  func `a narrow row shows the feed beside its title if there is room`(width: Int, text: String, end: String) {
    var title = Self.title("1", text, age: 86_400)
    title.feed = "The Book of the Road"
    let line = Self.screen(Self.list([title])).frame(Size(width: width, height: 4)).text[1]
    #expect(line.hasSuffix("\(end == text ? "" : " ")\(end)"), "\(line)")
  }

  static func list(_ titles: [PostTitle]) -> PostListState {
    var state = PostListState()
    state.all = ItemRows(titles)
    state.isRead = true
    state.isComplete = true
    state.confirmation = .init(.distantFuture)
    return state
  }

  static func title(
    _ id: String, _ title: String, author: String? = nil, age: TimeInterval? = nil, isRead: Bool = false,
    isBookmarked: Bool = false, isNew: Bool = false
  ) -> PostTitle {
    PostTitle(
      id: Post.ID(id), title: title, author: author, date: age.map { now - $0 },
      flags: ItemFlags(isRead: isRead, bookmarkedAt: isBookmarked ? .distantPast : nil, arrivedAt: isNew ? now : nil))
  }

  static let long = "紙の地図を折りたたむ方法 — and what the creases remember of the road, and of the map, and of the hands"
  static let lists: [(name: String, titles: [PostTitle])] = [
    (
      "titles",
      [
        title("1", "Slack water"), title("2", long, isRead: true),
        title("3", "hostile \u{9b}2J\ttab\nline \u{202e}drow", isBookmarked: true),
        title("10", "A family 👨‍👩‍👧‍👦, a flag 🇯🇵, a thumb 👍🏽", isRead: true, isBookmarked: true),
      ]
    ),
    (
      "authors and ages",
      [
        title("1", "Slack water", author: "Saoirse Ní Bhriain", age: 40),
        title("2", long, author: "余白", age: 86_400 * 3),
        title(
          "3", "Dead air", author: String(repeating: "very ", count: 20) + "long", age: 86_400 * 3_000, isRead: true),
        title("4", "From tomorrow", age: -86_400), title("5", "hostile", author: "a\u{1b}[2J\nb", age: 3_600),
      ]
    ),
    (
      "news",
      [
        title("1", "Slack water", author: "余白", age: 40, isNew: true),
        title("2", long, isBookmarked: true, isNew: true),
        title("3", "Dead air", author: "Saoirse Ní Bhriain", age: 86_400), title("4", "Old", isRead: true),
      ]
    ),
  ]

  @Test(
    arguments: lists.indices,
    [(200, 60), (120, 40), (80, 24), (40, 12), (20, 4)].map { Size(width: $0, height: $1) })
  func `every list matches its golden frame at every size`(index: Int, size: Size) {
    let (name, titles) = Self.lists[index]
    let frame = Self.screen(Self.list(titles)).frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }

  @Test func `unread titles are bold, also when selected, and read ones are not`() {
    let titles = [Self.title("1", "new"), Self.title("2", "old", isRead: true), Self.title("3", "more")]
    let lines = Self.screen(Self.list(titles)).frame(Size(width: 40, height: 8)).lines
    func isBold(_ row: Int, _ text: String) -> Bool? {
      lines[row].spans.first { $0.text == text }?.style.attributes.contains(.bold)
    }
    #expect(isBold(1, "new") == true)
    #expect(isBold(2, "old") == false)
    #expect(isBold(3, "more") == true)
  }

  @Test func `unread posts have a sign in their colour, feeds and ages are dim, and the selected row has one style`() {
    let titles = [Self.title("1", "new", author: "A", age: 1), Self.title("2", "more", author: "B", age: 1)]
    let lines = Self.screen(Self.list(titles)).frame(Size(width: 80, height: 8)).lines
    func style(_ row: Int, _ text: String) -> Style? { lines[row].spans.first { $0.text == text }?.style }
    #expect(style(2, "●") == .unread)
    #expect(style(2, "B") == .quiet)
    #expect(lines[2].spans.last { $0.text.contains { $0 != " " } }?.style == .quiet)
    let selected = lines[1].spans.map { Style(foreground: $0.style.foreground, $0.style.attributes.subtracting(.bold)) }
    #expect(selected.allSatisfy { $0 == .selected })
    #expect(lines[1].fill == .selected)
  }

  @Test func `matches are underlined in the title only`() {
    var state = Self.list([Self.title("8", "8 bells", author: "8"), Self.title("18", "At 8", isRead: true)])
    state.filter = .init(query: "8", isEditing: false, rows: state.all)
    let lines = Self.screen(state).frame(Size(width: 70, height: 6)).lines
    let found = lines[1...2].map { $0.spans.filter { $0.style.attributes.contains(.underline) }.map(\.text) }
    #expect(found == [["8"], ["8"]])
  }

  @Test(arguments: [Size(), Size(width: 40, height: 10), Size(width: 20, height: 4), Size(width: 1, height: 1)])
  func `every state fits the screen and names posts`(size: Size) {
    let titles = [Self.title("1", "Dew point", author: "A", age: 1), Self.title("2", "On closing")]
    for (name, state) in sampleStates(titles, matching: [titles[0]], now: Self.now) {
      let frame = Self.screen(state).frame(size)
      #expect(frame.lines.count == size.height, "\(name)")
      #expect(frame.lines.allSatisfy { $0.width <= size.width }, "\(name)")
      if size.width == 80 { #expect(frame.text[0].hasPrefix(" Posts")) }
      if size.width == 80, name == "an empty answer" {
        #expect(frame.text.contains { $0.contains("No posts yet.") })
      }
    }
  }

  @Test func `an empty list of bookmarks explains how to bookmark`() {
    var state = Self.list([])
    state.query.scope = .bookmarked
    let text = Self.screen(state).frame(Size()).text
    #expect(text[0] == " Posts › Bookmarked")
    #expect(text.contains { $0.contains("No bookmarked posts.") })
    #expect(text.contains { $0.contains("Press b") })
  }

  @Test func `the help of the list has the flag keys, o and y`() {
    let keys = Self.screen(Self.list([])).help().map(\.keys)
    #expect(["b", "m", "z", "A", "u", "s", "o", "y", "B"].allSatisfy(keys.contains))
  }
}
