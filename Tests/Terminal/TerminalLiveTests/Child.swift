import Dispatch
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A process of its own, in a session of its own, whose terminal is the test's.
final class Child: Sendable {
  /// How a process ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  let id: pid_t

  /// - Parameter words: The path of the program, and its arguments.
  init(_ words: [String], on pty: PseudoTerminal) throws {
    var actions = Self.noActions
    var attributes = Self.noAttributes
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // To open a terminal makes it that of the session, which has none yet.
    posix_spawn_file_actions_addopen(&actions, 0, pty.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Whatever the tests were started with, the child ignores and blocks nothing.
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = Self.newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, flags)

    // Without the report of a crash, which takes seconds, and without what a sanitizer does on one.
    let sanitizer = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:use_sigaltstack=0:report_bugs=0"
    let environment = [
      "PATH=/usr/bin:/bin", "TERM=xterm", "SWIFT_BACKTRACE=enable=no", "TSAN_OPTIONS=\(sanitizer)",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id = pid_t()
    try #require(posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables) == 0)
    self.id = id
  }

  /// Waits until the process has ended.
  func end() async -> End {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { @Sendable [id] in
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal))
      }
    }
  }

  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    private static var noActions: FileActions { nil }
    private static var noAttributes: Attributes { nil }
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    private static var noActions: FileActions { FileActions() }
    private static var noAttributes: Attributes { Attributes() }
    /// POSIX_SPAWN_SETSID of spawn.h, which Swift does not see.
    private static let newSession: Int16 = 0x80
  #endif

  /// The path of the program that the tests start.
  static func probe() throws -> String {
    let bundle = "/SatchelPackageTests.xctest"
    let path = try #require(CommandLine.arguments.first { $0.contains(bundle) })
    return try #require(path.split(separator: bundle, maxSplits: 1).first) + "/TerminalProbe"
  }
}
