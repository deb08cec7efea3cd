import Foundation
import HomeFeature
import Observed
import Pictures
import Rendering
import Screen
import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HomeFeatureTests {
  let calls = CallRecorder<String>()
  let size = Size(width: 30, height: 4)

  /// Returns a section that shows its name and handles the key of its first letter.
  func section(_ name: String) -> Screen {
    Screen(
      frame: { Frame([Line(name), Line("\($0.height)")], size: $0, cursor: .init(column: 0, row: 1)) },
      appear: { [calls] in calls.record("appear \(name)") },
      resume: { [calls] in calls.record("resume \(name)") },
      disappear: { [calls] in calls.record("disappear \(name)") },
      react: { [calls] event, size in
        calls.record("\(name) \(event) \(size.height)")
        return event == .key(.character(name.first ?? " ")) ? .handled : .ignored
      },
      help: { [KeyHelp(name, "is mine")] })
  }

  func sut(_ names: String...) -> Screen {
    .home(Observed(HomeState(sections: names)), screens: names.map(section))
  }

  /// Passes a key to the section first, and then to the keys that switch sections.
  private func press(_ key: Key, _ sut: Screen) -> Reaction {
    let reaction = sut.react(.key(key), size)
    return reaction == .ignored && sut.parts.turn(.key(key), size) ? .handled : reaction
  }

  @Test func `a single section takes the whole screen`() {
    let sut = sut("Posts")
    #expect(sut.frame(size).text == ["Posts", "4", "", ""])
    #expect(sut.react(.key(.tab), size) == .ignored)
    #expect(sut.help() == [KeyHelp("Posts", "is mine")])
  }

  @Test func `several sections show a line of names, and mouse events below it get the section's coordinates`() {
    let sut = sut("Posts", "Fetch")
    #expect(sut.frame(size).text == ["  1 Posts  2 Fetch", "Posts", "3", ""])
    #expect(sut.frame(size).cursor?.row == 2)
    _ = sut.react(.mouse(.init(.press, column: 3, row: 2)), size)
    #expect(calls.all.last?.contains("row: 1") == true)
    #expect(calls.all.last?.hasSuffix(" 3") == true)
  }

  @Test func `on a narrow screen only the current section has its name`() {
    let sut = sut("Posts", "Comics", "To-dos", "Fetch")
    let narrow = Size(width: 20, height: 4)
    #expect(sut.frame(Size(width: 40, height: 4)).text[0] == "  1 Posts  2 Comics  3 To-dos  4 Fetch")
    #expect(sut.frame(narrow).text[0] == "  1 Posts  2  3  4")
    #expect(sut.react(.mouse(.init(.press, column: 17, row: 0)), narrow) == .handled)
    #expect(sut.frame(narrow).text[0] == "  1  2  3  4 Fetch")
    #expect(sut.react(.mouse(.init(.press, column: 5, row: 0)), narrow) == .handled)
    #expect(sut.frame(narrow).text[0] == "  1  2 Comics  3  4")
    #expect(sut.frame(Size(width: 8, height: 4)).text[0] == "  1  2 …")
  }

  @Test func `added sections get a line of names and keys, and the current one stays shown`() {
    let state = Observed(HomeState(sections: ["Posts"]))
    let sut = Screen.home(state, screens: ["Posts", "Fetch"].map(section))
    state.update { $0.sections.append("Fetch") }
    #expect(sut.frame(size).text == ["  1 Posts  2 Fetch", "Posts", "3", ""])
    #expect(press("2", sut) == .handled)
    #expect(sut.frame(size).text == ["  1 Posts  2 Fetch", "Fetch", "3", ""])
  }

  @Test(
    arguments: [
      (["2"], "Fetch"), (["2", "1"], "Posts"), (["9"], "Posts"), ([.tab], "Fetch"), ([.tab, .tab], "Posts"),
      ([.shift(.tab)], "Fetch"),
    ] as [([Key], String)])
  func `digits and tab change the section`(keys: [Key], name: String) {
    let sut = sut("Posts", "Fetch")
    for key in keys { #expect(press(key, sut) == .handled) }
    #expect(sut.frame(size).text[1] == name)
    #expect(sut.help().first == KeyHelp(name, "is mine"))
  }

  @Test(arguments: (1...18).map { ($0, $0 < 10 ? "Posts" : "Fetch") })
  func `a click on a name opens that section`(column: Int, name: String) {
    let sut = sut("Posts", "Fetch")
    _ = press(name == "Posts" ? "2" : "1", sut)
    #expect(sut.react(.mouse(.init(.press, column: column, row: 0)), size) == .handled)
    #expect(sut.frame(size).text[1] == name)
    #expect(!calls.all.contains { $0.contains("mouse") }, "no section receives the click")
  }

  @Test(arguments: [0, 19, 29, 400])
  func `a click beside the section names reaches no section, but the wheel does`(column: Int) {
    let sut = sut("Posts", "Fetch")
    #expect(sut.react(.mouse(.init(.press, column: column, row: 0)), size) == .ignored)
    #expect(sut.frame(size).text[1] == "Posts")
    #expect(calls.all == [])
    _ = sut.react(.mouse(.init(.scrollDown, column: column, row: 0)), size)
    #expect(calls.all.count == 1, "the wheel scrolls the section that is shown, wherever the pointer is")
  }

  @Test func `only digits and Tab switch sections, and the section itself gets no key`() {
    let sut = sut("Posts", "Fetch")
    #expect(sut.parts.shown() == 0)
    #expect(sut.parts.turn(.key("2"), size))
    #expect(sut.parts.shown() == 1)
    #expect(calls.all == ["appear Fetch"], "the section receives no key")
    #expect(sut.parts.turn(.key(.tab), size))
    #expect(sut.parts.shown() == 0)
    for event: Terminal.Event in [.key("F"), .paste("2"), .mouse(.init(.press, column: 12, row: 0))] {
      #expect(!sut.parts.turn(event, size))
    }
    #expect(sut.parts.help().contains { $0.keys == "Tab" })
    let single = self.sut("Posts").parts
    #expect(!single.turn(.key("1"), size))
    #expect(single.help() == [])
  }

  @Test func `a section appears when first shown, resumes when shown again, and disappears at the end if shown`() {
    let sut = sut("Posts", "Fetch", "Todos")
    sut.appear()
    for key in [Key("2"), "1", "2"] { _ = press(key, sut) }
    sut.disappear()
    let told = calls.all.filter { $0.contains("appear") || $0.contains("resume") }
    #expect(told.prefix(4) == ["appear Posts", "appear Fetch", "resume Posts", "resume Fetch"])
    #expect(Set(told.dropFirst(4)) == ["disappear Posts", "disappear Fetch"])
  }

  @Test func `the shown section handles a key before the keys that switch sections do`() {
    let sut = sut("1 is mine", "Fetch")
    _ = press("2", sut)
    _ = press("1", sut)
    #expect(sut.frame(size).text[1] == "1 is mine", "Fetch does not handle 1")
    #expect(press("1", sut) == .handled)
    #expect(calls.all.last?.hasPrefix("1 is mine key") == true)
  }

  @Test func `a stub shows its selected section, and an invalid selection shows an empty screen`() {
    let screens = [section("Posts"), section("Fetch")]
    let state = HomeState(sections: ["Posts", "Fetch"], selected: 1)
    #expect(Screen.home(Observed(state), screens: screens).frame(size).text[1] == "Fetch")
    let none = Screen.home(Observed(HomeState(sections: [], selected: 3)), screens: [])
    #expect(none.frame(size).text == ["", "", "", ""])
    #expect(none.help() == [])
  }

  @Test func `only changes of the shown section and of the selection are reported`() {
    let values = [Observed(0), Observed(0)]
    let screens = values.enumerated().map { index, value in
      var screen = section("\(index)")
      screen.changes = value.changes
      return screen
    }
    let sut = Screen.home(Observed(HomeState(sections: ["0", "1"])), screens: screens)
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    values[0].replace(with: 1)
    #expect(told.all.count == 1)
    values[1].replace(with: 1)
    #expect(told.all.count == 1, "the section is not shown")
    _ = press(.tab, sut)
    #expect(told.all.count == 2)
    values[1].replace(with: 2)
    #expect(told.all.count == 3)
    stop()
    values[1].replace(with: 3)
    #expect(told.all.count == 3)
  }

  @Test func `a section that is not ready delays the keys that switch sections, too`() {
    var busy = section("Posts")
    busy.react = { _, _ in .later }
    let sut = Screen.home(Observed(HomeState(sections: ["Posts", "Fetch"])), screens: [busy, section("Fetch")])
    #expect(press("2", sut) == .later)
    #expect(sut.parts.shown() == 0)
  }

  @Test func `hidden sections are prewarmed once after the first appears, which is cancelled at the end`() async {
    let gate = Gate()
    let ready = CallRecorder<String>()
    let over = AsyncStream.makeStream(of: Void.self)
    let sut = Screen.home(
      Observed(HomeState(sections: ["Posts", "Comics"])), screens: ["Posts", "Comics"].map(section),
      prewarm: {
        ready.record("Comics")
        do { try await gate.pause() } catch { ready.record("given up") }
        over.continuation.finish()
      })
    #expect(ready.all == [])
    sut.appear()
    await gate.arrived()
    #expect(calls.all == ["appear Posts"])
    #expect(ready.all == ["Comics"])
    sut.resume()
    sut.disappear()
    for await _ in over.stream {}
    #expect(ready.all == ["Comics", "given up"])
  }

  @Test func `pictures are moved down by the line of section names`() throws {
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 8, 0, 0, 0, 16, 8, 6, 0, 0, 0, 1, 2, 3, 4]
    let picture = PlacedPicture(try Picture(Data(png)), cells: Size(width: 1, height: 1), column: 0, row: 1)
    var screen = section("Posts")
    screen.frame = { Frame([], size: $0, pictures: [picture]) }
    let sut = Screen.home(Observed(HomeState(sections: ["Posts", "Fetch"])), screens: [screen, section("Fetch")])
    #expect(sut.frame(size).pictures.map(\.row) == [2])
  }
}
