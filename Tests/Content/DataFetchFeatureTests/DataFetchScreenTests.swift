import DataFetchFeature
import Observed
import Rendering
import Screen
import StyleGuide
import Terminal
import TestSupport
import Testing

/// Tests of the actions that events send, and of a layout in which the button keeps its place.
struct DataFetchScreenTests {
  let sent = CallRecorder<DataFetchAction>()
  let size = Size(width: 60, height: 12)

  func sut(_ state: DataFetchState = DataFetchEveryStateTests.known()) -> Screen {
    let observed = Observed(state)
    return .dataFetch(
      ViewModel(observed) { [sent] in
        sent.record($0)
        return nil
      }, address: "http://host")
  }

  @Test func `Enter and f fetch, r reloads, y copies, other keys are ignored`() {
    let sut = sut()
    for key: Key in [.enter, "f", "r", "y"] { #expect(sut.react(.key(key), size) == .handled) }
    #expect(sent.all == [.fetch, .fetch, .reload, .copy])
    for key: Key in [.tab, "1", "q", .escape, "?"] { #expect(sut.react(.key(key), size) == .ignored) }
    #expect(sut.react(.paste("f"), size) == .ignored)
  }

  @Test func `Esc cancels a running fetch and is ignored otherwise`() {
    for phase: AsyncButtonState.Phase in [.working, .busy(3)] {
      #expect(sut(DataFetchEveryStateTests.known { $0.button.phase = phase }).react(.key(.escape), size) == .handled)
    }
    #expect(sent.all == [.cancel, .cancel])
    #expect(sut().react(.key(.escape), size) == .ignored)
  }

  @Test func `only a click on the button presses it`() throws {
    let sut = sut()
    let row = try #require(sut.frame(size).text.firstIndex { $0.contains("[ Fetch ]") })
    for clicked in 0..<size.height {
      #expect(
        sut.react(.mouse(.init(.press, column: 30, row: clicked)), size)
          == (clicked == row ? .handled : .ignored))
    }
    #expect(sut.react(.mouse(.init(.scrollDown, column: 30, row: row)), size) == .ignored)
    #expect(sent.all == [.fetch])
  }

  @Test func `the cursor is on the button`() {
    let frame = sut().frame(size)
    #expect(frame.cursor.map { frame.text[$0.row].contains("[ Fetch ]") } == true)
  }

  @Test func `failures, notices and missing codes do not move the button`() {
    let before = sut().frame(size).text
    for state in [
      DataFetchEveryStateTests.known { $0.failure = DataFetchEveryStateTests.refused },
      DataFetchEveryStateTests.known { $0.notice = "Copied." },
      DataFetchEveryStateTests.known(0), DataFetchEveryStateTests.unknown(),
    ] {
      let frame = sut(state).frame(size).text
      #expect(frame.firstIndex { $0.contains("[ Fetch ]") } == before.firstIndex { $0.contains("[ Fetch ]") })
    }
  }

  @Test func `appear, resume and disappear send their actions`() {
    let sut = sut()
    sut.appear()
    sut.resume()
    sut.disappear()
    #expect(sent.all == [.reload, .reload, .disappeared])
    #expect(sut.help().map(\.keys) == ["Enter, f", "Esc", "r", "y"])
  }
}
