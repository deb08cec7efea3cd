import Dispatch
import Synchronization
import Terminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pseudo-terminal whose keyboard and screen are the test.
final class PseudoTerminal: Sendable {
  /// The descriptor that the program uses for input and output.
  let slave: Int32
  /// The path by which another process can open the slave side.
  let path: String
  private let master: Int32
  private let answers: Bool
  private let queue = DispatchQueue(label: "pseudo terminal")
  private let seen = Mutex<[UInt8]>([])
  private let reading = Mutex<PipeReader?>(nil)
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  /// Opens a pseudo-terminal.
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - reads: Whether output is read at once, or only after `read()`.
  ///   - answers: Whether the terminal answers that it supports synchronized output.
  init(size: Size = Size(), reads: Bool = true, answers: Bool = true) throws {
    (arrivals, arrived) = AsyncStream.makeStream()
    self.answers = answers
    (master, path) = try Self.openMaster()
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    resize(size)
    if reads { read() }
  }

  deinit {
    close(slave)
    hangUp()
  }

  /// All output so far.
  var output: String { seen.withLock { String(decoding: $0, as: UTF8.self) } }

  func resize(_ size: Size) {
    var window = winsize(
      ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(master, UInt(TIOCSWINSZ), &window) == 0)
  }

  /// Types text.
  func type(_ text: String) {
    var text = text
    text.withUTF8 { #expect(write(master, $0.baseAddress, $0.count) == $0.count) }
  }

  /// Waits until the text appears in the output.
  func shows(_ text: String) async {
    var arrivals = arrivals.makeAsyncIterator()
    while !output.contains(text) {
      if await arrivals.next() == nil { return }
    }
  }

  /// Returns all output so far. The program must not write any more.
  func transcript() async -> String {
    let end = "<end of transcript>"
    var text = end
    text.withUTF8 { #expect(write(slave, $0.baseAddress, $0.count) == $0.count) }
    await shows(end)
    return output.replacing(end, with: "")
  }

  /// Waits until that many bytes have been written, and reads exactly these.
  func takes(_ count: Int) async {
    await withCheckedContinuation { continuation in
      queue.async { @Sendable [master] in
        var buffer = [UInt8](repeating: 0, count: count)
        var rest = count
        while rest > 0 {
          let got = buffer.withUnsafeMutableBytes { systemRead(master, $0.baseAddress, rest) }
          if got <= 0 { break }
          rest -= got
        }
        continuation.resume()
      }
    }
  }

  /// Whether there is output that the test has not read.
  var hasOutput: Bool {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0 && ready.revents & Int16(POLLIN) != 0
  }

  /// Writes to the screen until the terminal accepts nothing more.
  func fill() {
    let flags = fcntl(slave, F_GETFL)
    _ = fcntl(slave, F_SETFL, flags | O_NONBLOCK)
    while write(slave, "full ", 5) > 0 {}
    _ = fcntl(slave, F_SETFL, flags)
  }

  /// Begins to read the output.
  func read() {
    reading.withLock { $0 = PipeReader(master, on: queue) { [weak self] in self?.take($0) } }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    let question = "\u{1B}[?2026$p"
    let window = seen.withLock { seen in
      seen += bytes
      // A question may arrive in two parts.
      return seen.suffix(bytes.count + question.utf8.count - 1)
    }
    // Most output has no question. Decoding all of it would be so slow that a program that writes constantly could not
    // write its last output before it ends.
    if answers, window.contains(UInt8(ascii: "$")), String(decoding: window, as: UTF8.self).contains(question) {
      type("\u{1B}[?2026;2$y")
    }
    arrived.yield()
  }

  /// Closes the master side, so that every program on the terminal receives a hangup.
  func hangUp() {
    reading.withLock { reading in
      if let reading { reading.cancel() } else { close(master) }
      reading = .nothing
    }
  }

  /// Whether there is input that no program has read.
  var hasUnread: Bool {
    var raw = termios()
    guard tcgetattr(slave, &raw) == 0 else { return false }
    cfmakeraw(&raw)
    tcsetattr(slave, TCSANOW, &raw)
    var ready = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  var settings: Settings { Settings(of: slave) }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
