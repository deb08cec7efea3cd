import ProcessTestSupport
import Terminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TerminalLiveTests {
  /// Starts the program on a terminal with unusual settings.
  private func start() async throws -> (pty: PseudoTerminal, child: ChildProcess, before: Settings) {
    let pty = try PseudoTerminal()
    Settings.makeUnusual(pty.slave)
    let before = pty.settings
    let child = try ChildProcess([ChildProcess.probe()], on: pty)
    await pty.shows("[ready \(child.number)]")
    #expect(pty.settings != before)
    return (pty, child, before)
  }

  /// Starts the program, ends it, and checks that it has restored the terminal.
  private func expectRestored(after end: (PseudoTerminal, ChildProcess) -> Void, status: Int32) async throws {
    let (pty, child, before) = try await start()
    end(pty, child)
    #expect(await child.status == status)
    #expect(pty.settings == before)
    #expect(await pty.transcript() == Self.take + "[ready \(child.number)]" + Self.giveBack)
  }

  /// The current handlers of the signals that are caught while the screen is taken.
  private var actions: [[UInt8]] {
    let told = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH]
    let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]
    return (told + crashes + Self.othersThatEnd.filter { $0 != SIGPIPE }).map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return withUnsafeBytes(of: action) { Array($0.prefix(MemoryLayout<Int>.size)) }  // The handler comes first.
    }
  }

  /// The signals that end a process by default, besides those of a terminal and of a crash.
  static let othersThatEnd: [Int32] = {
    let everywhere = [SIGUSR1, SIGUSR2, SIGALRM, SIGSYS, SIGPIPE, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF]
    #if os(Linux)
      // Without the real-time signals that glibc and musl use themselves.
      return everywhere + [SIGIO, SIGPWR, SIGSTKFLT] + [35, 36, 50, 63, 64]
    #else
      return everywhere + [SIGEMT]
    #endif
  }()

  @Test(arguments: othersThatEnd)
  func `every other terminating signal restores the terminal before it ends the process`(signal: Int32) async throws {
    try await expectRestored(after: { _, child in kill(child.number, signal) }, status: -signal)
  }

  @Test(arguments: [SIGUSR1, SIGSEGV, SIGABRT])
  func `nothing is written after a signal has restored the terminal`(
    signal: Int32
  ) async throws {
    for _ in 0..<10 {
      let (pty, child, before) = try await start()
      pty.type("w")
      await pty.shows("[frame][frame]")
      kill(child.number, signal)
      #expect(await child.status == -signal)
      #expect(pty.settings == before)
      let transcript = await pty.transcript()
      #expect(transcript.hasSuffix(Self.giveBack), "\(transcript.suffix(200).debugDescription)")
    }
  }

  @Test(
    arguments: [
      (SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGUSR1, -SIGUSR1), (SIGSEGV, -SIGSEGV),
    ] as [(Int32, Int32)])
  func `a signal ends the program even if the terminal accepts no output`(
    signal: Int32, end: Int32
  ) async throws {
    let pty = try PseudoTerminal(reads: false)
    Settings.makeUnusual(pty.slave)
    let before = pty.settings
    let child = try ChildProcess([ChildProcess.probe()], on: pty)
    await pty.takes((Self.take + "[ready \(child.number)]").utf8.count)
    pty.type("f")
    await pty.takes(1)
    kill(child.number, signal)
    #expect(await child.status == end)
    #expect(pty.settings == before)
  }

  @Test func `leave restores the signal handlers`() async throws {
    let pty = try PseudoTerminal()
    let before = actions
    let sut = live(pty)
    #expect(actions == before)
    try await sut.enter()
    // A signal that was ignored when the tests started stays ignored.
    let ignored = withUnsafeBytes(of: 1) { Array($0) }
    #expect(zip(actions, before).filter { $0 == $1 && $1 != ignored }.isEmpty)
    await sut.leave()
    #expect(actions == before)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a termination signal restores the terminal and ends the program with 128 plus its number`(
    signal: Int32
  ) async throws {
    try await expectRestored(after: { _, child in kill(child.number, signal) }, status: 128 + signal)
  }

  @Test(arguments: [("q", 0), ("e", 3), ("a", -SIGABRT), ("s", -SIGSEGV)] as [(String, Int32)])
  func `the terminal is restored when the program exits, aborts or crashes`(key: String, end: Int32) async throws {
    try await expectRestored(after: { pty, _ in pty.type(key) }, status: end)
  }

  @Test(arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE])
  func `a crash signal sent from outside restores the terminal and ends the program`(signal: Int32) async throws {
    try await expectRestored(after: { _, child in kill(child.number, signal) }, status: -signal)
  }

  @Test func `a failed check restores the terminal`() async throws {
    let (pty, child, before) = try await start()
    pty.type("t")
    let end = await child.status
    #expect(end == -SIGILL || end == -SIGTRAP)
    #expect(pty.settings == before)
    #expect(await pty.transcript().hasSuffix(Self.giveBack))
  }

  @Test func `closing the terminal ends the program`() async throws {
    let (pty, child, _) = try await start()
    pty.hangUp()
    #expect(await child.status == 128 + SIGHUP)
  }

  #if os(Linux)
    @Test func `a child process of the program ignores none of its signals`() async throws {
      let (pty, child, _) = try await start()
      pty.type("c")
      await pty.shows("[child]")
      let masks = pty.output.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
      let ours = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH].map { 1 << UInt64($0 - 1) as UInt64 }
      #expect(pty.output.contains("SigIgn"))
      #expect(masks.first.map { $0 & ours.reduce(0, |) } == 0)
      pty.type("q")
      #expect(await child.status == 0)
    }
  #endif
}
