#if os(Linux)
  import Foundation
  import ProcessTestSupport
  import Testing

  /// A satchel that is stopped while it delivers, as by a closed lid, and goes on when another has delivered the same.
  @Suite(.serialized, .enabled(if: PreloadedLibrary.canBeMade), .timeLimit(.minutes(5)))
  struct TodosStopTests {
    /// Stops the process at a step, and says so. When it goes on, a minute has passed for it.
    private static let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <poll.h>
      #include <signal.h>
      #include <stdarg.h>
      #include <stdatomic.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/types.h>
      #include <time.h>
      #include <unistd.h>
      static atomic_int steps;
      static atomic_long shift;
      static int number(const char *name) { return getenv(name) ? atoi(getenv(name)) : 0; }
      __attribute__((constructor)) static void begin(void) { shift = number("STOP_SHIFT"); }
      static void step(void) {
        int error = errno;
        if (++steps == number("STOP_AT")) {
          dprintf(2, "\\nstopped\\n");
          kill(getpid(), SIGSTOP);
          shift += 60;
        }
        errno = error;
      }
      #define NEXT(type) static __typeof__(type) *real; if (!real) *(void **)&real = dlsym(RTLD_NEXT, __func__)
      void _exit(int status) {
        NEXT(void(int));
        if (getenv("STOP_AT")) dprintf(2, "\\n%d steps\\n", steps);
        real(status);
        __builtin_unreachable();
      }
      int clock_gettime(clockid_t id, struct timespec *time) {
        NEXT(int(clockid_t, struct timespec *));
        int result = real(id, time);
        if (id != CLOCK_PROCESS_CPUTIME_ID && id != CLOCK_THREAD_CPUTIME_ID) time->tv_sec += shift;
        return result;
      }
      int connect(int file, const void *address, unsigned length) {
        NEXT(int(int, const void *, unsigned));
        step();
        int result = real(file, address, length);
        step();
        return result;
      }
      int poll(struct pollfd *files, nfds_t count, int time) {
        NEXT(int(struct pollfd *, nfds_t, int));
        step();
        return real(files, count, time);
      }
      ssize_t send(int file, const void *bytes, size_t count, int flags) {
        NEXT(ssize_t(int, const void *, size_t, int));
        ssize_t result = real(file, bytes, count, flags);
        step();
        return result;
      }
      ssize_t recv(int file, void *bytes, size_t count, int flags) {
        NEXT(ssize_t(int, void *, size_t, int));
        step();
        return real(file, bytes, count, flags);
      }
      ssize_t write(int file, const void *bytes, size_t count) {
        NEXT(ssize_t(int, const void *, size_t));
        if (file > 2) step();
        return real(file, bytes, count);
      }
      int fcntl64(int file, int command, ...) {
        static int (*real)(int, int, ...);
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fcntl64");
        va_list rest;
        va_start(rest, command);
        void *argument = va_arg(rest, void *);
        va_end(rest);
        int result = real(file, command, argument);
        if (command == F_SETLK && ((struct flock *)argument)->l_type == F_UNLCK) step();
        return result;
      }
      """

    private let server: FixtureServer
    private let folder = TemporaryFolder()
    private let library: PreloadedLibrary

    init() async throws {
      server = try await FixtureServer()
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      library = try await PreloadedLibrary(Self.source, in: folder.url)
    }

    private func environment(_ more: [String: String]) -> [String: String] { library.environment.merging(more) { $1 } }

    /// Adds a to-do, and stops while it does, until another process has delivered what waits a minute later.
    /// - Returns: how many steps there were; nil where it was stopped.
    private func add(_ title: String, stopAt step: Int) async throws -> Int? {
      let reader = try Reader(server: server.url)
      // The state is there.
      _ = try await reader.run("todos", "--deliver")
      let pipe = Pipe()
      let child = try reader.start(
        ["todo", "add", title], output: .nullDevice, notes: pipe.fileHandleForWriting,
        environment: environment(["STOP_AT": "\(step)"]))
      try pipe.fileHandleForWriting.close()
      let words = try await words(pipe.fileHandleForReading, until: "\nstopped\n")
      if words.hasSuffix("stopped\n") {
        _ = try await reader.run("todos", "--deliver", environment: environment(["STOP_SHIFT": "60"]))
        child.signal(SIGCONT)
        _ = try await self.words(pipe.fileHandleForReading, until: nil)
      }
      _ = await child.status
      // What could not be delivered then is now.
      _ = try await reader.run("todos", "--deliver", environment: environment(["STOP_SHIFT": "600"]))
      return words.firstMatch(of: /(\d+) steps/).flatMap { Int($0.1) }
    }

    private func words(_ file: FileHandle, until end: String?) async throws -> String {
      try await aside {
        var data = Data()
        while let more = try file.read(upToCount: 1), !more.isEmpty {
          data += more
          if let end, data.suffix(end.utf8.count) == Data(end.utf8) { break }
        }
        return String(decoding: data, as: UTF8.self)
      }
    }

    @Test func `a to-do is made once wherever the process was stopped`() async throws {
      let count = try #require(try await add("uninterrupted", stopAt: 0))
      let rounds = Int(ProcessInfo.processInfo.environment["SATCHEL_STOPS"] ?? "") ?? 16
      var titles = ["uninterrupted"]
      for round in 1...rounds {
        let step = max(1, count * round / rounds)
        titles.append("step \(step) of \(count), round \(round)")
        _ = try await add(titles[round], stopAt: step)
      }
      let made = String(decoding: try await server.body(of: "api/todos"), as: UTF8.self)
      for title in titles {
        let times = made.ranges(of: "\"\(title)\"").count
        #expect(times == 1, "\(title)")
      }
    }
  }
#endif
