import AppCoordinator
import Foundation
import Observed
import Pictures
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import Testing

/// Tests of showing and removing pictures on the terminal.
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorPictureTests {
  private let size = Size(width: 30, height: 6)
  private let support = Observed(PictureSupport())

  private var picture: PlacedPicture {
    get throws {
      let header: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 32, 0, 0, 0, 32, 8, 6, 0, 0, 0, 1, 2, 3, 4]
      return PlacedPicture(try Picture(Data(header)), cells: Size(width: 4, height: 2), column: 0, row: 1)
    }
  }

  /// Returns a screen that shows a picture once the terminal is known to support one.
  private func screen(_ picture: PlacedPicture) -> Screen {
    Screen(
      frame: { [support] size in
        Frame(
          [Line(support.value.pictureProtocol == nil ? "text" : "picture")], size: size,
          pictures: support.value.pictureProtocol == nil ? [] : [picture])
      },
      changes: support.changes, appear: {}, disappear: {}, react: { _, _ in .ignored }, help: { [] })
  }

  private func run(_ recording: RecordingTerminal) throws -> Task<Ending, any Error> {
    let picture = try picture
    let sut = AppCoordinator(terminal: recording.terminal, pictures: support) { _ in screen(picture) }
    return Task { try await sut.run() }
  }

  private func answer(_ text: String) -> Terminal.Event { .answer(Array(text.utf8)) }

  /// Returns the calls to the terminal, up to the first that meets a condition.
  private func calls(_ recording: RecordingTerminal, until isLast: (RecordingTerminal.Call) -> Bool) async throws
    -> [RecordingTerminal.Call]
  {
    var calls: [RecordingTerminal.Call] = []
    repeat { calls.append(try #require(await recording.next())) } while !isLast(calls[calls.count - 1])
    return calls
  }

  @Test func `a picture is drawn once the terminal reports support, hidden under the help, and removed on leaving`()
    async throws
  {
    let recording = RecordingTerminal(size: size)
    let run = try run(recording)
    var screen = VirtualScreen(size: size)
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text[0] == "text")
    recording.send(answer("\u{1B}_Gi=31;OK\u{1B}\\"))
    guard case .beforeGivingBack(let removal) = await recording.next(), case .write(let text) = await recording.next()
    else {
      Issue.record("the removal of the picture was not registered before the picture was written")
      return
    }
    screen.write(text)
    #expect(screen.text[0] == "picture")
    #expect(screen.pictures.count == 1)
    #expect(screen.complaints == [])
    recording.press("?")
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.pictures == [], "the help hides the picture, but the terminal still has it")
    #expect(screen.cachedPictures.count == 1, "the help hides the picture, but the terminal still has it")
    recording.press(.escape)
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.pictures.count == 1)
    #expect(screen.sent.count == 1)
    recording.press(.control("z"))
    _ = try await calls(recording) { $0 == .suspend }
    var anew = VirtualScreen(size: size)
    anew.write(try #require(await recording.nextWrite()))
    #expect(anew.pictures.count == 1, "after a suspension the picture is sent again")
    #expect(anew.sent.count == 1, "after a suspension the picture is sent again")
    anew.write(removal)
    #expect(anew.pictures == [])
    #expect(anew.cachedPictures.isEmpty)
    recording.press("q")
    #expect(try await run.value == .quit)
  }

  @Test(arguments: [
    "\u{1B}_Gi=31;EINVAL\u{1B}\\", "\u{1B}_Gi=30;OK\u{1B}\\", "\u{1B}[?62c", "\u{1B}P>|xterm\u{1B}\\", "x",
  ])
  func `any other answer of the terminal draws no picture`(text: String) async throws {
    let recording = RecordingTerminal(size: size)
    let run = try run(recording)
    _ = await recording.nextWrite()
    recording.send(answer(text))
    recording.press("q")
    while let call = await recording.next() {
      if case .write(let text) = call { #expect(!text.contains("\u{1B}_")) }
    }
    #expect(try await run.value == .quit)
  }
}
