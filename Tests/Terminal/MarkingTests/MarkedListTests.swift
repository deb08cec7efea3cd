import CommandQueue
import ItemKind
import ItemList
import ItemMarks
import Marking
import Observed
import Rendering
import Screen
import ScreenEnvironment
import Terminal
import TestSupport
import Testing

struct MarkedListTests {
  struct Note: Identifiable, Equatable { var id: String }

  @Test func `a list goes to the place that was kept`() {
    let place = MarkedPlace(list: ItemListPlace(item: "a", row: 3, filter: "words"))
    let state: ItemListState<Note> = place.start { $0 }
    #expect(state.place { $0 }.filter == "words")
  }

  @Test func `B leads to what is bookmarked, and back, again and again`() {
    let calls = Calls<String>()
    let screens = ["all", "bookmarked"].map { name in
      Screen(
        frame: { Frame([Line(name)], size: $0) }, appear: { calls.record(name) }, disappear: {},
        react: { _, _ in .ignored }, help: { [] })
    }
    let shown = Observed(0)
    let sut = Screen.all(screens[0], orBookmarked: screens[1], plural: "notes", shown: shown)
    var titles: [String] = []
    for _ in 0..<4 {
      #expect(sut.react(.key("B"), Size()) == .handled)
      titles.append(sut.frame(Size()).text[0])
    }
    #expect(titles == ["bookmarked", "all", "bookmarked", "all"])
    #expect(Set(calls.all) == ["bookmarked", "all"])
    #expect(sut.react(.key("x"), Size()) == .ignored)
    #expect(shown.value == 0)
  }

  @Test(.timeLimit(.minutes(5))) func `a key on a page turns the marks of its item`() async {
    let marks = ItemMarks<String>.none()
    let sut = Marking(marks, queue: CommandQueue(), .stub())
    #expect(await sut.perform(.read, with: "a", ItemMark()) == "Marked as read.")
    #expect(await sut.perform(.bookmark, with: "a", ItemMark(isRead: true)) == "Bookmarked.")
    let mark = ItemMark(isRead: true, isBookmarked: true)
    #expect(await sut.perform(.bookmark, with: "a", mark) == "Bookmark removed; z brings it back.")
    #expect(await sut.perform(.undo, with: "a", mark) == "Bookmarked again.")
    #expect(await sut.perform(.read, with: "a", mark) == "Marked as unread.")
    #expect(await sut.perform(.sort, with: "a", mark) == nil)
  }
}
