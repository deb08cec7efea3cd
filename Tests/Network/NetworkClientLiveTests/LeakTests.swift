import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  /// Each test runs in its own process, where nothing else opens files or threads.
  @Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  struct Leaks {
    /// Returns the number of files (`fd`) or threads (`task`) of this process.
    static func count(_ what: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(what)").count
    }

    /// Returns whether libcurl is loaded. Loading it is the first thing that the client's thread does.
    static func isLibraryOpen() throws -> Bool {
      // `String(contentsOf:)` reads only 4 KB of such files.
      let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
      return try maps.readToEnd()?.firstRange(of: Data("libcurl".utf8)) != nil
    }

    /// Sends ten requests, and then as many concurrent ones as possible that it cancels.
    static func use(_ sut: NetworkClient, _ host: LoopbackHost) async throws {
      for _ in 0..<10 { _ = try await sut.send(.init(host.url("/"))) }
      let seen = host.requests.count
      let tasks = (0..<8).map { _ in Task { try await sut.send(.init(host.url("/hang"))) } }
      try await host.seen(seen + 8)
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func `libcurl is not loaded before the first request`() async {
      await #expect(processExitsWith: .success) {
        let host = try LoopbackHost(.answer())
        let sut = NetworkClient.undisturbed()
        #expect(try !Leaks.isLibraryOpen())
        _ = try await sut.send(.init(host.url()))
        #expect(try Leaks.isLibraryOpen())
      }
    }

    @Test func `a hundred clients, a thousand requests and hundreds of cancellations leak no files or threads`() async {
      await #expect(processExitsWith: .success) {
        let host = try LoopbackHost { $0.target == "/hang" ? .hang : .answer(text: "1") }
        try await Leaks.use(.undisturbed(), host)
        try await host.ended(host.connections)
        let files = try Leaks.count("fd")
        let threads = try Leaks.count("task")
        for _ in 0..<100 { try await Leaks.use(.undisturbed(), host) }
        try await host.ended(host.connections)
        #expect(host.requests.count == 101 * 18)
        // The last client and the last connections may still be closing.
        #expect(try Leaks.count("fd") < files + 20)
        #expect(try Leaks.count("task") < threads + 20)
      }
    }

    @Test func `a client in long use does not accumulate files or threads`() async {
      await #expect(processExitsWith: .success) {
        let host = try LoopbackHost { $0.target == "/hang" ? .hang : .answer(text: "1") }
        let sut = NetworkClient.undisturbed()
        try await Leaks.use(sut, host)
        let files = try Leaks.count("fd")
        let threads = try Leaks.count("task")
        for _ in 0..<100 { try await Leaks.use(sut, host) }
        try await host.ended(host.connections - 1)
        #expect(try Leaks.count("fd") < files + 20)
        #expect(try Leaks.count("task") < threads + 20)
      }
    }
  }
}
