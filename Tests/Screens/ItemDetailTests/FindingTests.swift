import Foundation
import ItemDetail
import LineEditor
import Observed
import Rendering
import RichText
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// Tests of the keys for the search in a text, its links, and its appendix.
@Suite(.timeLimit(.minutes(5)))
struct FindingTests {
  let size = Size(width: 40, height: 12)
  let opened = CallRecorder<TextAction>()

  static let lines = (1...40).map { "Line \($0) of the text." }.joined(separator: "\n")

  /// Returns a screen whose state changes with the actions, as that of the live view model does.
  func page(_ text: String = lines, links: Bool = false, appendix: String? = nil) -> (Screen, Observed<TextState>) {
    let heading = TextHeading(id: 8, title: "Dew point")
    var state = TextState(heading)
    state.item = Loadable(Text(heading: heading, body: text))
    let observed = Observed(state)
    var look = ItemDetailLook<TextHeading, Text, Text>(
      title: { "Texts › \($0.heading.id)" }, content: { $0.item.value ?? Text(heading: $0.heading) },
      layout: { text, room in
        var layout = DetailLayout(width: room.width)
        layout.add(RichText([.init(.paragraph, text.body.runs)]))
        if appendix?.isEmpty == false {
          layout.anchor = layout.lines.count
          layout.addRule()
          for number in 1...30 { layout.add("Comment \(number)") }
        }
        layout.minutes = 3
        return layout
      }, keys: [], now: { .distantPast })
    look.appendix = appendix.map { ($0, { _ in "There is none." }) }
    look.name = { $0.heading.title }
    let viewModel = TextViewModel(observed) { [opened] action in
      observed.update { state in
        state.link = nil
        switch action {
        case .find(let search, let top, let notice): state.find(search, top: top, notice: notice)
        case .jump(let top, let returning):
          state.top = top
          state.returnPosition = returning
        case .scroll(let top): state.top = top
        case .choose(let digits): state.link = digits
        default: opened.record(action)
        }
      }
      return nil
    }
    return (.itemDetail(viewModel, look, noun: "text", opening: "browse", keys: []), observed)
  }

  func press(_ keys: Key..., on screen: Screen) { for key in keys { _ = screen.react(.key(key), size) } }

  func type(_ text: String, on screen: Screen) { for character in text { press(.character(character), on: screen) } }

  @Test func `the page scrolls to the first match while a search is typed, and Esc returns`() {
    let (screen, state) = page()
    press("j", "j", "/", on: screen)
    type("line 2", on: screen)
    #expect(state.value.search?.current == 1)
    #expect(state.value.top.paragraph == 19 - 10 / 3)
    #expect(screen.frame(size).text.last?.contains("/line 2") == true)
    #expect(screen.frame(size).text.last?.contains("2/11") == true)
    type("zzz", on: screen)
    #expect(state.value.search?.current == nil)
    #expect(state.value.top == 2)
    press(.escape, on: screen)
    #expect(state.value.search == nil)
    #expect(state.value.top == 2)
  }

  @Test func `Enter accepts a search, n and N cycle through its matches, and Esc ends it without scrolling`() {
    let (screen, state) = page()
    press("/", on: screen)
    type("line 3", on: screen)
    press(.enter, on: screen)
    #expect(state.value.search?.isEditing == false)
    #expect(state.value.search?.current == 0)
    #expect(screen.frame(size).text.last?.hasPrefix(" 1/11") == true)
    press("n", "n", on: screen)
    #expect(state.value.search?.current == 2)
    press("N", "N", "N", on: screen)
    #expect(state.value.search?.current == 10)
    #expect(state.value.notice == "Search went on from the end.")
    press("n", on: screen)
    #expect(state.value.search?.current == 0)
    #expect(state.value.notice == "Search went on from the top.")
    press("n", on: screen)
    #expect(state.value.notice == nil)
    let top = state.value.top
    press(.escape, on: screen)
    #expect(state.value.search == nil)
    #expect(state.value.top == top)
    press("n", "p", on: screen)
    #expect(opened.all == [.neighbour(1), .neighbour(-1)])
  }

  @Test func `matches are highlighted, also across a line break, and the current one differs`() {
    let (screen, _) = page("a harbour\nlong enough to be broken at harbour clock of the town")
    press("/", on: screen)
    type("Harbour clock", on: screen)
    press(.control("u"), on: screen)
    type("harbour clock", on: screen)
    let frame = screen.frame(size)
    let found = frame.lines.flatMap(\.spans).filter { $0.style.attributes.contains(.reverse) && $0.text.count > 1 }
    #expect(found.map(\.text) == ["harbour", "clock"])
    #expect(frame.text[2].hasSuffix("at harbour"))
    #expect(frame.text[3].hasPrefix(" clock"))
    press(.backspace, .backspace, .backspace, .backspace, .backspace, .backspace, on: screen)
    let both = screen.frame(size).lines.flatMap(\.spans).filter { $0.text == "harbour" }.prefix(2)
    #expect(both.map(\.style) == [.currentMatch, .match])
  }

  @Test func `an empty search ends on Enter or Backspace, and one without a match says so on Enter`() {
    let (screen, state) = page()
    press("/", .enter, on: screen)
    #expect(state.value.search == nil)
    press("/", .backspace, on: screen)
    #expect(state.value.search == nil)
    press("/", on: screen)
    _ = screen.react(.paste("no such\nthing"), size)
    #expect(screen.frame(size).text.last?.contains("no match") == true)
    press(.enter, on: screen)
    #expect(state.value.search?.isEditing == false)
    #expect(state.value.notice == "No match for “no such thing”.")
    for key in ["n", "N"] as [Key] {
      state.update { $0.notice = nil }
      press(key, on: screen)
      #expect(state.value.notice == "No match for “no such thing”.")
    }
    #expect(opened.all == [], "n and N stay in the text")
    press(.escape, on: screen)
    #expect(state.value.search == nil)
  }

  @Test func `Up recalls the last search when nothing is typed, and scrolls otherwise`() {
    let (screen, state) = page()
    press("j", "j", "/", .up, on: screen)
    #expect(state.value.search?.line.text == "", "there is no earlier search")
    type("line 3", on: screen)
    press(.enter, .escape, "/", .up, on: screen)
    #expect(state.value.search?.line.text == "line 3")
    #expect(state.value.search?.current != nil)
    let top = state.value.top
    press(.up, on: screen)
    #expect(state.value.search?.line.text == "line 3")
    #expect(state.value.top.paragraph == top.paragraph - 1)
  }

  @Test func `o opens a text without links at once, and prompts for a link otherwise`() {
    let (plain, _) = page()
    press("o", on: plain)
    let (screen, state) = page("see <1> and <2> and <3>", links: true)
    press("o", on: screen)
    #expect(state.value.link == "")
    #expect(screen.frame(size).text.last?.hasPrefix(" open") == true)
    press(.enter, "o", "o", "o", "2", "o", "9", "0", "x", .escape, on: screen)
    #expect(state.value.link == nil)
    #expect(
      opened.all == [.command("browse"), .command("browse"), .command("browse"), .follow("https://2.example")])
  }

  @Test func `a digit of a link number waits for another digit when one may follow`() {
    let (screen, state) = page((1...12).map { "<\($0)>" }.joined(separator: " "), links: true)
    press("o", "1", on: screen)
    #expect(state.value.link == "1")
    #expect(opened.all == [])
    press("1", "o", "1", .enter, "o", "1", .backspace, .backspace, "o", "1", "5", .escape, on: screen)
    #expect(opened.all == [.follow("https://11.example"), .follow("https://1.example")])
  }

  @Test(arguments: ["121", "13", "0", "130000000000000000000"])
  func `a number that no link has opens nothing, and Enter says so`(number: String) {
    let (screen, state) = page((1...12).map { "<\($0)>" }.joined(separator: " "), links: true)
    press("o", on: screen)
    type(number, on: screen)
    #expect(state.value.link == (number == "121" ? nil : number))
    press(.enter, on: screen)
    #expect(state.value.link == nil)
    #expect(opened.all == (number == "121" ? [.follow("https://12.example")] : [.say("There is no link \(number).")]))
  }

  @Test func `c jumps to the appendix and back`() {
    let (screen, state) = page(appendix: "the comments")
    press("j", "c", on: screen)
    #expect(state.value.top == 40)
    #expect(state.value.returnPosition == 1)
    press("j", "c", on: screen)
    #expect(state.value.top == 1)
    #expect(state.value.returnPosition == nil)
    press("c", "g", "c", on: screen)
    #expect(state.value.top == 40)
    #expect(state.value.returnPosition == 0)
    #expect(screen.help().contains { $0.keys == "c" })
    #expect(!page().0.help().contains { $0.keys == "c" })
    let (none, _) = page()
    #expect(none.react(.key("c"), size) == .ignored)
    #expect(opened.all == [])
  }

  @Test func `c gives the notice of an item without an appendix, once the item is there`() {
    let (screen, state) = page(appendix: "")
    state.update { $0.item = Loadable() }
    #expect(screen.react(.key("c"), size) == .ignored)
    state.update { $0.item = Loadable(Text(heading: $0.heading, body: "Short.")) }
    press("c", on: screen)
    #expect(opened.all == [.say("There is none.")])
  }

  @Test func `only space goes on at the end of a page`() {
    let (screen, _) = page()
    press(" ", " ", " ", .pageDown, .control("f"), "G", .pageDown, on: screen)
    #expect(opened.all == [])
    press(" ", on: screen)
    #expect(opened.all == [.nextUnread])
  }

  @Test func `below the top the header shows the title and the reading time, and the bottom line the progress`() {
    let (screen, _) = page()
    #expect(screen.frame(size).text[0].hasPrefix(" Texts › 8"))
    press(" ", on: screen)
    #expect(screen.frame(size).text[0] == " Dew point · 3 min")
    #expect(screen.frame(size).text.last?.hasPrefix(" 50%") == true)
    press("G", on: screen)
    #expect(screen.frame(size).text[0] == " Dew point · 3 min")
    #expect(screen.frame(size).text.last?.hasPrefix(" end") == true)
  }
}

extension String {
  /// The text as runs, in which `<7>` is a link.
  fileprivate var runs: [RichText.Run] {
    split(separator: "<").flatMap { part -> [RichText.Run] in
      let halves = part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { return [.init(String(part))] }
      return [.init(String(halves[0]), link: "https://\(halves[0]).example"), .init(String(halves[1]))]
    }
  }
}
