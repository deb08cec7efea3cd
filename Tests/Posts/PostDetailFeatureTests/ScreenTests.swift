import Observed
import PostDetailFeature
import PostDomain
import Rendering
import Screen
import Terminal
import TestSupport
import Testing
import ViewModel

/// What events mean on a post.
struct ScreenTests {
  let sent = Calls<PostDetailAction>()
  /// Ten rows for the text.
  let size = Size(width: 60, height: 12)

  /// The title, the facts, an empty line, and forty lines of text.
  func sut(_ body: String = EveryStateTests.long) -> Screen {
    .postDetail(
      ViewModel(Observed(EveryStateTests.post(body))) { [sent] in
        sent.record($0)
        return Task {}
      })
  }

  func scroll(by step: Int, height: Int = 10) -> PostDetailAction { .scroll(by: step, lines: 43, height: height) }

  @Test func `keys scroll by lines, half pages, pages and to the ends`() {
    let keys: [(keys: [Key], step: Int)] = [
      (["j", .down, .control("n")], 1), (["k", .up, .control("p")], -1), ([.control("d")], 5), ([.control("u")], -5),
      ([.pageDown, " ", .control("f")], 10), ([.pageUp, .control("b")], -10), (["g", .home], .min),
      (["G", .end], .max),
    ]
    let sut = sut()
    for (keys, step) in keys {
      let before = sent.all.count
      for key in keys { _ = sut.react(.key(key), size) }
      #expect(Array(sent.all.dropFirst(before)) == keys.map { _ in scroll(by: step) }, "\(keys)")
    }
  }

  @Test func `where there is no room a page is a line`() {
    for key: Key in [.control("d"), .control("u"), .pageDown, .pageUp] {
      _ = sut().react(.key(key), Size(width: 60, height: 2))
    }
    #expect(sent.all == [1, -1, 1, -1].map { scroll(by: $0, height: 0) })
  }

  @Test func `the wheel scrolls by three lines, and nothing else of a mouse does`() {
    let sut = sut()
    for action: Terminal.Mouse.Action in [.scrollUp, .scrollDown, .press(.left)] {
      _ = sut.react(.mouse(.init(action, column: 3, row: 3)), size)
    }
    #expect(sent.all == [scroll(by: -3), scroll(by: 3)])
  }

  @Test func `keys turn to neighbours, reload, open and copy; others are left to others`() {
    let sut = sut()
    for key: Key in ["n", "l", .right, "p", "h", .left, "r", "R", .function(5), "o", "y"] {
      _ = sut.react(.key(key), size)
    }
    let next = PostDetailAction.neighbour(1)
    let previous = PostDetailAction.neighbour(-1)
    #expect(
      sent.all == [next, next, next, previous, previous, previous, .reload, .reload, .reload, .browse, .copy])
    for key: Key in [.tab, "q", .escape, "?", "1", .function(6)] { _ = sut.react(.key(key), size) }
    _ = sut.react(.paste("r"), size)
    #expect(sent.all.count == 11)
  }

  @Test func `there is a margin where there is room for one`() {
    let sut = sut("one")
    #expect(sut.frame(Size(width: 4, height: 30)).text[1] == "De")
    #expect(sut.frame(Size(width: 5, height: 30)).text[1] == " Dew")
  }

  @Test func `the cursor stands on the first line of the text, for those who follow it`() {
    #expect(sut().frame(size).cursor == .init(column: 0, row: 1))
  }

  @Test func `the layout follows the text and the width`() {
    let observed = Observed(EveryStateTests.post("one two three"))
    let sut = Screen.postDetail(ViewModel(observed) { _ in Task {} })
    #expect(sut.frame(size).text[4] == " one two three")
    #expect(sut.frame(Size(width: 10, height: 12)).text.contains(" one two"))
    observed.update { $0 = EveryStateTests.post("another") }
    #expect(sut.frame(Size(width: 10, height: 12)).text.contains(" another"))
  }
}
