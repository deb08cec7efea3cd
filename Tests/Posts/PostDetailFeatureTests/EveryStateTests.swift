import Foundation
import ItemPage
import Loadable
import PostDetailFeature
import PostDomain
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import TestSupport
import Testing
import ViewModel

/// Every state of a post at every size, as it is drawn; `⋮3` stands for three empty lines.
struct EveryStateTests {
  static let golden = GoldenFrames()

  static let refused = "connection refused: http://localhost:8000"
  static let long = (1...40).map { "Line \($0) of the text." }.joined(separator: "\n")

  static func post(
    _ body: String = "The air gives back what it borrowed.\n\nMind the step.", title: String = "Dew point",
    author: Fact<String> = .known("Ines Calder"), comments: Fact<[PostDomain.Comment]> = .count(3),
    failure: String? = nil,
    _ change: (inout PostDetailState) -> Void = { _ in }
  ) -> PostDetailState {
    var state = PostDetailState(PostTitle(id: Post.ID(8), title: title))
    state.item = Loadable(
      PostDetail(id: state.heading.id, title: title, body: body, author: author, comments: comments), failure: failure)
    state.freshness = .live
    change(&state)
    return state
  }

  static func unknown(_ change: (inout PostDetailState) -> Void) -> PostDetailState {
    var state = PostDetailState(PostTitle(id: Post.ID(8), title: "Dew point"))
    change(&state)
    return state
  }

  static let states: [(name: String, state: PostDetailState)] = [
    ("loading", unknown { _ = $0.item.begin() }),
    ("loading slowly", unknown { (_, $0.tick) = ($0.item.begin(), 0) }),
    ("awaiting the rest", post(author: .awaited, comments: .awaited) { $0.freshness = nil }),
    ("live", post()),
    ("kept", post { $0.freshness = .kept(age: "1 day ago", because: refused) }),
    ("author and comments unknown", post(author: .unknown, comments: .unknown, failure: refused)),
    ("failed with nothing", unknown { $0.item = Loadable(failure: refused) }),
    ("notice", post { $0.notice = "The list ends here." }),
    ("no text", post("")),
    ("in the middle", post(long) { $0.top = 9 }),
    ("at the end", post(long) { $0.top = 1_000 }),
    ("long words", post(String(repeating: "dampfschifffahrts", count: 9))),
    ("hostile", post("a\u{1b}[2Jb\tc\r\nd\u{9b}e\u{202e}f", title: "t\u{1b}]0;x\u{7}\nu")),
    ("wide", post("紙の地図を折りたたむ方法。👩🏽‍🚀 café القمر لا يحتاج إلى شبكة 各駅停車で行く、そして帰る。", title: "連絡船の前の三行")),
  ]

  @Test(
    arguments: states.indices,
    Size.golden)
  func `it looks as written here`(index: Int, size: Size) {
    let (name, state) = Self.states[index]
    let frame = Screen.postDetail(.stub(state)).frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }
}
