import ContentDomain
import DataFetchFeature
import Foundation
import Observed
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import Testing

/// Golden frames of every state of the screen at every size; `⋮3` stands for three empty lines.
struct DataFetchEveryStateTests {
  static let golden = GoldenFrames()

  static let refused = "connection refused: http://localhost:8000"
  static let elsewhere = "redirect not followed: http://\u{9b}2Jelsewhere/\u{202e}x"

  static func known(_ times: Int = 3, _ change: (inout DataFetchState) -> Void = { _ in }) -> DataFetchState {
    var state = DataFetchState()
    state.responseCode = times == 0 ? nil : .sampleCode
    state.timesFetched = times
    change(&state)
    return state
  }

  static func unknown(_ change: (inout DataFetchState) -> Void = { _ in }) -> DataFetchState {
    var state = DataFetchState()
    change(&state)
    return state
  }

  static let states: [(name: String, state: DataFetchState)] = [
    ("opening", unknown()),
    ("none yet", known(0)),
    ("one", known(1)),
    ("several", known()),
    ("working", known { $0.button.phase = .working }),
    ("busy", known { $0.button.phase = .busy(1) }),
    ("failed", known { $0.failure = refused }),
    ("failed with none", known(0) { $0.failure = refused }),
    ("hostile", known { $0.failure = elsewhere }),
    ("unreadable", unknown { $0.failure = "cannot read the last response code (no permission for its folder)" }),
    ("notice", known { $0.notice = "Copied." }),
    ("very many", known(1_234_567_890)),
  ]

  @Test(
    arguments: states.indices,
    Size.golden)
  func `every state matches its golden frame at every size`(index: Int, size: Size) {
    let (name, state) = Self.states[index]
    let frame = Screen.dataFetch(.stub(state), address: "http://localhost:8000").frame(size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.count == size.height)
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }
}
