import Foundation
import NetworkClient
import TestSupport
import Testing
import TodoDomain
import TodosService
import TodosServiceLive

/// Tests of the reasons that a server gives for refused edits.
struct RefusalTests {
  private func sut(_ status: Int, type: String = "application/json", _ body: String) throws -> TodosService {
    let base = try #require(URL(string: "http://host"))
    return .live(
      client: NetworkClient { request in
        guard request.method != .get else {
          return NetworkClient.Response(url: request.url, body: Data(#"{"id": "a", "title": "old"}"#.utf8))
        }
        #expect(request.returnedRejections == 400..<600)
        return NetworkClient.Response(
          status: status, url: request.url, headers: [("content-type", type)], body: Data(body.utf8))
      }, base: base, now: { .distantPast })
  }

  @Test(arguments: [400, 409, 413, 422])
  func `a refusing status throws TodoRefusal for additions, updates and deletions`(status: Int) async throws {
    let sut = try sut(status, "")
    let refused = TodoRefusal(status: status)
    await #expect(throws: refused) { try await sut.add([Todo].samples[0]) }
    await #expect(throws: refused) { try await sut.update("a") { Todo(id: $0.id, title: "new") } }
    await #expect(throws: refused) { try await sut.delete("a") }
  }

  @Test(arguments: [401, 402, 403, 405, 408, 418, 429])
  func `any other rejection is thrown as a network error`(status: Int) async throws {
    let sut = try sut(status, #"{"error": "no"}"#)
    for change in [
      { _ = try await sut.add([Todo].samples[0]) }, { try await sut.delete("a") },
      { _ = try await sut.update("a") { Todo(id: $0.id, title: "new") } },
    ] as [@Sendable () async throws -> Void] {
      await #expect(throws: NetworkClient.Error.rejected(status: status)) { try await change() }
    }
  }

  @Test(arguments: [
    ("application/json", #"{"error": "too long"}"#, "too long"),
    ("application/json", #"{"code": 7, "errors": [{"field": "title", "message": "is taken"}, "b"]}"#, "is taken"),
    ("application/json", #"{"error": {"message": "no\r\n\u001b[2Jtea\t"}}"#, "no [2Jtea"),
    (
      "application/problem+json", #"{"title": "Bad", "detail": "A title is missing.", "status": 422}"#,
      "A title is missing."
    ),
    ("text/html", #""only a text""#, "only a text"),
    ("text/plain; charset=utf-8", " No ‘tea’ \u{7}✅ here.\n\n", "No ‘tea’ ✅ here."),
    ("application/json", #"{"error": "", "message": null, "reason": "because"}"#, "because"),
  ])
  func `the words of a refusal are decoded from its body into one line`(type: String, body: String, words: String)
    async throws
  {
    let sut = try sut(422, type: type, body)
    await #expect(throws: TodoRefusal(status: 422, words: words)) { try await sut.add([Todo].samples[0]) }
  }

  @Test(arguments: [
    ("text/html", "<html><body>No.</body></html>"), ("application/json", "{}"), ("application/json", "[]"),
    ("application/json", #"{"error": 7}"#), ("application/json", #"{"error": "cut"#), ("text/plain", " \n\u{0}\t "),
    ("", "no type"), ("application/json", String(repeating: "[", count: 100_000)),
  ])
  func `a refusal whose body has no message has no words`(type: String, body: String) async throws {
    let sut = try sut(422, type: type, body)
    await #expect(throws: TodoRefusal(status: 422)) { try await sut.add([Todo].samples[0]) }
  }

  @Test func `the words of a refusal are cut to 200 characters`() async throws {
    for (count, words) in [(200, String(repeating: "é", count: 200)), (201, String(repeating: "é", count: 199) + "…")] {
      let sut = try sut(400, type: "text/plain", String(repeating: "é", count: count))
      await #expect(throws: TodoRefusal(status: 400, words: words)) { try await sut.add([Todo].samples[0]) }
    }
    let sut = try sut(400, type: "text/plain", String(repeating: "é", count: 100_000))
    await #expect { try await sut.add([Todo].samples[0]) } throws: {
      ($0 as? TodoRefusal)?.words?.count == 200
    }
  }
}
