import CachedResource
import Foundation
import NetworkClient
import TestSupport
import Testing
import TodoDomain
import TodosService
import TodosServiceLive
import TodosTestSupport

struct TodosServiceLiveTests {
  private let calls = CallRecorder<NetworkClient.Request>()

  /// Returns a service with answers by method and path.
  private func sut(
    _ answers: [String: String], headers: [(name: String, value: String)] = [], status: Int = 200
  ) throws -> TodosService {
    try sut(headers: headers, status: status) { request, _ in
      guard let body = answers["\(request.method.rawValue) \(request.url.path(percentEncoded: true))"] else {
        throw NetworkClient.Error.rejected(status: 404)
      }
      return body
    }
  }

  /// - Parameter answer: Returns the answer to a request, given the number of previous requests.
  private func sut(
    headers: [(name: String, value: String)] = [], status: Int = 200,
    answer: @escaping @Sendable (_ request: NetworkClient.Request, _ count: Int) throws -> String
  ) throws -> TodosService {
    let base = try #require(URL(string: "http://localhost:8000/base"))
    return .live(
      client: NetworkClient { [calls] request in
        let count = calls.all.count
        calls.record(request)
        let body = try answer(request, count)
        return NetworkClient.Response(status: status, url: request.url, headers: headers, body: Data(body.utf8))
      }, base: base, now: { Date(timeIntervalSince1970: 784_111_777) })
  }

  private let renamed: @Sendable (Todo) -> Todo = { Todo(id: $0.id, title: "new", isCompleted: $0.isCompleted) }
  private let completed: @Sendable (Todo) -> Todo = { Todo(id: $0.id, title: $0.title, isCompleted: true) }

  private var bodies: [String] { calls.all.compactMap { $0.body.map { String(decoding: $0, as: UTF8.self) } } }
  private let place = "/base/api/todos"

  @Test func `the list is decoded in all spellings of its fields`() async throws {
    let sut = try sut(
      [
        "GET \(place)": """
        {"todos": [{"id": "a", "tempId": "A-1", "title": "coding", "is_completed": "0", "more": [1]},
        {"id": 42, "title": 7, "is_completed": 1}, {"id": "c", "title": -1.5, "is_completed": true, "tempId": null},
        {"id": "d", "tempId": ""}, {"title": "without an id"}, {"id": "e", "title": {}, "is_completed": []}, 5,
        {"id": "f", "title": 1000000000000000000000000000000, "is_completed": "1"}], "page": 1}
        """
      ], headers: [("ETag", "\"1\"")])
    let expected = [
      Todo(id: .temporary("A-1"), serverID: "a", title: "coding"),
      Todo(id: .server("42"), title: "7", isCompleted: true),
      Todo(id: .server("c"), title: "-1.5", isCompleted: true), Todo(id: .server("d"), title: ""),
      Todo(id: .server("e"), title: ""),
      Todo(id: .server("f"), title: "1000000000000000000000000000000", isCompleted: true),
    ]
    #expect(try await sut.all("\"0\"") == .changed(Page(expected, unreadable: 2), validator: "\"1\""))
    #expect(calls.all.map { $0.headers["If-None-Match"] } == ["\"0\""])
  }

  @Test(arguments: [
    "[]", "{}", #"{"todos": {}}"#, #"{"todos": [{"title": "a"}, 1]}"#, "<xml>", "", #"{"todos": [{"id": "a"}"#,
  ])
  func `an answer that is not a list throws undecodable`(body: String) async throws {
    let sut = try sut(["GET \(place)": body])
    await #expect { try await sut.all(nil) } throws: {
      if case NetworkClient.Error.undecodable = $0 { true } else { false }
    }
  }

  @Test func `a login page in place of an answer throws page`() async throws {
    let sut = try sut { _, _ in "<!DOCTYPE html><title>Log in</title>" }
    await #expect(throws: NetworkClient.Error.page) { try await sut.all(nil) }
    await #expect(throws: NetworkClient.Error.page) { try await sut.add([Todo].samples[0]) }
    await #expect(throws: NetworkClient.Error.page) { try await sut.update("a", renamed) }
    await #expect(throws: NetworkClient.Error.page) { try await sut.delete("a") }
  }

  @Test func `an empty list is decoded, and a 304 returns unchanged`() async throws {
    #expect(try await sut(["GET \(place)": #"{"todos": []}"#]).all(nil) == .changed(Page([]), validator: nil))
    #expect(try await sut(["GET \(place)": ""], status: 304).all("\"1\"") == .unchanged)
  }

  @Test func `an addition sends its UUID and returns with a server id`() async throws {
    let todo = Todo(id: .temporary("A-1"), title: "a \"b\" / é", isCompleted: true)
    for tempID in [#""tempId": "A-1","#, "", #""tempId": null,"#] {
      let answer = #"{"id": "s1", \#(tempID) "title": "a", "is_completed": "1"}"#
      let added = try await sut(["POST \(place)": answer], status: 201).add(todo)
      #expect(added == Todo(id: .temporary("A-1"), serverID: "s1", title: "a", isCompleted: true))
    }
    let sent = try JSONDecoder().decode([String: String].self, from: Data(bodies[0].utf8))
    #expect(sent == ["tempId": "A-1", "title": "a \"b\" / é", "is_completed": "1"])
    #expect(calls.all[0].headers["Content-Type"] == "application/json")
    #expect(!calls.all[0].mayLeave)
  }

  @Test(arguments: ["", "{}", "[]", "<xml>", #"{"title": "a"}"#, #"{"id": "s1", "tempId": "B", "title": "a"}"#])
  func `an invalid answer to an addition throws undecodable`(answer: String) async throws {
    let sut = try sut(["POST \(place)": answer])
    await #expect { try await sut.add(Todo(id: .temporary("A-1"), title: "a")) } throws: {
      if case NetworkClient.Error.undecodable = $0 { true } else { false }
    }
  }

  @Test func `an update sends the whole to-do, with unknown fields unchanged`() async throws {
    let whole = """
      { "note" : {"b": ["]", "\\"", {}]}, "big":123456789012345678901234567890.10, "title":"old", "id": "a" ,
      "t\\u0069tle": "second", "is_completed": 0, "e": "", "n": null}
      """
    let sut = try sut(
      ["GET \(place)/a": whole, "PUT \(place)/a": #"{"id": "a", "title": "new \"x\"", "is_completed": "1"}"#],
      headers: [("ETag", "\"7\"")])
    let replaced = try await sut.update("a") { present in
      #expect(present == Todo(id: .server("a"), title: "old"))
      return Todo(id: present.id, title: "new \"x\"", isCompleted: true)
    }
    #expect(replaced == Todo(id: .server("a"), title: "new \"x\"", isCompleted: true))
    #expect(
      bodies == [
        #"{"note":{"b": ["]", "\"", {}]},"big":123456789012345678901234567890.10,"title":"new \"x\"","id":"a","#
          + #""is_completed":1,"e":"","n":null}"#
      ])
    #expect(calls.all[1].headers["If-Match"] == "\"7\"")
  }

  @Test(arguments: [
    (#"{"id":"a","is_completed":"0"}"#, #""1""#), (#"{"id":"a","is_completed":0}"#, "1"),
    (#"{"id":"a","is_completed":false}"#, "true"), (#"{"id":"a"}"#, #""1""#),
    (#"{"id":"a","is_completed":null}"#, #""1""#), (#"{"id":"a","is_completed":[]}"#, #""1""#),
  ])
  func `an update spells the completed flag as the server does`(whole: String, spelled: String) async throws {
    let sut = try sut(["GET \(place)/a": whole, "PUT \(place)/a": #"{"id":"a","is_completed":true}"#])
    _ = try await sut.update("a", completed)
    #expect(bodies == [#"{"id":"a","is_completed":\#(spelled)}"#])
  }

  @Test func `an update sends an unchanged title as it came, and no weak ETag`() async throws {
    let sut = try sut(
      ["GET \(place)/a": #"{"id":"a","title":7}"#, "PUT \(place)/a": #"{"id":"a","is_completed":1}"#],
      headers: [("ETag", "W/\"7\"")])
    _ = try await sut.update("a", completed)
    #expect(bodies == [#"{"id":"a","title":7,"is_completed":"1"}"#])
    #expect(calls.all.last?.headers["If-Match"] == nil)
  }

  @Test(arguments: ["", "{}", "<html>", #"{"id": "b", "title": "new"}"#, #"{"id": "a", "title": "odd"}"#])
  func `an invalid answer to an update is checked with another request`(answer: String) async throws {
    for now in ["new", "old"] {
      let sut = try sut { request, count in
        // The first request is for the current to-do, the one after the replacement for its result.
        request.method == .put ? answer : #"{"id": "a", "title": "\#(count == 0 ? "old" : now)"}"#
      }
      guard now == "old" else {
        #expect(try await sut.update("a", renamed).title == "new")
        continue
      }
      await #expect { try await sut.update("a", renamed) } throws: {
        if case NetworkClient.Error.undecodable = $0 { true } else { false }
      }
    }
  }

  @Test func `an update that the server answers twice with the unchanged to-do is refused`() async throws {
    let sut = try sut { _, _ in #"{"id": "a", "title": "old"}"# }
    await #expect(throws: TodoRefusal(status: 200)) { try await sut.update("a", renamed) }
    #expect(calls.all.map(\.method) == [.get, .put, .get])
  }

  @Test func `an update retries after a 412, the last time without If-Match`()
    async throws
  {
    let sut = try sut(headers: [("ETag", "\"1\"")]) { request, _ in
      if request.method == .put, request.headers["If-Match"] != nil {
        throw NetworkClient.Error.rejected(status: 412)
      }
      return request.method == .put ? #"{"id": "a", "title": "new"}"# : #"{"id": "a", "title": "old"}"#
    }
    #expect(try await sut.update("a", renamed).title == "new")
    #expect(calls.all.map(\.method) == [.get, .put, .get, .put, .get, .put])
    #expect(calls.all.filter { $0.method == .put }.map { $0.headers["If-Match"] } == ["\"1\"", "\"1\"", nil])
    let never = try self.sut { request, _ in
      if request.method == .put { throw NetworkClient.Error.rejected(status: 412) }
      return #"{"id": "a", "title": "old"}"#
    }
    await #expect(throws: NetworkClient.Error.rejected(status: 412)) { try await never.update("a", renamed) }
  }

  @Test(.timeLimit(.minutes(5))) func `the live service passes the checks of every to-do service`() async throws {
    let base = try #require(URL(string: "http://localhost"))
    try await checkTodosService(.live(client: FakeTodosServer().client, base: base, now: { .distantPast }))
    try await checkTodosServiceValidators(.live(client: FakeTodosServer().client, base: base, now: { .distantPast }))
  }

  @Test func `a deletion with an invalid answer is checked against the list`() async throws {
    try await sut(["DELETE \(place)/a%2Fb": "{}"]).delete("a/b")
    #expect(calls.all.count == 1)
    try await sut(["DELETE \(place)/a": "", "GET \(place)": #"{"todos": [{"id": "b"}]}"#]).delete("a")
    let notMade = try sut(["DELETE \(place)/a": "<html>", "GET \(place)": #"{"todos": [{"id": "a"}]}"#])
    await #expect { try await notMade.delete("a") } throws: {
      if case NetworkClient.Error.undecodable = $0 { true } else { false }
    }
  }

  @Test(arguments: ["", ".", ".."]) func `an id that is a step of a path is missing and sends no request`(id: String)
    async throws
  {
    let sut = try sut([:])
    await #expect(throws: TodosService.Missing()) { try await sut.update(id, renamed) }
    await #expect(throws: TodosService.Missing()) { try await sut.delete(id) }
    #expect(calls.all.isEmpty)
  }

  @Test(arguments: [404, 410]) func `a 404 or 410 throws Missing for updates and deletions only`(status: Int)
    async throws
  {
    let sut = try sut { _, _ in throw NetworkClient.Error.rejected(status: status) }
    await #expect(throws: TodosService.Missing()) { try await sut.update("a", renamed) }
    await #expect(throws: TodosService.Missing()) { try await sut.delete("a") }
    await #expect(throws: NetworkClient.Error.rejected(status: status)) { try await sut.all(nil) }
    await #expect(throws: NetworkClient.Error.rejected(status: status)) { try await sut.add([Todo].samples[0]) }
  }

  @Test(
    arguments: [429, 503],
    [
      ("60", 60.0), ("0", 1), ("999999", 86_400), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 1),
    ])
  func `a 429 or 503 with Retry-After throws the date until which the server wants no requests`(
    status: Int, after: (field: String, seconds: Double)
  ) async throws {
    let sut = try sut(headers: [("retry-after", after.field)], status: status) { _, _ in "" }
    let pause = AnswerFailure.pausedUntil(Date(timeIntervalSince1970: 784_111_777 + after.seconds))
    await #expect(throws: pause) { try await sut.all(nil) }
    await #expect(throws: pause) { try await sut.add([Todo].samples[0]) }
    await #expect(throws: pause) { try await sut.update("a", renamed) }
    await #expect(throws: pause) { try await sut.delete("a") }
  }

  @Test(arguments: [(503, "soon"), (503, "1.5"), (503, ""), (500, "60"), (403, "60")])
  func `other rejections throw their status, whatever Retry-After they have`(status: Int, field: String) async throws {
    let sut = try sut(headers: field.isEmpty ? [] : [("Retry-After", field)], status: status) { _, _ in "" }
    await #expect(throws: NetworkClient.Error.rejected(status: status)) { try await sut.all(nil) }
    await #expect(throws: NetworkClient.Error.rejected(status: status)) { try await sut.add([Todo].samples[0]) }
  }

  @Test func `an answer with another to-do's id throws undecodable`() async throws {
    let sut = try sut(["GET \(place)/a": #"{"id": "b", "title": "b"}"#])
    await #expect { try await sut.update("a", renamed) } throws: {
      if case NetworkClient.Error.undecodable = $0 { true } else { false }
    }
  }
}
