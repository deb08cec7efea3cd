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
import TerminalTestSupport
import TestSupport
import Testing

/// Every state of a post at every size, as it is drawn. `⋮3` stands for three empty lines.
struct PostDetailEveryStateTests {
  static let golden = GoldenFrames()

  static let refused = "connection refused: http://localhost:8000"
  static let long = (1...40).map { "Line \($0) of the text." }.joined(separator: "\n")

  static func post(
    _ body: String = "The air gives back what it borrowed.\n\nMind the step.", title: String = "Dew point",
    author: LatePart<String> = .known("Ines Calder"), comments: LatePart<[PostDomain.Comment]> = .known([]),
    date: Date? = nil, failure: String? = nil,
    _ change: (inout PostDetailState) -> Void = { _ in }
  ) -> PostDetailState {
    var state = PostDetailState(PostTitle(id: Post.ID(8), title: title))
    state.item = Loadable(
      ShownPost(
        PostDetail(
          Post(id: state.heading.id, userID: nil, title: title, body: body, date: date), author: author,
          comments: comments)),
      failure: failure)
    state.freshness = .live(.distantPast)
    change(&state)
    return state
  }

  static let markdown = """
    ## Winding the clock

    *Every* evening, **without fail**, somebody winds the [harbour clock](https://example.org/clock). The key is at \
    https://example.org/key/7, and `wind --turns 40` is what it takes.

    - forty turns of the long handle, no more and no fewer than that, whatever the weather says
      - fewer in June
    10. then the small one

    > It has never been late, said the keeper, and in forty years nobody has been able to prove otherwise.

    ```
    turns = 40
        rest()
    ```

    ---

    2 * 3 * 4, snake_case.
    """

  static func unknown(_ change: (inout PostDetailState) -> Void) -> PostDetailState {
    var state = PostDetailState(PostTitle(id: Post.ID(8), title: "Dew point"))
    change(&state)
    return state
  }

  static let table = """
    From the timetable:

    | Stop | Remarks | Time |
    |:--|:-:|--:|
    | *Quay* | the ferry waits | 6:14 |
    | 水車 | [by request](https://example.org/mill) | 17:02 |
    """

  static let states: [(name: String, state: PostDetailState)] = [
    ("loading", unknown { _ = $0.item.begin() }),
    (
      "loading slowly",
      unknown {
        _ = $0.item.begin()
        $0.tick = 0
      }
    ),
    ("awaiting the rest", post(author: .awaited, comments: .awaited) { $0.freshness = nil }),
    ("live", post()),
    ("kept", post { $0.freshness = .cached(.distantPast - 86_400, because: refused) }),
    (
      "kept, and why, refreshing",
      post(long) {
        $0.freshness = .cached(.distantPast - 86_400, because: refused)
        $0.isSlow = true
        $0.top = 9
        _ = $0.item.begin()
      }
    ),
    ("author and comments unknown", post(author: .unknown, comments: .unknown, failure: refused)),
    ("failed with nothing", unknown { $0.item = Loadable(failure: refused) }),
    ("notice", post { $0.notice = "The list ends here." }),
    ("no text", post("")),
    ("in the middle", post(long) { $0.top = 9 }),
    ("at the end", post(long) { $0.top = 1_000 }),
    ("long words", post(String(repeating: "dampfschifffahrts", count: 9))),
    (
      "live with comments and a date",
      post(comments: .known(.thread), date: Date(timeIntervalSince1970: 1_704_450_030))
    ),
    (
      "all comments",
      post(comments: .known(.thread)) {
        $0.returnPosition = 0
        $0.top = 8
      }
    ),
    ("comments awaited", post(comments: .awaited)), ("comments unknown", post(comments: .unknown, failure: refused)),
    ("one comment", post(comments: .count(1))),
    ("markdown", post(markdown)),
    ("markdown below", post(markdown) { $0.top = 14 }),
    ("choosing a link", post(markdown) { $0.link = "1" }),
    ("table", post(table)),
    (
      "finding",
      post(long) {
        $0.search = DetailSearch("line 1", current: 1)
        $0.top = 9
      }
    ),
    (
      "found",
      post(long) {
        $0.search = DetailSearch("line 1", isEditing: false, current: 1)
        $0.top = 9
      }
    ),
    ("found nothing", post(long) { $0.search = DetailSearch("nowhere") }),
    ("hostile", post("a\u{1b}[2Jb\tc\r\nd\u{9b}e\u{202e}f", title: "t\u{1b}]0;x\u{7}\nu")),
    ("wide", post("紙の地図を折りたたむ方法。👩🏽‍🚀 café القمر لا يحتاج إلى شبكة 各駅停車で行く、そして帰る。", title: "連絡船の前の三行")),
  ]

  @Test(
    arguments: states.indices,
    Size.golden + [Size(width: 1, height: 1)])
  func `every state matches its golden frame at every size`(index: Int, size: Size) {
    let (name, state) = Self.states[index]
    let frame = Screen.postDetail(.stub(state), .stub(now: .distantPast)).frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }
}
