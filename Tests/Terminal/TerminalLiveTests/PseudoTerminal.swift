import Dispatch
import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal without a window: what is typed on it comes to the program, what the program writes is read here.
struct PseudoTerminal {
  struct Refused: Error { var number: Int32 }

  /// The side of the window.
  let main: Int32
  /// The side of the program.
  let side: Int32
  let path: String
  private let output: AsyncStream<[UInt8]>
  private let reading: (any DispatchSourceRead)?

  /// - Parameter isRead: Whether the window takes what is written.
  init(_ size: Size = Size(width: 80, height: 24), isRead: Bool = true) throws {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard main >= 0 else { throw Refused(number: errno) }
    path = try Self.unlock(main)
    side = open(path, O_RDWR | O_NOCTTY)
    guard side >= 0 else { throw Refused(number: errno) }
    let (output, arrived) = AsyncStream.makeStream(of: [UInt8].self)
    self.output = output
    reading = isRead ? DispatchSource.makeReadSource(fileDescriptor: main, queue: .global()) : nil
    reading?.setEventHandler { @Sendable [main] in
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = take(main, &bytes, bytes.count)
      if count > 0 { arrived.yield(Array(bytes.prefix(count))) } else { arrived.finish() }
    }
    reading?.setCancelHandler { @Sendable [main] in close(main) }
    reading?.activate()
    try resize(size)
  }

  #if canImport(Darwin)
    private static func unlock(_ main: Int32) throws -> String {
      guard grantpt(main) == 0, unlockpt(main) == 0, let name = ptsname(main) else { throw Refused(number: errno) }
      return String(cString: name)
    }
  #else
    private static func unlock(_ main: Int32) throws -> String {
      // TIOCSPTLCK and TIOCGPTN, which are macros Swift does not see.
      var (locked, number): (Int32, Int32) = (0, 0)
      guard ioctl(main, 0x4004_5431, &locked) == 0, ioctl(main, 0x8004_5430, &number) == 0 else {
        throw Refused(number: errno)
      }
      return "/dev/pts/\(number)"
    }
  #endif

  func resize(_ size: Size) throws {
    var window = winsize(
      ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(main, UInt(TIOCSWINSZ), &window) == 0 else { throw Refused(number: errno) }
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(main, bytes, bytes.count) == bytes.count else { throw Refused(number: errno) }
  }

  /// Reads until the text has come; what has come by then. To be used by one task at a time.
  func read(until text: String) async -> String {
    var all: [UInt8] = []
    let wanted = Array(text.utf8)
    for await bytes in output {
      all += bytes
      if all.suffix(bytes.count + wanted.count).contains(wanted) { break }
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// The settings, bit by bit.
  func settings() throws -> [UInt8] {
    var settings = termios()
    guard tcgetattr(side, &settings) == 0 else { throw Refused(number: errno) }
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  /// Whether keys come as they are pressed and are not shown.
  func isRaw() throws -> Bool {
    var settings = termios()
    guard tcgetattr(side, &settings) == 0 else { throw Refused(number: errno) }
    return settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
  }

  /// Closes the window.
  func hangUp() {
    if let reading { reading.cancel() } else { close(main) }
  }
}

// The system's name, which the method above hides.
private func take(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
