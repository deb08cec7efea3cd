import ItemList
import ItemListTestSupport
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import Testing
import ViewModel

/// What a title looks like in the list.
struct FrameTests {
  func frame(_ state: PostListState, _ size: Size) -> Frame {
    Screen.postList(.stub(state), address: "http://localhost:8000").frame(size)
  }

  func list(_ titles: (String, String)...) -> PostListState {
    var state = PostListState()
    state.all = ItemRows(titles.map { PostTitle(id: Post.ID($0.0), title: $0.1) })
    (state.isRead, state.isLive, state.isComplete) = (true, true, true)
    return state
  }

  @Test func `identifiers stand in a column, and what is hostile is harmless`() {
    let state = list(
      ("1", "Slack water"), ("2", "紙の地図を折りたたむ方法 — and what the creases remember of the road"),
      ("3", "hostile \u{9b}2J\ttab\nline \u{202e}drow"), ("10", "A family 👨‍👩‍👧‍👦, a flag 🇯🇵, a thumb 👍🏽"))
    #expect(
      compact(frame(state, Size(width: 60, height: 8)).text) == """
         Posts                                                 live
         ›  1  Slack water
            2  紙の地図を折りたたむ方法 — and what the creases reme…
            3  hostile �2J tab line drow
           10  A family 👨‍👩‍👧‍👦, a flag 🇯🇵, a thumb 👍🏽
        ⋮2
         1/4            ? help  ↵ open  / filter  q quit  r reload
        """)
  }

  @Test func `a long identifier takes the room it needs, and moves no other further than twelve`() {
    let state = list(("an-id-that-is-long", String(repeating: "w", count: 500)), ("2", "x"))
    let text = frame(state, Size(width: 40, height: 6)).text
    #expect(text[1].hasPrefix(" › an-id-that-is-long  www") && text[1].hasSuffix("…"))
    #expect(text[2] == "              2  x")
  }

  @Test func `what was looked for stands out in the title, not in the identifier`() {
    var state = list(("8", "8 bells"), ("18", "At 8"))
    state.filter = .init(query: "8", isEditing: false, rows: state.all)
    let lines = frame(state, Size(width: 40, height: 6)).lines
    let found = lines[1...2].map { $0.spans.filter { $0.style.attributes.contains(.underline) }.map(\.text) }
    #expect(found == [["8"], ["8"]])
  }

  @Test(arguments: [Size(), Size(width: 40, height: 10), Size(width: 20, height: 4), Size(width: 1, height: 1)])
  func `every state fits on the screen, and speaks of posts`(size: Size) {
    let titles = [PostTitle(id: Post.ID(1), title: "Dew point"), PostTitle(id: Post.ID(2), title: "On closing")]
    for (name, state) in sampleStates(titles, matching: [titles[0]]) {
      let frame = frame(state, size)
      #expect(frame.lines.count == size.height && frame.lines.allSatisfy { $0.width <= size.width }, "\(name)")
      if size.width == 80 { #expect(frame.text[0].hasPrefix(" Posts")) }
      if size.width == 80, name == "an empty answer" {
        #expect(frame.text.contains { $0.contains("No posts yet.") })
      }
    }
  }

  @Test func `o and y are the list's own keys`() {
    let help = Screen.postList(.stub(list()), address: "").help()
    #expect(help.contains(KeyHelp("o", "open in the browser")) && help.contains(KeyHelp("y", "copy the title")))
  }
}
