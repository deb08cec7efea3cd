import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system calls a terminal is used with.
///
/// The terminal is opened once more by its name: what is set on that does not block, and nobody else, the shell above all,
/// shares it. Where that cannot be, the given descriptors are used as they are.
struct Device {
  let reading: Int32
  let writing: Int32
  private let isOwned: Bool

  /// - Throws: `Terminal.Error.notATerminal`.
  init(input: Int32, output: Int32) throws {
    guard isatty(input) == 1, isatty(output) == 1 else { throw Terminal.Error.notATerminal }
    if let own = Self.reopened(output), Self.name(of: input) == Self.name(of: output) {
      (reading, writing, isOwned) = (own, own, true)
    } else {
      (reading, writing, isOwned) = (input, output, false)
    }
  }

  func close() { if isOwned { _ = shut(reading) } }

  private static func name(of descriptor: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: 1_024)
    guard ttyname_r(descriptor, &bytes, bytes.count) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func reopened(_ descriptor: Int32) -> Int32? {
    guard let name = name(of: descriptor) else { return nil }
    let own = open(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : nil
  }

  /// The size as the terminal says; 80x24 when it does not know.
  static func size(of descriptor: Int32) -> Size {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return Size() }
    return Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  /// - Throws: `Terminal.Error.refused`.
  func settings() throws -> termios {
    var settings = termios()
    guard tcgetattr(writing, &settings) == 0 else { throw Terminal.Error.refused(errno) }
    return settings
  }

  /// Sets at once: waiting for what is not yet read on the other side could take for ever.
  /// - Throws: `Terminal.Error.refused`.
  func set(_ settings: termios) throws {
    var settings = settings
    while tcsetattr(writing, TCSANOW, &settings) != 0 {
      guard errno == EINTR else { throw Terminal.Error.refused(errno) }
    }
  }

  /// What came of reading or writing.
  enum Outcome {
    case bytes(Int)
    /// Not now.
    case later
    /// Never again.
    case gone
  }

  /// Reads what is there.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome { take(reading, buffer.baseAddress, buffer.count) } ?? .gone
  }

  /// Writes as much as goes.
  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    bytes.withUnsafeBytes { bytes in outcome { put(writing, bytes.baseAddress, bytes.count) } ?? .gone }
  }

  private func outcome(_ call: () -> Int) -> Outcome? {
    while true {
      let count = call()
      if count > 0 { return .bytes(count) }
      if count == 0 { return nil }
      if errno == EAGAIN || errno == EWOULDBLOCK { return .later }
      if errno != EINTR { return nil }
    }
  }

  /// Waits until something can be written, or until the time has passed.
  func waitUntilWritable(milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
    return poll(&wanted, 1, milliseconds) == 1
  }

  /// Whether the terminal is this program's, and not the shell's or another job's. Nobody's, when it is not the one the
  /// program is controlled by, counts as this program's.
  var isInForeground: Bool {
    let group = tcgetpgrp(reading)
    return group < 0 || group == getpgrp()
  }

  /// Whether bytes have come that have not been read.
  var hasInput: Bool {
    var wanted = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1 && wanted.revents & Int16(POLLIN) != 0
  }
}

// The system's names, which the methods above hide.
private func take(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
private func shut(_ descriptor: Int32) -> Int32 { close(descriptor) }
