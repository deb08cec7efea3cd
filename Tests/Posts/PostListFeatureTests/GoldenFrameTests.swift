import Foundation
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing
import ViewModel

/// What the list looks like in every state.
struct GoldenFrameTests {
  static let titles = [
    PostTitle(id: Post.ID(1), title: "Slack water"),
    PostTitle(id: Post.ID(2), title: "紙の地図を折りたたむ方法 — and what the creases remember of the road"),
    PostTitle(id: Post.ID(3), title: "hostile \u{1b}[2J\ttab\nline \u{202e}drow"),
    PostTitle(id: Post.ID(10), title: "A family 👨‍👩‍👧‍👦, a flag 🇯🇵, a thumb 👍🏽"),
  ]

  func frame(_ state: PostListState, _ width: Int, _ height: Int) -> [String] {
    Screen.postList(.stub(state), address: "http://localhost:8000").frame(Size(width: width, height: height)).text
  }

  func state(_ change: (inout PostListState) -> Void = { _ in }) -> PostListState {
    var state = PostListState()
    state.titles = Self.titles
    state.freshness = .live
    change(&state)
    return state
  }

  @Test func `live, at 80x24`() {
    #expect(
      frame(state(), 80, 24) == [
        " Posts                                                                     live",
        " ›  1  Slack water",
        "    2  紙の地図を折りたたむ方法 — and what the creases remember of the road",
        "    3  hostile ␛[2J tab line drow",
        "   10  A family 👨‍👩‍👧‍👦, a flag 🇯🇵, a thumb 👍🏽",
      ] + Array(repeating: "", count: 18) + [
        " 1/4                                ? help  q quit  ↵ open  / filter  r reload"
      ])
  }

  @Test func `kept, with why and more to come, at 40x10: what does not fit goes`() {
    let state = state {
      $0.freshness = .kept(age: "3 minutes ago", because: "cannot reach http://localhost:8000 (connection refused)")
      $0.hasMore = true
      $0.position.select(1, count: 4, height: 8)
    }
    #expect(
      frame(state, 40, 10) == [
        " Posts               kept 3 minutes ago",
        "    1  Slack water",
        " ›  2  紙の地図を折りたたむ方法 — and w…",
        "    3  hostile ␛[2J tab line drow",
        "   10  A family 👨‍👩‍👧‍👦, a flag 🇯🇵, a thumb …",
        "", "", "", "",
        " 2/4+  Connection refused. Cannot reach…",
      ])
  }

  @Test func `kept, with why, at 120x40`() {
    let state = state {
      $0.freshness = .kept(age: "1 day ago", because: "cannot reach http://localhost:8000 (connection refused)")
    }
    let frame = frame(state, 120, 40)
    #expect(frame.count == 40)
    #expect(frame[0].hasSuffix("kept 1 day ago"))
    #expect(frame[39].hasPrefix(" 1/4  Cannot reach http://localhost:8000 (connection refused)."))
    #expect(frame[39].hasSuffix("? help  q quit  ↵ open  / filter  r reload"))
  }

  @Test func `the first load, before and after the grace period`() {
    var state = PostListState()
    state.loading = .first(tick: nil)
    #expect(
      frame(state, 40, 10) == [
        " Posts", "", "                Loading…", "", "                [ Load ]", "",
        "         http://localhost:8000", "", "", " Load, pressed  ? help  q quit  ↵ load",
      ])
    state.loading = .first(tick: 1)
    #expect(frame(state, 40, 10)[4] == "               [ Load / ]")
    #expect(frame(state, 40, 10)[9].hasPrefix(" Load, busy"))
  }

  @Test func `nothing to show: why, the button, the server's address`() {
    var state = PostListState()
    state.failure = "cannot reach http://localhost:8000 (connection refused)"
    #expect(
      frame(state, 80, 12) == [
        " Posts", "", "",
        "                           There is nothing to show.",
        "            Cannot reach http://localhost:8000 (connection refused).",
        "",
        "                                    [ Load ]",
        "",
        "                             http://localhost:8000",
        "", "",
        " Load, button                                           ? help  q quit  ↵ load",
      ])
    let focus = Screen.postList(.stub(state), address: "a").frame(Size(width: 80, height: 12)).cursor
    #expect(focus?.row == 6, "the cursor is where screen readers should read")
  }

  @Test func `a server without posts`() {
    var state = PostListState()
    state.freshness = .live
    #expect(frame(state, 80, 12).contains { $0.contains("There are no posts yet.") })
  }

  @Test func `a failed reload is a line`() {
    #expect(
      frame(state { $0.failure = "http://h answered with an error of its own (500)" }, 80, 6)[5]
        == " http://h answered with an error of its own (500).      ? help  q quit  ↵ open")
  }

  @Test func `loading more, and reloading, are said in the last line`() {
    #expect(frame(state { ($0.loading, $0.hasMore) = (.more, true) }, 60, 6)[5].hasPrefix(" 1/4+  Loading more…"))
    #expect(frame(state { $0.loading = .first(tick: 2) }, 60, 6)[5].hasPrefix(" 1/4  Loading -"))
    #expect(frame(state { $0.loading = .first(tick: nil) }, 60, 6)[5].hasPrefix(" 1/4   "))
  }

  @Test func `typing a filter`() {
    let filtering = state { $0.filter = .init(query: "water", matches: [0]) }
    #expect(
      frame(filtering, 60, 6) == [
        " Posts                                                 live",
        " › 1  Slack water", "", "", "",
        " /water                          1 of 4  ↵ keep  esc clear",
      ])
    let kept = state { $0.filter = .init(query: "water", isEditing: false, matches: [0]) }
    #expect(frame(kept, 60, 6)[5] == " 1/1  /water     ? help  q quit  ↵ open  esc all  r reload")
  }

  @Test func `what was found stands out, also on the selected row and without colour`() throws {
    let kept = state { $0.filter = .init(query: "a", isEditing: false, matches: [0, 3]) }
    let lines = Screen.postList(.stub(kept), address: "a").frame(Size(width: 60, height: 6)).lines
    let found = lines[1].spans.filter { $0.style.attributes.contains(.underline) }.map(\.text)
    #expect(found == ["a", "a"])
    #expect(lines[1].spans.allSatisfy { $0.style.attributes.contains(.reverse) })
    #expect(lines[2].spans.filter { $0.style.attributes.contains(.underline) }.map(\.text).first == "A")
  }

  @Test func `a filter that nothing holds`() {
    let state = state { $0.filter = .init(query: "xyz\u{1b}", isEditing: false, matches: []) }
    #expect(frame(state, 60, 6)[2] == "   No title holds “xyz␛”.")
    #expect(frame(state, 60, 6)[5].hasPrefix(" 0/4  /xyz␛"))
  }

  @Test func `the end of the list, long words, and a word about what was done`() {
    let long = PostTitle(id: Post.ID("an-id-that-is-long"), title: String(repeating: "w", count: 500))
    let state = state {
      $0.titles = Array(repeating: Self.titles[0], count: 30) + [long]
      $0.position.select(.max, count: 31, height: 4)
      $0.notice = "Copied."
    }
    let frame = frame(state, 40, 6)
    #expect(frame[4].hasPrefix(" › an-id-that-is-long  www") && frame[4].hasSuffix("…"))
    #expect(frame[5].hasPrefix(" Copied."))
  }

  @Test(arguments: [(1, 1), (1, 3), (3, 1), (2, 2), (0, 0), (7, 4)])
  func `no size is too small to draw`(width: Int, height: Int) {
    for state in [state(), PostListState(), state { $0.filter = .init(query: "a") }] {
      let frame = Screen.postList(.stub(state), address: "http://h").frame(Size(width: width, height: height))
      #expect(frame.lines.count == height)
      #expect(frame.lines.allSatisfy { $0.width <= width })
    }
  }

  @Test func `the selected row is marked without colour, and the cursor stands on it`() {
    let frame = Screen.postList(.stub(state { $0.position.select(2, count: 4, height: 8) }), address: "a")
      .frame(Size(width: 40, height: 10))
    #expect(frame.cursor?.row == 3)
    #expect(frame.lines[3].spans.allSatisfy { $0.style.attributes.contains(.reverse) })
    #expect(frame.text[3].hasPrefix(" ›"))
  }
}
