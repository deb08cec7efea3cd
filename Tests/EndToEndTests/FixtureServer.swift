import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import ProcessTestSupport

/// `server/server.py` on a free port, for one test; it stops when the test releases it.
final class FixtureServer: Sendable {
  let url: URL
  /// Reserves the port while no server runs; otherwise the server of another test could answer.
  private let port: ClosedPort?
  private let child: ChildProcess
  /// The server stops when this pipe closes, so it never outlives the tests, even if they crash.
  private let lifeline: Pipe
  private let client = NetworkClient.live(environment: [:])

  struct NotReady: Error { var line: String }

  convenience init(_ arguments: String...) async throws {
    #if canImport(Darwin)
      // On macOS, a server cannot listen on a port that another process holds.
      let port: ClosedPort? = nil
    #else
      let port: ClosedPort? = try ClosedPort()
    #endif
    try await self.init(arguments: arguments, number: port?.url.port ?? 0, port)
  }

  private init(arguments: [String], number: Int, _ port: ClosedPort?) async throws {
    self.port = port
    lifeline = Pipe()
    let output = Pipe()
    child = try ChildProcess(
      ChildProcess.python,
      ["-S", root.appending(path: "server/server.py").path(), "--port", "\(number)", "--lifeline"] + arguments,
      input: lifeline.fileHandleForReading, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let line = await Self.firstLine(output.fileHandleForReading)
    guard let match = line.firstMatch(of: /Serving on (http:\/\/\S+)/), let url = URL(string: String(match.1)) else {
      throw NotReady(line: line)
    }
    self.url = url
  }

  /// Returns another server at the address of this one.
  func another(_ arguments: String...) async throws -> FixtureServer {
    try await FixtureServer(arguments: arguments, number: url.port ?? 0, port)
  }

  /// Kills the server, so that its port refuses connections.
  func stop() async {
    child.signal(SIGKILL)
    _ = await child.status
  }

  /// Sets a fault, or another setting of `POST /control`.
  func control(_ settings: String) async throws {
    _ = try await client.send(
      .init(url.appending(path: "control"), method: .post, body: Data(settings.utf8)))
  }

  struct Log: Decodable {
    struct Request: Decodable {
      var method: String
      var path: String
      var headers: [String: String]
      var status: Int?
    }
    var requests: [Request]
  }

  /// Returns the body of the response to a GET request.
  func body(of path: String) async throws -> Data { try await client.send(.init(url.appending(path: path))).body }

  /// Returns the requests so far.
  func requests() async throws -> [Log.Request] {
    try await client.fetch(Log.self, .init(url.appending(path: "control"))).requests
  }

  /// Waits until the requests meet a condition. The server answers as soon as there is another request.
  func requests(until isEnough: ([Log.Request]) -> Bool) async throws {
    var seen = try await requests()
    while !isEnough(seen) {
      let more = url.appending(path: "control").appending(queryItems: [.init(name: "wait", value: "\(seen.count + 1)")])
      seen = try await client.fetch(Log.self, .init(more)).requests
    }
  }

  private static func firstLine(_ handle: FileHandle) async -> String {
    (try? await aside {
      var line = Data()
      while !line.contains(UInt8(ascii: "\n")) {
        let data = handle.availableData
        if data.isEmpty { break }
        line += data
      }
      return String(decoding: line, as: UTF8.self)
    }) ?? ""
  }
}

/// Runs blocking work on a new thread, because all tests share the few threads of the pool.
func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try work() }) }.start()
  }
}

let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
