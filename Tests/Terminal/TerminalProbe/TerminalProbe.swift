import Terminal
import TerminalLive

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program for tests of signals, suspensions and crashes, which need a separate process. It prints every event, and
/// ends in the way that a key selects.
@main
enum Probe {
  static func main() async throws {
    let terminal = Terminal.live(environment: ["TERM": "xterm"])
    try await terminal.enter()
    await terminal.write("[ready \(getpid())]")
    for await event in terminal.events() {
      switch event {
      case .key("q"): await end(terminal, 0)
      case .key(.control("z")): await terminal.suspend()
      case .key("b"):
        await terminal.beforeGivingBack(String(repeating: "y", count: 256))
        await terminal.write("[before]")
      case .key("e"): exit(3)
      case .key("f"): Task { await terminal.write(String(repeating: "more than a terminal takes ", count: 40_000)) }
      case .key("w"): Task { while true { await terminal.write("[frame]") } }
      case .key("a"): abort()
      case .key("s"): UnsafeMutableRawPointer(bitPattern: 8)?.storeBytes(of: 1, as: UInt8.self)
      case .key("t"): preconditionFailure("on purpose")
      #if os(Linux)
        case .key("c"): spawn()
      #endif
      case .terminated(let reason): await end(terminal, 128 + reason.signal)
      case .key(let key): await terminal.write("[\(key.text.map(String.init) ?? "key")]")
      case .resized(let size): await terminal.write("[resized \(size.width)x\(size.height)]")
      case .resumed(let size): await terminal.write("[resumed \(size.width)x\(size.height)]")
      default: break
      }
    }
  }

  private static func end(_ terminal: Terminal, _ code: Int32) async {
    await terminal.leave()
    // The signal of a terminal that is gone may come after the end of its input.
    if code == 128 + SIGHUP { kill(getpid(), SIGHUP) }
    exit(code)
  }

  #if os(Linux)
    /// Prints the signals that a child ignores.
    private static func spawn() {
      var child = pid_t()
      let words = ["sh", "-c", "grep SigIgn /proc/self/status; echo '[child]'"]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ)
      for argument in arguments { free(argument) }
    }
  #endif
}
