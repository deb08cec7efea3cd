import Foundation
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import TestSupport
import Testing
import ViewModel

/// Every state of the list at every size, as it is drawn; `⋮3` stands for three empty lines.
struct EveryStateTests {
  static let refused = "cannot reach http://localhost:8000 (connection refused)"

  static func list(_ change: (inout PostListState) -> Void = { _ in }) -> PostListState {
    var state = PostListState()
    state.titles = [(8, "Dew point"), (9, "Dead air"), (10, "On closing")].map {
      PostTitle(id: Post.ID($0.0), title: $0.1)
    }
    state.freshness = .live
    change(&state)
    return state
  }

  static func one(_ title: String) -> PostListState {
    list { $0.titles = [PostTitle(id: Post.ID(1), title: title)] }
  }

  static func empty(_ change: (inout PostListState) -> Void) -> PostListState {
    var state = PostListState()
    change(&state)
    return state
  }

  static let states: [(name: String, state: PostListState)] = [
    ("loading", empty { $0.loading = .first(tick: nil) }),
    ("loading slowly", empty { $0.loading = .first(tick: 0) }),
    ("live", list()),
    (
      "kept, the server still silent",
      list { ($0.freshness, $0.loading) = (.kept(age: "1 day ago", because: nil), .first(tick: 0)) }
    ),
    ("kept", list { $0.freshness = .kept(age: "1 day ago", because: refused) }),
    ("empty with button", empty { $0.failure = refused }),
    ("no posts", empty { $0.freshness = .live }),
    ("failed", list { $0.failure = refused }),
    ("filtering", list { $0.filter = .init(query: "de", matches: [0, 1]) }),
    ("filtered", list { $0.filter = .init(query: "de", isEditing: false, matches: [0, 1]) }),
    ("no match", list { $0.filter = .init(query: "xyz", isEditing: false, matches: []) }),
    (
      "end of what is loaded",
      list { state in
        (state.hasMore, state.loading) = (true, .more)
        state.position.select(2, count: 3)
      }
    ),
    ("long words", one("Donau" + String(repeating: "dampfschifffahrts", count: 9) + "kapitän")),
    ("hostile", one("a\u{1b}[2Jb\tc\nd\u{9b}e\u{202e}f")),
    ("wide", one("紙の地図 👩🏽‍🚀 café القمر 各駅停車で行く、そして帰る。夜行列車の窓に映る人と話す")),
  ]

  @Test(
    arguments: states.indices,
    [Size(width: 120, height: 40), Size(), Size(width: 40, height: 10), Size(width: 1, height: 1)])
  func `it looks as written here`(index: Int, size: Size) {
    let (name, state) = Self.states[index]
    let frame = Screen.postList(.stub(state), address: "http://localhost:8000").frame(size)
    #expect(compact(frame.text) == Self.golden["\(name) \(size.width)x\(size.height)"], "\(name) \(size)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }
}
