import Foundation
import ProcessTestSupport
import Terminal
import TerminalTestSupport
import Testing

/// The program on a terminal, with somebody in front of it.
struct ReaderSession {
  /// What is to be seen.
  private(set) var display: Display
  private let reader: Reader
  private let child: Child
  /// When this ends, so does all the rest: a test that fails leaves nothing behind.
  private let commands: Pipe
  private let happenings: AsyncStream<Happening>
  private let happened: AsyncStream<Happening>.Continuation
  private var waits = 0
  /// The longest wait for one thing, in seconds; shorter than the time limit of a test, which does not say what it saw.
  var patience = 120.0

  /// How the program stopped or ended.
  struct Ended: Decodable, Equatable {
    var status: Int32
    /// Whether the terminal's settings are what they were; nil when there is no terminal any more.
    var isGivenBack: Bool?
  }

  enum Happening {
    case wrote(Data)
    case resized([Int])
    case stopped(Ended)
    case ended(Ended)
    /// The wait with this number has lasted too long.
    case late(Int)
  }

  /// What was waited for did not come; what was to be seen instead.
  struct NeverSeen: Error, CustomStringConvertible {
    var description: String

    init(display: Display) {
      description = "never seen; but:\n" + display.screen.text.joined(separator: "\n") + display.plain
    }
  }

  /// The rows of the screen.
  var rows: [String] { display.screen.text }

  /// - Parameters:
  ///   - arguments: The program's, unless there is another program.
  ///   - program: What to run in its place.
  init(
    _ reader: Reader, _ arguments: [String] = [], program: [String]? = nil, size: Size = Size(width: 80, height: 24),
    environment: [String: String] = [:]
  ) throws {
    let command = program ?? [Reader.program?.path(percentEncoded: false) ?? ""]
    let relay = root.appending(path: "Tests/EndToEndTests/relay.py").path(percentEncoded: false)
    let output = Pipe()
    (self.reader, commands, display) = (reader, Pipe(), Display(size: size))
    child = try reader.start(
      [Child.python, relay, "\(size.width)", "\(size.height)"] + command + arguments,
      executable: URL(filePath: "/usr/bin/env"), input: commands.fileHandleForReading,
      output: output.fileHandleForWriting, notes: FileHandle.standardError,
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
    try commands.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    (happenings, happened) = AsyncStream.makeStream()
    Self.tell(happened, from: output.fileHandleForReading)
  }

  func type(_ text: String) throws { try tell(["type": text]) }
  func resize(_ width: Int, _ height: Int) throws { try tell(["size": [width, height]]) }
  func signal(_ name: String) throws { try tell(["signal": name]) }
  func bringToForeground() throws { try tell(["foreground": true]) }
  /// From now on the terminal takes nothing that is written.
  func block() throws { try tell(["block": true]) }
  func hangUp() throws { try tell(["hangUp": true]) }

  private func tell(_ command: [String: some Encodable]) throws {
    var line = try JSONEncoder().encode(command)
    line.append(UInt8(ascii: "\n"))
    try commands.fileHandleForWriting.write(contentsOf: line)
  }

  /// Types, and waits until the screen is as wanted.
  mutating func type(_ text: String, until isWanted: ([String]) -> Bool) async throws {
    try type(text)
    try await wait(until: isWanted)
  }

  /// Waits until the screen is as wanted.
  mutating func wait(until isWanted: ([String]) -> Bool) async throws {
    try await see { $0.text.map(isWanted) ?? false }
  }

  /// Waits until what a program that takes no screen has written is as wanted.
  mutating func waitBeside(until isWanted: (String) -> Bool) async throws {
    try await see { isWanted($0.plain) }
  }

  /// Types, and waits until the terminal is as wanted, pictures and all.
  mutating func type(_ text: String, untilDisplay isWanted: (Display) -> Bool) async throws {
    try type(text)
    try await see { $0.text != nil && isWanted($0) }
  }

  /// Waits until the program has stopped.
  mutating func stopped() async throws -> Ended {
    try await first { happening, _ in if case .stopped(let ended) = happening { ended } else { nil } }
  }

  /// Waits until the program has ended.
  mutating func ended() async throws -> Ended {
    try await first { happening, _ in if case .ended(let ended) = happening { ended } else { nil } }
  }

  private mutating func see(_ isWanted: (Display) -> Bool) async throws {
    if isWanted(display) { return }
    try await first { happening, display in
      switch happening {
      case .wrote, .resized, .late: isWanted(display) ? () : nil
      case .stopped, .ended: throw Self.neverSeen(display)
      }
    }
  }

  /// Returns the first value that a happening has, which must come before patience is at its end.
  private mutating func first<Value>(_ value: (Happening, Display) throws -> Value?) async throws -> Value {
    waits += 1
    let deadline = DispatchWorkItem { [happened, waits] in happened.yield(.late(waits)) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: deadline)
    defer { deadline.cancel() }
    while let happening = await next() {
      if case .late(waits) = happening { break }
      if let value = try value(happening, display) { return value }
    }
    throw Self.neverSeen(display)
  }

  /// Waits until the program has ended, by itself or by what is typed, and left everything as it was.
  mutating func ends(
    _ text: String = "", status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if !text.isEmpty { try type(text) }
    let ended = try await ended()
    #expect(ended == Ended(status: status, isGivenBack: true), sourceLocation: sourceLocation)
    #expect(display.isGivenBack, "\(display.modes)", sourceLocation: sourceLocation)
    #expect(display.modes[1049] == false, "\(display.modes)", sourceLocation: sourceLocation)
    #expect(display.allComplaints == [], sourceLocation: sourceLocation)
    #expect(display.plain == "", "nothing is printed when it is over", sourceLocation: sourceLocation)
  }

  /// What a test throws past its time limit is not told: this is.
  private static func neverSeen(_ display: Display) -> NeverSeen {
    let error = NeverSeen(display: display)
    if Task.isCancelled { Issue.record(error) }
    return error
  }

  private mutating func next() async -> Happening? {
    var iterator = happenings.makeAsyncIterator()
    let happening = await iterator.next()
    switch happening {
    case .wrote(let data): display.write(data)
    case .resized(let size): display.resize(to: Size(width: size[0], height: size[1]))
    case .stopped, .ended, .late, nil: break
    }
    return happening
  }

  private static func tell(_ happened: AsyncStream<Happening>.Continuation, from handle: FileHandle) {
    Thread.detachNewThread {
      while let happening = try? read(from: handle) { happened.yield(happening) }
      happened.finish()
    }
  }

  private static func read(from handle: FileHandle) throws -> Happening? {
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
