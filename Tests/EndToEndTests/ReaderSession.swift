import Foundation
import NetworkClientTestSupport
import ProcessTestSupport
import Terminal
import TerminalTestSupport
import Testing

/// The program on a pseudo-terminal, with keys and a display.
struct ReaderSession {
  /// The terminal as a person sees it.
  private(set) var display: TerminalDisplay
  private let reader: ReaderProgram
  private let child: ChildProcess
  /// The relay and the program end when this socket closes, so a failed test leaves nothing running.
  private let commands: FileHandle
  private let events: AsyncStream<SessionEvent>
  private let happened: AsyncStream<SessionEvent>.Continuation
  private var waits = 0
  /// The longest wait for one screen or event, in seconds. It is shorter than the time limit of a test, because that
  /// limit does not report what was shown.
  var patience = 120.0

  /// The state in which the program stopped or ended.
  struct Ended: Decodable, Equatable {
    var status: Int32
    /// Whether the terminal's settings are restored; nil when the terminal is gone.
    var isGivenBack: Bool?
  }

  enum SessionEvent {
    case wrote(Data)
    case resized([Int])
    case stopped(Ended)
    case ended(Ended)
    /// The wait with this number took too long.
    case late(Int)
  }

  /// The error when a wait times out, with the last display.
  struct WaitTimedOut: Error, CustomStringConvertible {
    var description: String

    init(display: TerminalDisplay) {
      description = "never seen; but:\n" + display.screen.text.joined(separator: "\n") + display.plain
    }
  }

  /// The rows of the screen.
  var rows: [String] { display.screen.text }

  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - program: Another program and its arguments to run instead.
  init(
    _ reader: ReaderProgram, _ arguments: [String] = [], program: [String]? = nil,
    size: Size = Size(width: 80, height: 24),
    environment: [String: String] = [:]
  ) throws {
    let command = program ?? [ReaderProgram.program?.path(percentEncoded: false) ?? ""]
    let relay = root.appending(path: "Tests/EndToEndTests/relay.py").path(percentEncoded: false)
    let output = Pipe()
    let (ours, input) = try Sockets.pair()
    self.reader = reader
    commands = ours
    display = TerminalDisplay(size: size)
    child = try reader.start(
      [ChildProcess.python, "-S", relay, "\(size.width)", "\(size.height)"] + command + arguments,
      executable: URL(filePath: "/usr/bin/env"), input: input,
      output: output.fileHandleForWriting, notes: FileHandle.standardError,
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
    try input.close()
    try output.fileHandleForWriting.close()
    (events, happened) = AsyncStream.makeStream()
    Self.forward(to: happened, from: output.fileHandleForReading)
  }

  func type(_ text: String) throws { try send(["type": text]) }
  func resize(_ width: Int, _ height: Int) throws { try send(["size": [width, height]]) }
  func signal(_ name: String) throws { try send(["signal": name]) }
  func bringToForeground() throws { try send(["foreground": true]) }
  /// Makes the terminal block all output from now on.
  func block() throws { try send(["block": true]) }
  func hangUp() throws { try send(["hangUp": true]) }

  private func send(_ command: [String: some Encodable]) throws {
    var line = try JSONEncoder().encode(command)
    line.append(UInt8(ascii: "\n"))
    // Not a pipe, because a write to one whose reader has ended would end all tests with SIGPIPE.
    guard Sockets.send(line, to: commands.fileDescriptor) else { throw Self.timedOut(display) }
  }

  /// Types a text, and waits for a screen.
  mutating func type(_ text: String, until isWanted: ([String]) -> Bool) async throws {
    try type(text)
    try await wait(until: isWanted)
  }

  /// Waits for a screen.
  mutating func wait(until isWanted: ([String]) -> Bool) async throws {
    try await see { $0.text.map(isWanted) ?? false }
  }

  /// Waits for plain output, outside of a full screen.
  mutating func waitBeside(until isWanted: (String) -> Bool) async throws {
    try await see { isWanted($0.plain) }
  }

  /// Types a text, and waits for a display, including its pictures.
  mutating func type(_ text: String, untilDisplay isWanted: (TerminalDisplay) -> Bool) async throws {
    try type(text)
    try await see { $0.text != nil && isWanted($0) }
  }

  /// Waits until the program is suspended.
  mutating func stopped() async throws -> Ended {
    try await first { happening, _ in if case .stopped(let ended) = happening { ended } else { nil } }
  }

  /// Waits until the program has ended.
  mutating func ended() async throws -> Ended {
    let ended = try await first { happening, _ in if case .ended(let ended) = happening { ended } else { nil } }
    _ = await child.status
    return ended
  }

  private mutating func see(_ isWanted: (TerminalDisplay) -> Bool) async throws {
    if isWanted(display) { return }
    try await first { happening, display in
      switch happening {
      case .wrote, .resized, .late: isWanted(display) ? () : nil
      case .stopped, .ended: throw Self.timedOut(display)
      }
    }
  }

  /// Returns the first value that an event yields before the longest wait is over.
  private mutating func first<Value>(_ value: (SessionEvent, TerminalDisplay) throws -> Value?) async throws -> Value {
    waits += 1
    let deadline = DispatchWorkItem { [happened, waits] in happened.yield(.late(waits)) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: deadline)
    defer { deadline.cancel() }
    while let happening = await next() {
      if case .late(waits) = happening { break }
      if let value = try value(happening, display) { return value }
    }
    throw Self.timedOut(display)
  }

  /// Waits until the program has ended, by itself or after some keys, and checks that it has restored the terminal.
  mutating func ends(
    _ text: String = "", status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if !text.isEmpty { try type(text) }
    let ended = try await ended()
    #expect(ended == Ended(status: status, isGivenBack: true), sourceLocation: sourceLocation)
    #expect(display.isGivenBack, "\(display.modes)", sourceLocation: sourceLocation)
    #expect(display.modes[1049] == false, "\(display.modes)", sourceLocation: sourceLocation)
    #expect(display.allComplaints == [], sourceLocation: sourceLocation)
    #expect(
      display.plain == "", "the program prints nothing outside of its full screen", sourceLocation: sourceLocation)
  }

  /// Swift Testing drops errors thrown after the time limit, so this records one as an issue.
  private static func timedOut(_ display: TerminalDisplay) -> WaitTimedOut {
    let error = WaitTimedOut(display: display)
    if Task.isCancelled { Issue.record(error) }
    return error
  }

  private mutating func next() async -> SessionEvent? {
    var iterator = events.makeAsyncIterator()
    let happening = await iterator.next()
    switch happening {
    case .wrote(let data): display.write(data)
    case .resized(let size): display.resize(to: Size(width: size[0], height: size[1]))
    case .stopped, .ended, .late, nil: break
    }
    return happening
  }

  private static func forward(to happened: AsyncStream<SessionEvent>.Continuation, from handle: FileHandle) {
    Thread.detachNewThread {
      while let happening = try? read(from: handle) { happened.yield(happening) }
      happened.finish()
    }
  }

  private static func read(from handle: FileHandle) throws -> SessionEvent? {
    guard let head = try handle.read(upToCount: 5), head.count == 5 else { return nil }
    let length = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
    let data = try handle.read(upToCount: length) ?? Data()
    let decoder = JSONDecoder()
    return switch head.first {
    case UInt8(ascii: "o"): .wrote(data)
    case UInt8(ascii: "r"): .resized(try decoder.decode([Int].self, from: data))
    case UInt8(ascii: "s"): .stopped(try decoder.decode(Ended.self, from: data))
    case UInt8(ascii: "e"): .ended(try decoder.decode(Ended.self, from: data))
    default: nil
    }
  }
}
