import Foundation
import ProcessTestSupport
import Testing

/// Tests of the code and the count on disk: their file, restarts, kills at any time, and several processes at once.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FetchStateTests {
  @Test func `twenty concurrent fetches count to twenty, each with its own code`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let fetched = try await withThrowingTaskGroup(of: ReaderProgram.Ended.self) { group in
      for _ in 0..<20 { group.addTask { try await reader.run("fetch", "--format", "json") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(fetched.filter { $0.status != 0 || $0.notes != "" } == [])
    let known = try fetched.map { try JSONDecoder().decode(SavedCode.self, from: Data($0.output.utf8)) }
    #expect(known.map(\.count).sorted() == Array(1...20))
    #expect(Set(known.map(\.code)).count == 20)
    let last = known.first { $0.count == 20 }
    #expect(try await reader.known() == last)
  }

  /// Fifty rounds per series, two hundred in all. Each kills the program a little later than the one before, from half
  /// the duration of a fetch to after its end.
  @Test(arguments: 0..<4)
  func `kill -9 at any moment leaves a code and a count that belong together`(series: Int) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let usual = try await ContinuousClock().measure { _ = try await reader.run("fetch") }
    var before = try await reader.known()
    var numbers = [String: Int]()
    for round in 0..<50 {
      let shown = try await reader.killed(
        after: usual * 0.5 + usual * 0.7 * Double(round * 4 + series) / 200)
      let after = try await reader.known()
      if after.count == before.count {
        #expect(after.code == before.code, "round \(round): the code changed, but not the count")
      } else {
        #expect(after.count == before.count + 1, "round \(round): \(before) \(after)")
        #expect(after.code != before.code, "round \(round): \(before) \(after)")
      }
      if let shown { #expect(shown == after, "round \(round): the shown code and count are on disk") }
      let code = try #require(after.code)
      #expect(numbers.updateValue(after.count, forKey: code) ?? after.count == after.count)
      before = after
    }
    #expect(try await reader.run("fetch", "--format", "json").output.hasSuffix("\"count\":\(before.count + 1)}\n"))
    #expect(try reader.files(in: reader.state).count == 1, "the folder contains only the database")
  }

  @Test func `a damaged state is named and not replaced, no code is requested, and a restored copy works`()
    async throws
  {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    for _ in 1...3 { _ = try await reader.run("fetch") }
    let whole = try reader.files(in: reader.state)
    let asked = try await server.requests().count
    let path = try #require(whole.keys.first)
    let file = reader.state.appending(path: path)
    for damage in [{ $0.prefix($0.count / 2) }, { Data(count: $0.count) }, { $0.prefix(50) }] as [(Data) -> Data] {
      let damaged = damage(try #require(whole[path]))
      try damaged.write(to: file)
      let ended = try await reader.run("fetch")
      #expect(ended.status == 69)
      #expect(ended.output == "")
      let name = file.path(percentEncoded: false)
      #expect(ended.notes.contains("(\(name) is damaged); nothing changed. Restore a good copy"), "\(ended.notes)")
      #expect(try await reader.run("fetch", "--last").status == 69)
      #expect(try reader.files(in: reader.state) == [path: damaged])
    }
    #expect(try await server.requests().count == asked)
    try whole[path]?.write(to: file)
    #expect(try await reader.run("fetch").output.hasSuffix("\nfetched 4 times\n"))
  }

  @Test func `the count survives removal of the cache, and each server has its own`() async throws {
    let one = try await FixtureServer()
    let two = try await FixtureServer()
    let reader = try ReaderProgram(server: one.url)
    for _ in 1...2 { _ = try await reader.run("fetch") }
    _ = try await reader.run("posts")
    try FileManager.default.removeItem(at: reader.cache)
    #expect(try await reader.known().count == 2)
    #expect(try await reader.run("fetch", "--server", two.url.absoluteString).output.hasSuffix("fetched 1 time\n"))
    #expect(try await reader.known().count == 2)
    for path in try FileManager.default.subpathsOfDirectory(atPath: reader.state.path()) + [""] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: reader.state.appending(path: path).path(percentEncoded: false))
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test(arguments: [
    (["SATCHEL_STATE": "", "XDG_STATE_HOME": "/FOLDER/xdg"], [String](), "xdg/satchel"),
    (["SATCHEL_STATE": "", "XDG_STATE_HOME": "relative"], [], ".local/state/satchel"),
    (["SATCHEL_STATE": ""], [], ".local/state/satchel"),
    (["SATCHEL_STATE": "/FOLDER/variable", "XDG_STATE_HOME": "/FOLDER/xdg"], [], "variable"),
    (["SATCHEL_STATE": "/FOLDER/variable"], ["--state", "option"], "option"),
  ])
  func `the state folder comes from the option, the environment or the default`(
    environment: [String: String], options: [String], place: String
  ) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let environment = environment.mapValues { $0.replacing("/FOLDER", with: reader.folder.path()) }
    #expect(try await reader.run(arguments: ["fetch"] + options, environment: environment).status == 0)
    #expect(try reader.files(in: reader.folder.appending(path: place)).count == 1)
  }

  @Test func `a state folder that cannot be written fails the fetch without a request`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    try Data().write(to: reader.folder.appending(path: "file"))
    let ended = try await reader.run("fetch", "--state", "file/state")
    #expect(ended.status == 69)
    #expect(ended.output == "")
    #expect(ended.notes.contains("/file/state/ (not a directory); nothing changed. Check the folder"))
    #expect(try await server.requests().isEmpty)
  }
}

extension ReaderProgram {
  /// Runs `fetch`, kills it after a delay, and returns the output; nil if it is incomplete.
  fileprivate func killed(after delay: Duration) async throws -> SavedCode? {
    let pipe = Pipe()
    let child = try start(["fetch", "--format", "json"], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { child.signal(SIGKILL) }
    let shown = try await aside { try pipe.fileHandleForReading.readToEnd() ?? Data() }
    _ = await child.status
    return shown.last == UInt8(ascii: "\n") ? try JSONDecoder().decode(SavedCode.self, from: shown) : nil
  }
}
