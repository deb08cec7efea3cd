import Foundation
import NetworkClientTestSupport
import ProcessTestSupport
import Testing

/// Tests of the memory that long lists in one answer take.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MemoryTests {
  /// Runs a program, and prints the most memory that it took, in KiB, on standard error.
  static let script = """
    import resource, subprocess, sys
    status = subprocess.call(sys.argv[1:])
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(most // 1024 if sys.platform == "darwin" else most, file=sys.stderr)
    sys.exit(status)
    """

  /// The size of SQLite's caches, which a short list does not fill, in bytes.
  static let caches = 5 << 20

  static func posts(_ count: Int) -> Data {
    let posts = (1...count).map { #"{"id":\#($0),"userId":1,"title":"Post \#($0)","body":""}"# }
    return Data("[\(posts.joined(separator: ","))]".utf8)
  }

  static func todos(_ count: Int) -> Data {
    let todos = (1...count).map { #"{"id":"\#($0)","title":"Todo \#($0)","is_completed":"0"}"# }
    return Data(#"{"todos":[\#(todos.joined(separator: ","))]}"#.utf8)
  }

  /// Returns the number of printed lines, and the most memory that the program took, in bytes.
  func run(_ reader: ReaderProgram, _ arguments: [String]) async throws -> (lines: Int, memory: Int) {
    let ended = try await reader.run(
      arguments: ["-S", "-c", Self.script, try #require(ReaderProgram.program).path()] + arguments,
      executable: URL(filePath: ChildProcess.python))
    #expect(ended.status == 0, "\(ended.notes)")
    let memory = try #require(ended.notes.split(separator: "\n").last.flatMap { Int($0) })
    return (ended.output.split(separator: "\n").count, memory << 10)
  }

  @Test(arguments: [("posts", 110_000), ("todos", 90_000)])
  func `a long list takes at most three times its response's size in memory`(list: String, count: Int) async throws {
    let make = list == "posts" ? Self.posts : Self.todos
    func host(_ body: Data) throws -> LoopbackHost {
      try LoopbackHost { $0.target.contains(list) ? .answer(body: body) : .answer(404) }
    }
    let short = try host(make(10))
    let body = make(count)
    let shortReader = try ReaderProgram(server: short.url(""))
    let base = try await run(shortReader, [list]).memory
    let host = try host(body)
    let reader = try ReaderProgram(server: host.url(""))
    // The list is downloaded, downloaded again when it is already saved, and read from the disk.
    for options in [[], [], ["--offline"]] {
      let (lines, memory) = try await run(reader, [list] + options)
      #expect(lines == count)
      #expect(Double(memory - base - Self.caches) / Double(body.count) < 3, "\(options)")
    }
  }
}
