#if os(Linux)
  import Foundation
  import Testing

  /// Tests of the program on a system without one of its libraries.
  @Suite(.timeLimit(.minutes(5)))
  struct MissingLibraryTests {
    @Test func `without SQLite commands, the reader and doctor report the missing library`() async throws {
      let reader = try ReaderProgram(server: #require(URL(string: "http://127.0.0.1:1")))
      let libraries = reader.folder.appending(path: "libraries")
      try FileManager.default.createDirectory(at: libraries, withIntermediateDirectories: true)
      // The loader finds this file before the system's library, and cannot load it.
      try Data().write(to: libraries.appending(path: "libsqlite3.so.0"))
      let environment = ["LD_LIBRARY_PATH": libraries.path()]
      let sentence = "SQLite is not installed. Install the library libsqlite3."
      let expected = ReaderProgram.Ended(output: "", notes: "satchel: \(sentence)\n", status: 69)
      #expect(try await reader.run("posts", environment: environment) == expected)
      #expect(try await reader.run("todo", "add", "x", environment: environment) == expected)
      let doctor = try await reader.run("doctor", environment: environment)
      #expect(
        doctor.output.contains("! SQLite    SQLite is not installed\n            Install the library libsqlite3.\n"))
      #expect(doctor.status == 69)
      var session = try ReaderSession(reader, environment: environment)
      #expect(try await session.ended() == .init(status: 69, isGivenBack: true))
      #expect(session.display.plain == "satchel: \(sentence)\r\n")
    }
  }
#endif
