import AppCoordinator
import Dispatch
import Observed
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the loop with any screen and any terminal.
@Suite(.timeLimit(.minutes(5)))
struct LoopTests {
  let size = Size(width: 30, height: 5)

  @Test func `each key renders exactly one frame`() async throws {
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size)
    let run = sut.run(on: recording)
    _ = await recording.nextWrite()
    for _ in 1...20 {
      recording.press("j")
      _ = await recording.nextWrite()
    }
    recording.press("q")
    #expect(try await run.value == .quit)
    #expect(sut.rendered.all == Array(0...20))
  }

  @Test func `running ends only after the finish closure returns, with the terminal already left`() async throws {
    let gate = Gate()
    let calls = CallRecorder<String>()
    var terminal = Terminal.stub()
    terminal.events = { AsyncStream { $0.yield(.key("Q")) } }
    terminal.leave = { calls.record("left") }
    var coordinator = AppCoordinator(terminal: terminal) { _ in NumberScreen().screen }
    coordinator.finish = {
      try? await gate.pause()
      calls.record("finished")
    }
    let run = Task { [coordinator] in
      defer { calls.record("ended") }
      return try await coordinator.run()
    }
    await gate.arrived()
    #expect(calls.all == ["left"])
    await gate.open()
    #expect(try await run.value == .quit)
    #expect(calls.all == ["left", "finished", "ended"])
  }

  @Test func `the ages of a screen may go while it is drawn`() async throws {
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size)
    let calls = CallRecorder<Int>()
    let coordinator = AppCoordinator(terminal: recording.terminal, clock: TestClock()) { _ in
      var screen = sut.screen
      screen.minute = {
        calls.record(1)
        return calls.all.count.isMultiple(of: 2) ? nil : 7
      }
      return screen
    }
    let run = Task { [coordinator] in try await coordinator.run() }
    _ = try #require(await recording.nextWrite())
    sut.value.update { $0.number = 7 }
    _ = try #require(await recording.nextWrite())
    recording.press("q")
    #expect(try await run.value == .quit)
    #expect(calls.all.count > 1)
  }

  @Test func `a state change without a key is drawn`() async throws {
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size)
    let run = sut.run(on: recording)
    var screen = VirtualScreen(size: size)
    screen.write(try #require(await recording.nextWrite()))
    sut.value.update { $0.number = 7 }
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text[0] == "7")
    recording.press("q")
    #expect(try await run.value == .quit)
  }

  /// Runs a screen until it has drawn its first frame.
  private func start(
    _ first: NumberScreen, on recording: RecordingTerminal
  ) async throws -> (run: Task<Ending, any Error>, navigator: Navigator, text: String) {
    let navigators = Observed<Navigator?>(nil)
    let coordinator = AppCoordinator(terminal: recording.terminal) { navigator in
      navigators.replace(with: navigator)
      return first.screen
    }
    let run = Task { try await coordinator.run() }
    let text = try #require(await recording.nextWrite())
    return (run, try #require(navigators.value), text)
  }

  @Test func `a screen can push another without a key, and a reported error shows in the recent errors`() async throws {
    let first = NumberScreen()
    let second = NumberScreen()
    let recording = RecordingTerminal(size: size)
    second.value.replace(with: .init(number: 5))
    let (run, navigator, text) = try await start(first, on: recording)
    var screen = VirtualScreen(size: size)
    screen.write(text)
    navigator.push(second.screen)
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text[0] == "5")
    navigator.report("it failed")
    recording.press(.escape)
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text[0] == "0")
    recording.press("!")
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text[1] == "  - It failed.")
    recording.press("Q")
    #expect(try await run.value == .quit)
  }

  @Test func `an announcement stays at the bottom until the next key`() async throws {
    let first = NumberScreen()
    let recording = RecordingTerminal(size: Size(width: 60, height: 5))
    let (run, navigator, text) = try await start(first, on: recording)
    var screen = VirtualScreen(size: Size(width: 60, height: 5))
    screen.write(text)
    navigator.part(1).announce([String(repeating: "too long ", count: 9), "It failed."])
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text.contains { $0.contains("It failed.") }, "\(screen.text)")
    recording.press("j")
    screen.write(try #require(await recording.nextWrite()))
    #expect(!screen.text.contains { $0.contains("It failed.") }, "\(screen.text)")
    recording.press("Q")
    #expect(try await run.value == .quit)
  }

  @Test func `a burst of keys is coalesced into few frames`() async throws {
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size)
    for _ in 0..<1_000 { recording.press("j") }
    let run = sut.run(on: recording)
    var screen = VirtualScreen(size: size)
    while screen.text[0] != "1000" { screen.write(try #require(await recording.nextWrite())) }
    #expect(sut.rendered.all.count < 500, "\(sut.rendered.all.count)")
    recording.press("q")
    #expect(try await run.value == .quit)
  }

  @Test func `a blocked terminal does not delay keys, and afterwards gets only the newest frame`()
    async throws
  {
    let gate = Gate()
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size) { try? await gate.pause() }
    let run = sut.run(on: recording)
    var screen = VirtualScreen(size: size)
    await gate.arrived()
    for count in 1...50 {
      recording.press("j")
      await sut.value.wait { $0.number == count }
    }
    recording.press(.control("l"))
    await gate.open()
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text[0] == "0")
    while screen.text[0] != "50" {
      await gate.open()
      screen.write(try #require(await recording.nextWrite()))
      #expect(
        screen.text[0] == "50" || screen.text[0] == "49",
        "frames that are replaced while the terminal blocks are not written")
    }
    recording.press("q")
    #expect(try await run.value == .quit)
    #expect(screen.complaints == [])
  }

  @Test func `ctrl-c, q and a termination signal end the reader while the terminal is blocked`() async throws {
    for event: Terminal.Event in [.key(.control("c")), .terminated(.terminate), .key("q")] {
      let gate = Gate()
      let sut = NumberScreen()
      let recording = RecordingTerminal(size: size) { try? await gate.pause() }
      let run = sut.run(on: recording)
      await gate.arrived()
      recording.send(event)
      #expect(try await run.value == (event == .terminated(.terminate) ? .terminated(.terminate) : .quit))
      #expect(sut.sent.all == [.appeared, .disappeared])
    }
  }

  @Test(arguments: [Terminal.Event.key(.control("c")), .terminated(.terminate), .terminated(.hangup)])
  func `ctrl-c and termination signals overtake all pending keys`(end: Terminal.Event) async throws {
    var sut = NumberScreen()
    let isTaken = DispatchSemaphore(value: 0)
    // The loop handles this key until all later events have arrived.
    sut.onEnter = { isTaken.wait() }
    let events = Observed([.key(.enter)] + Array(repeating: .key("j"), count: 20_000) + [end])
    var terminal = Terminal.stub()
    terminal.events = {
      AsyncStream {
        if let next = events.update({ $0.isEmpty ? nil : $0.removeFirst() }) { return next }
        isTaken.signal()
        return nil
      }
    }
    let ending = try await AppCoordinator(terminal: terminal) { [sut] _ in sut.screen }.run()
    #expect(
      ending == (end == .key(.control("c")) ? .quit : .terminated(end == .terminated(.hangup) ? .hangup : .terminate)))
    #expect(!sut.sent.all.contains(.key("j")))
  }

  @Test func `keys typed while a screen is not ready go, in order, to the screen on top once it is ready`() async throws
  {
    var first = NumberScreen(isReady: false)
    let second = NumberScreen()
    let recording = RecordingTerminal(size: size)
    let push = Observed<(@Sendable () -> Void)?>(nil)
    first.onEnter = { push.value?() }
    let coordinator = AppCoordinator(terminal: recording.terminal) { [first, second] navigator in
      push.replace(with: { navigator.push(second.screen) })
      return first.screen
    }
    let run = Task { try await coordinator.run() }
    _ = await recording.nextWrite()
    recording.press("j", .enter, "j", "j", "q", "j")
    recording.send(.resized(Size(width: 40, height: 5)))
    _ = await recording.nextWrite()
    #expect(first.sent.all == [.appeared], "no key is handled before the screen is ready")
    first.value.update { $0.isReady = true }
    await first.value.wait { $0.number == 2 }
    recording.press("q")
    #expect(try await run.value == .quit)
    #expect(first.sent.all == [.appeared, .key("j"), .key(.enter), .key("j"), .disappeared])
    #expect(second.sent.all == [.appeared, .key("j"), .key("j"), .disappeared])
  }

  @Test func `a change that leaves the screen not ready loses no key`() async throws {
    let sut = NumberScreen(isReady: false)
    let recording = RecordingTerminal(size: size)
    let run = sut.run(on: recording)
    _ = await recording.nextWrite()
    recording.press("j", "j")
    for number in [10, 20] {
      sut.value.update { $0.number = number }
      _ = await recording.nextWrite()
      #expect(sut.sent.all == [.appeared])
    }
    sut.value.update { $0.isReady = true }
    await sut.value.wait { $0.number == 22 }
    recording.press("q")
    #expect(try await run.value == .quit)
  }

  @Test(arguments: [Terminal.Event.key(.control("c")), .terminated(.terminate)])
  func `ctrl-c and a termination signal do not wait for a screen that is not ready`(end: Terminal.Event) async throws {
    let sut = NumberScreen(isReady: false)
    let recording = RecordingTerminal(size: size)
    let run = sut.run(on: recording)
    recording.press("j", "q", .escape)
    recording.send(end)
    #expect(try await run.value == (end == .key(.control("c")) ? .quit : .terminated(.terminate)))
    #expect(sut.sent.all == [.appeared, .disappeared])
  }

  @Test func `a frame drawn before a suspension is not shown after it on a terminal of another size`() async throws {
    let gate = Gate()
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size)
    var terminal = recording.terminal
    let other = Size(width: 22, height: 4)
    terminal.suspend = { [recording] in
      try? await gate.pause()
      recording.send(.resized(other))
    }
    let run = Task { [terminal] in try await AppCoordinator(terminal: terminal) { _ in sut.screen }.run() }
    _ = await recording.nextWrite()
    recording.press(.control("z"), "j")
    await gate.arrived()
    await sut.value.wait { $0.number == 1 }
    await gate.open()
    var screen = VirtualScreen(size: other)
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text == ["1", "", "", ""])
    #expect(screen.complaints == [])
    recording.press("q")
    #expect(try await run.value == .quit)
  }

  @Test func `a frame that waited while the size of the terminal changed is not shown`() async throws {
    let gate = Gate()
    let sut = NumberScreen()
    let recording = RecordingTerminal(size: size) { try? await gate.pause() }
    var terminal = recording.terminal
    let current = Observed(size)
    terminal.size = { current.value }
    let drawn = Observed(0)
    var number = sut.screen
    number.frame = { size in
      drawn.replace(with: sut.value.value.number)
      return Frame(Array(repeating: Line("\(drawn.value)"), count: size.height), size: size)
    }
    let run = Task { [terminal, number] in try await AppCoordinator(terminal: terminal) { _ in number }.run() }
    await gate.arrived()
    recording.press(.control("l"), "j")
    await drawn.wait { $0 == 1 }
    current.replace(with: Size(width: 22, height: 4))
    await gate.open()
    _ = await recording.nextWrite()
    await gate.open()
    var screen = VirtualScreen(size: current.value)
    screen.write(try #require(await recording.nextWrite()))
    #expect(screen.text == ["1", "1", "1", "1"])
    #expect(screen.complaints == [])
    recording.press("q")
    #expect(try await run.value == .quit)
  }

  @Test func `ctrl-z and ctrl-l do not wait for a screen that is not ready`() async throws {
    let sut = NumberScreen(isReady: false)
    let recording = RecordingTerminal(size: size)
    let run = sut.run(on: recording)
    let first = await recording.nextWrite()
    recording.press("j", .control("l"))
    #expect(await recording.nextWrite() == first, "the whole screen is drawn again")
    recording.press(.control("z"))
    while let call = await recording.next(), call != .suspend {}
    #expect(await recording.nextWrite() == first)
    recording.press(.control("c"))
    #expect(try await run.value == .quit)
  }
}
