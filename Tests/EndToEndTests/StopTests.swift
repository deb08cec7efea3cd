#if os(Linux)
  import Foundation
  import ProcessTestSupport
  import Testing

  /// Tests of a program that is stopped for longer than its lease, as by a closed lid, while another one delivers.
  @Suite(.timeLimit(.minutes(5)), .enabled(if: PreloadedLibrary.canBeMade, "no C compiler, cc"))
  struct StopTests {
    /// A library that counts the steps of a program: its calls to a clock and on connections. It stops the program at
    /// one step, before a call to the clock or after another call. It prints a line when the program stops, or the
    /// number of steps at the end. When the program continues, its clocks are ahead by SECONDS; in a program that never
    /// stops, only the date is ahead, from the start. So no test waits for a lease to end.
    private let steps = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <poll.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/socket.h>
      #include <sys/syscall.h>
      #include <time.h>
      #include <unistd.h>
      static int count, last, seconds, passed;
      __attribute__((constructor)) static void begin(void) {
        last = atoi(getenv("STOP_AT"));
        seconds = atoi(getenv("SECONDS"));
      }
      void _exit(int status) {
        dprintf(2, "%d\\n", count);
        for (;;) syscall(SYS_exit_group, status);
      }
      static void step(void) {
        if (__atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST) != last) return;
        int saved = errno;
        dprintf(2, "stopped\\n");
        syscall(SYS_tgkill, getpid(), gettid(), SIGSTOP);
        __atomic_store_n(&passed, 1, __ATOMIC_SEQ_CST);
        errno = saved;
      }
      int clock_gettime(clockid_t clock, struct timespec *time) {
        if (clock != CLOCK_REALTIME) step();
        int result = syscall(SYS_clock_gettime, clock, time);
        if (__atomic_load_n(&passed, __ATOMIC_SEQ_CST) || (last == 0 && clock == CLOCK_REALTIME)) time->tv_sec += seconds;
        return result;
      }
      #define STEP(type, name, types, ...) \\
        type name types { \\
          type (*real) types = dlsym(RTLD_NEXT, #name), result = real(__VA_ARGS__); \\
          step(); \\
          return result; \\
        }
      STEP(int, poll, (struct pollfd *files, nfds_t number, int time), files, number, time)
      STEP(ssize_t, send, (int socket, const void *bytes, size_t count, int flags), socket, bytes, count, flags)
      STEP(ssize_t, recv, (int socket, void *bytes, size_t count, int flags), socket, bytes, count, flags)

      """

    private struct StoppedRun {
      var reader: ReaderProgram
      var program: ChildProcess
      /// The output on standard error before the program stopped or ended.
      var notes: String

      /// Whether the program was stopped during a write, which blocks all other programs.
      var isWriting: Bool {
        get throws {
          try reader.files(in: reader.state).keys.contains { name in
            let file = try FileHandle(forReadingFrom: reader.state.appending(path: name))
            var lock = flock()
            lock.l_type = Int16(F_RDLCK)
            let answer = withExtendedLifetime(file) { fcntl(file.fileDescriptor, F_GETLK, &lock) }
            return answer == 0 && lock.l_type != F_UNLCK
          }
        }
      }
    }

    /// Adds a to-do, and returns when the program has stopped or ended.
    private func add(
      _ title: String, on server: FixtureServer, stopAt step: Int, _ library: PreloadedLibrary
    ) async throws -> StoppedRun {
      let reader = try ReaderProgram(server: server.url)
      let notes = Pipe()
      let program = try reader.start(
        ["todo", "add", title, "--timeout", "1"], output: nil, notes: notes.fileHandleForWriting,
        environment: library.environment.merging(["STOP_AT": "\(step)", "SECONDS": "\(step > 0 ? 7 : 0)"]) { $1 })
      try notes.fileHandleForWriting.close()
      let text = try await aside {
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")), case let more = notes.fileHandleForReading.availableData,
          !more.isEmpty
        {
          text += more
        }
        return String(decoding: text, as: UTF8.self)
      }
      return StoppedRun(reader: reader, program: program, notes: text)
    }

    /// Runs work `count` times, four at once, and returns the results.
    private func times<Value: Sendable>(
      _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
      try await withThrowingTaskGroup(of: [Value].self) { group in
        for lane in 0..<4 {
          group.addTask {
            var values: [Value] = []
            for number in stride(from: lane, to: count, by: 4) { values.append(try await work(number)) }
            return values
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
    }

    private struct Todos: Decodable {
      struct Todo: Decodable {
        var title: String
        var tempId: String
      }
      var todos: [Todo]
    }

    @Test func `a to-do is created once, wherever its sender was stopped while another delivered it`() async throws {
      let server = try await FixtureServer()
      try await server.control(#"{"todos": []}"#)
      let folder = try ReaderProgram(server: server.url)
      let library = try await PreloadedLibrary(steps, in: folder.folder)
      let steps = try #require(
        try await Int(add("counted", on: server, stopAt: 0, library).notes.filter(\.isNumber)),
        "the library prints the number of steps")
      let rounds = try await times(100) { round in
        try await add("round \(round)", on: server, stopAt: 1 + round * steps / 100, library)
      }
      #expect(rounds.count { $0.notes == "stopped\n" } > 80)
      // These times exceed a lease and the wait for requests that may still arrive.
      let later = { @Sendable (seconds: Int) in
        library.environment.merging(["STOP_AT": "0", "SECONDS": "\(seconds)"]) { $1 }
      }
      let others = try rounds.filter { try !$0.isWriting }
      #expect(others.count > 80)
      _ = try await times(others.count) {
        try await others[$0].reader.run(arguments: ["todos", "--deliver", "--timeout", "1"], environment: later(7))
      }
      for round in rounds {
        round.program.signal(SIGCONT)
        _ = await round.program.status
      }
      let last = try await times(100) {
        try await rounds[$0].reader.run(arguments: ["todos", "--deliver"], environment: later(14))
      }
      #expect(last.filter { $0.status != 0 || !$0.output.hasSuffix(" 0 waiting to be sent\n") } == [])
      let todos = try await JSONDecoder().decode(Todos.self, from: server.body(of: "api/todos")).todos
      #expect(Set(todos.map(\.title)) == Set((0..<100).map { "round \($0)" } + ["counted"]))
      let twice = Dictionary(grouping: todos, by: \.tempId).values.filter { $0.count > 1 }.map { $0[0].title }
      #expect(twice == [], "no to-do is duplicated; the program has \(steps) steps")
      #expect(todos.count == 101)
    }
  }
#endif
