#if os(Linux)
  import Foundation
  import ProcessTestSupport
  import Testing

  /// Tests of the program with preloaded libraries.
  @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: PreloadedLibrary.canBeMade, "no C compiler, cc"))
  struct PreloadTests {
    private let reader: ReaderProgram

    init() throws { reader = try ReaderProgram(server: #require(URL(string: "http://127.0.0.1:1"))) }

    /// A library that changes the environment, as libfaketime and others do.
    private let changesTheEnvironment = """
      #include <stdlib.h>
      __attribute__((constructor)) static void change(void) { setenv("SET_BY_A_LIBRARY", "1", 1); }
      """

    @Test func `the program reads its arguments despite a preloaded library that changes the environment`() async throws
    {
      let library = try await PreloadedLibrary(changesTheEnvironment, in: reader.folder)
      let ended = try await reader.run("--version", environment: library.environment)
      #expect(ended == .init(output: "satchel 0.1.0\n", notes: "", status: 0))
    }

    /// The tested program uses the dynamic standard library, which saves the arguments; a release does not.
    @Test func `a static program reads its arguments despite a preloaded library that changes the environment`()
      async throws
    {
      let library = try await PreloadedLibrary(changesTheEnvironment, in: reader.folder)
      let main = reader.folder.appending(path: "main.swift")
      try Data("print(try arguments)\n".utf8).write(to: main)
      let program = reader.folder.appending(path: "program").path()
      let source = root.appending(path: "App/Arguments.swift").path()
      let compiler = try ChildProcess(
        "swiftc", ["-static-stdlib", source, main.path(), "-o", program], errors: .standardError)
      try #require(await compiler.status == 0)
      let ended = try await reader.run(
        arguments: ["", "posts", "a b"], executable: URL(filePath: program), environment: library.environment)
      #expect(ended == .init(output: #"["", "posts", "a b"]"# + "\n", notes: "", status: 0))
    }

    /// The faults occur in SQLite's write function, which never runs on the main thread.
    @Test(arguments: [
      ("__builtin_trap()", [SIGILL, SIGTRAP]), ("*(volatile int *)8 = 0", [SIGSEGV]), ("abort()", [SIGABRT]),
    ])
    func `a crash in a background thread restores the terminal`(fault: String, signals: [Int32]) async throws {
      let source = """
        #define _GNU_SOURCE
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        ssize_t pwrite64(int file, const void *bytes, size_t count, off_t start) {
          if (getpid() != gettid() && access(getenv("FAULT"), F_OK) == 0) \(fault);
          return syscall(SYS_pwrite64, file, bytes, count, start);
        }
        """
      let library = try await PreloadedLibrary(source, in: reader.folder)
      let server = try await FixtureServer()
      let reader = try ReaderProgram(server: server.url)
      let switched = reader.folder.appending(path: "fault")
      // The Swift runtime would print a backtrace, which takes time.
      let environment = ["FAULT": switched.path(), "SWIFT_BACKTRACE": "enable=no"]
      var session = try ReaderSession(reader, environment: library.environment.merging(environment) { $1 })
      try await session.wait { $0.isLive }
      try Data().write(to: switched)
      try session.type("b")
      let ended = try await session.ended()
      #expect(signals.map { -$0 }.contains(ended.status), "\(ended.status)")
      #expect(ended.isGivenBack == true, "\(session.display.modes)")
      #expect(session.display.isGivenBack, "\(session.display.modes)")
    }
  }
#endif
