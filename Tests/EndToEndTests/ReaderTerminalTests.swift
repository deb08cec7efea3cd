import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the reader with changes of its terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderTerminalTests {
  @Test func `the reader redraws at every terminal size and returns to its first frame`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive && $0[1].contains("100+ unread") && $0[2].contains("Saoirse") }
    let usual = session.rows
    for (width, height) in [(40, 10), (20, 4), (300, 40), (80, 24)] {
      try session.resize(width, height)
      try await session.wait { text in
        guard text.count == height, text[2].contains("Slack"), text[height - 1].hasPrefix(" 1/100+") else {
          return false
        }
        // In a narrow window, the provenance stays in the header.
        if width == 20 { return text[1] == " Posts         live" }
        guard text[1].hasPrefix(" Posts  100+ unread ") else { return false }
        // The post beside the list is complete once it is live; after that, nothing is drawn without a key.
        return width < 120 ? text[1].count == width - 1 : text[1].contains("│") && text[0].hasSuffix("live")
      }
    }
    #expect(session.rows == usual)
    for (width, height) in [(19, 24), (80, 3), (1, 1)] {
      try session.resize(width, height)
      try await session.wait { $0.count == height && $0[0].hasPrefix(width == 1 ? "T" : "Too small") }
    }
    try session.resize(80, 24)
    try await session.wait { $0 == usual }
    try await session.ends("q")
  }

  @Test func `ReaderSession.wait fails after its patience with the rows last seen`()
    async throws
  {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    session.patience = 0.1
    let error = await #expect(throws: ReaderSession.WaitTimedOut.self) {
      try await session.wait { $0.contains("never") }
    }
    #expect(error?.description.contains("Slack water") == true)
    session.patience = 120
    try await session.ends("q")
  }

  @Test func `ReaderSession.type fails for a program that has ended`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await session.ends("q")
    let error = #expect(throws: ReaderSession.WaitTimedOut.self) { try session.type("j") }
    #expect(error?.description.hasPrefix("never seen") == true)
  }

  @Test func `resizes during loading end in a frame of the last size`() async throws {
    let server = try await FixtureServer("--latency", "150")
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.contains { $0.contains("Loading…") } }
    for width in [40, 100, 1, 60] { try session.resize(width, 12) }
    try await session.wait { $0.count == 12 && $0.isLive && $0[1].count == 59 }
    try session.type("q")
    #expect(try await session.ended() == .init(status: 0, isGivenBack: true))
    #expect(session.display.isGivenBack)
  }

  enum StopCause: CaseIterable { case key, signal, unstoppable }

  @Test(arguments: StopCause.allCases)
  func `the reader resumes with its selection at the new size after being stopped`(stop: StopCause) async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    let titles = ["How to wind", "The 6:14 that stops", "What the hum is telling you"]
    for row in 2...4 {
      try await session.type("j") { $0[row + 1].isSelected(titles[row - 2]) }
      switch stop {
      case .key: try session.type("\u{1A}")
      case .signal: try session.signal("TSTP")
      case .unstoppable: try session.signal("STOP")
      }
      let stopped = try await session.stopped()
      if stop == .unstoppable {
        #expect(stopped == .init(status: SIGSTOP, isGivenBack: false))
      } else {
        #expect(stopped == .init(status: SIGTSTP, isGivenBack: true))
        #expect(session.display.isGivenBack)
        #expect(session.display.modes[1049] == false)
        #expect(session.display.plain == "")
      }
      try session.resize(80 + row, 20)
      try session.bringToForeground()
      try await session.wait { $0.count == 20 && $0.isLive && $0[1].count == 79 + row }
      try await session.wait { $0[row + 1].isSelected(titles[row - 2]) }
    }
    try await session.ends("q")
  }

  // Without its type, the array takes the compiler 25 seconds.
  static let signals: [(String, Int32)] = [
    ("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131), ("SEGV", -SIGSEGV), ("ABRT", -SIGABRT),
    ("USR1", -SIGUSR1), ("USR2", -SIGUSR2), ("ALRM", -SIGALRM), ("SYS", -SIGSYS), ("XCPU", -SIGXCPU),
    ("XFSZ", -SIGXFSZ), ("VTALRM", -SIGVTALRM), ("PROF", -SIGPROF),
  ]
  #if os(Linux)
    static let signalsOfThisSystem: [(String, Int32)] = [
      ("IO", -SIGIO), ("PWR", -SIGPWR), ("STKFLT", -SIGSTKFLT), ("RTMIN", -34), ("RTMAX", -64),
    ]
  #else
    static let signalsOfThisSystem: [(String, Int32)] = []
  #endif

  @Test(arguments: signals + signalsOfThisSystem)
  func `every terminating signal ends the reader and restores the terminal`(signal: String, status: Int32) async throws
  {
    // Otherwise the Swift runtime, which may outlive the program, prints a backtrace.
    var session = try ReaderSession(
      ReaderProgram(server: nowhere), ["--configuration", "stub"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    try await session.wait { $0.isLive }
    try session.signal(signal)
    try await session.ends(status: status)
  }

  @Test(arguments: ["q", "Q", "\u{3}", "\rQ", "/\u{3}", "\r\u{3}", "qqqq", "?\u{3}"])
  func `quitting by keys restores the terminal`(keys: String) async throws {
    var session = try ReaderSession(ReaderProgram(server: nowhere), ["--configuration", "stub"])
    try await session.wait { $0.isLive }
    try await session.ends(keys)
  }

  @Test func `closing the terminal ends the reader`() async throws {
    var session = try ReaderSession(ReaderProgram(server: nowhere), ["--configuration", "stub"])
    try await session.wait { $0.isLive }
    try session.hangUp()
    #expect(try await session.ended() == .init(status: 129, isGivenBack: nil))
  }

  struct ColorSetting: CustomTestStringConvertible, Sendable {
    var environment: [String: String]
    var arguments: [String] = []
    /// The permitted parameters of SGR sequences.
    var codes: Set<Int>
    var testDescription: String { "\(environment) \(arguments)" }
    static let plain: Set = [0, 1, 2, 3, 4, 7, 9]
  }

  static let colorSettings = [
    ColorSetting(environment: ["NO_COLOR": "1"], codes: ColorSetting.plain),
    ColorSetting(environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"], codes: ColorSetting.plain),
    ColorSetting(
      environment: ["NO_COLOR": "1", "TERM": "linux"], arguments: ["--theme", "dark"],
      codes: ColorSetting.plain.union(30...37).union(40...47).union(90...97)),
    ColorSetting(environment: ["TERM": "vt100"], codes: ColorSetting.plain),
    ColorSetting(
      environment: ["TERM": "linux"], codes: ColorSetting.plain.union(30...37).union(40...47).union(90...97)),
    ColorSetting(environment: ["TERM": "screen"], codes: ColorSetting.plain.union(30...37).union(40...47)),
  ]

  @Test(arguments: colorSettings)
  func `the reader uses only the colours that the environment permits`(look: ColorSetting) async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(
      ReaderProgram(server: server.url), look.arguments, environment: look.environment)
    try await session.wait { $0.isLive }
    try await session.type("/bread\r") { $0[2].contains("Bread") }
    await server.stop()
    try await session.type("r") { $0.isCached }
    try await session.ends("q")
    let output = String(decoding: session.display.bytes, as: UTF8.self)
    let codes = output.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { $0.1.split(separator: ";").compactMap { Int($0) } }
    #expect(codes.isEmpty == false, "\(Set(codes))")
    #expect(Set(codes).isSubset(of: look.codes), "\(Set(codes))")
    #expect(
      Set(codes).isSubset(of: ColorSetting.plain) == (look.codes == ColorSetting.plain),
      "only terminals with colours get colours")
  }

  @Test(arguments: [(["--ascii"], [:]), ([], ["LC_ALL": "C"])])
  func `the reader writes only ASCII with --ascii or the C locale`(arguments: [String], environment: [String: String])
    async throws
  {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    #expect(
      try await reader.run("posts").output.utf8.contains { $0 > 0x7F }, "the titles have characters outside of ASCII")
    var session = try ReaderSession(reader, arguments, environment: environment)
    try await session.wait { $0.isLive && $0[2].hasPrefix(" > *  Slack water ") }
    try await session.type("G") { $0[23].hasPrefix(" 133/133") }
    try await session.type("\r") { $0.isLive && $0[0].hasPrefix(" Posts > 133") }
    try await session.type("?") { $0[0] == " Keys" }
    try await session.ends("\u{3}")
    #expect(session.display.bytes.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: ["TERM=dumb satchel", "TERM= satchel", "satchel | cat", "satchel < /dev/null"])
  func `without a screen the titles are printed as by the posts command`(script: String) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let posts = try await reader.run("posts")
    let program = try #require(ReaderProgram.program).path(percentEncoded: false)
    var session = try ReaderSession(
      reader, program: ["/bin/sh", "-c", script.replacing("satchel", with: "'\(program)'")])
    #expect(try await session.ended() == .init(status: 0, isGivenBack: true))
    #expect(session.display.plain.replacing("\r\n", with: "\n") == posts.output)
    #expect(session.display.bytes.contains(0x1B) == false)
  }

  /// An address at which nothing listens.
  private let nowhere = URL(string: "http://127.0.0.1:1")!
}
