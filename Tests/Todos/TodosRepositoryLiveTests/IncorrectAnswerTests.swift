import CachedResource
import Foundation
import NetworkClient
import PagedList
import Synchronization
import TestSupport
import Testing
import TodoDomain
import TodosRepository
import TodosServiceLive
import TodosTestSupport

/// Tests of incorrect answers. No to-do may get lost, appear twice or disappear for a moment.
@Suite(.timeLimit(.minutes(5)))
struct IncorrectAnswerTests {
  private let host = FakeTodosServer([
    ["id": "1", "title": "one", "is_completed": "0"], ["id": "2", "title": "two", "is_completed": "1"],
  ])
  private let scenario = TodosScenario()

  private func sut() throws -> TodosRepository {
    let base = try #require(URL(string: "http://host"))
    return scenario.repository(
      service: .live(client: host.client, base: base, now: { scenario.time.now }))
  }

  private static func answer(
    _ request: NetworkClient.Request, _ status: Int, _ body: String
  ) -> NetworkClient.Response {
    NetworkClient.Response(status: status, url: request.url, body: Data(body.utf8))
  }

  private func titles(_ sut: TodosRepository) async throws -> [String] { try await sut.items().map(\.todo.title) }

  /// Delivers and refreshes until nothing is waiting, and checks each time that the same to-dos are shown.
  private func settle(_ sut: TodosRepository, showing titles: [String]) async throws {
    for _ in 0..<6 {
      #expect(try await self.titles(sut) == titles)
      _ = try await sut.deliver()
      #expect(try await self.titles(sut) == titles)
      _ = try? await sut.list(.all).refresh()
      #expect(try await self.titles(sut) == titles)
      scenario.time.wait(6)
    }
    #expect(try await sut.items().filter { $0.isPending || $0.refusal != nil } == [], "no edit is waiting")
    #expect(host.todos.compactMap { $0["title"] } == titles, "the server has the same to-dos")
  }

  /// The arguments are answers to an addition that was made.
  @Test(arguments: [
    (200, ""), (201, ""), (204, ""), (200, "<html>Log in</html>"), (200, "null"), (200, "[]"), (200, "{}"),
    (201, #"{"todos": []}"#), (200, #"{"id": "", "title": "new"}"#), (200, #"{"id": null, "title": "new"}"#),
    (201, #"{"id": "9", "tempId": "of another", "title": "new"}"#),
  ])
  func `an addition that the server makes but answers wrongly is shown once`(
    status: Int, body: String
  ) async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    for keepsTempIDs in [true, false] {
      host.overrideResponses { [host] request, answer in
        guard request.method == .post else { return nil }
        _ = try answer()
        if !keepsTempIDs { host.todos[host.todos.count - 1]["tempId"] = nil }
        return Self.answer(request, status, body)
      }
      _ = try await sut.add(["new"])
      try await settle(sut, showing: ["one", "two", "new"] + (keepsTempIDs ? [] : ["new"]))
    }
  }

  /// Makes a change that is answered without a body. All requests for the result fail.
  private func answerNothing(to method: NetworkClient.Request.Method, then failure: NetworkClient.Error) {
    host.overrideResponses { [host] request, answer in
      guard request.method == method else { return nil }
      _ = try answer()
      host.overrideResponses { _, _ in throw failure }
      return Self.answer(request, 204, "")
    }
  }

  @Test(arguments: [.unreachable(.refused), .rejected(status: 403)] as [NetworkClient.Error])
  func `an addition whose result cannot be checked is not made again`(failure: NetworkClient.Error) async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    answerNothing(to: .post, then: failure)
    _ = try await sut.add(["new"])
    #expect(try await sut.deliver().waiting == 1)
    host.overrideResponses { _, _ in nil }
    try await settle(sut, showing: ["one", "two", "new"])
  }

  @Test(arguments: [.unreachable(.refused), .rejected(status: 403)] as [NetworkClient.Error])
  func `a to-do whose deletion cannot be checked is added again when that is undone`(failure: NetworkClient.Error)
    async throws
  {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    answerNothing(to: .delete, then: failure)
    let undo = try await sut.delete(.server("1"))
    #expect(try await sut.deliver().waiting == 1)
    _ = try await sut.undo(undo)
    host.overrideResponses { _, _ in nil }
    try await settle(sut, showing: ["two", "one"])
  }

  @Test(arguments: [.unreachable(.refused), .rejected(status: 403)] as [NetworkClient.Error])
  func `a title whose change cannot be checked is changed back on the server, too`(failure: NetworkClient.Error)
    async throws
  {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    answerNothing(to: .put, then: failure)
    _ = try await sut.rename(.server("1"), "uno")
    #expect(try await sut.deliver().waiting == 1)
    _ = try await sut.rename(.server("1"), "one")
    host.overrideResponses { _, _ in nil }
    try await settle(sut, showing: ["one", "two"])
  }

  @Test(arguments: [true, false])
  func `a title that the server trims is delivered, and shown as the server has it`(hasBody: Bool) async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    host.overrideResponses { [host] request, answer in
      guard request.method == .put else { return nil }
      _ = try answer()
      host.todos[0]["title"] = "uno"
      let body = hasBody ? String(decoding: try JSONEncoder().encode(host.todos[0]), as: UTF8.self) : ""
      return Self.answer(request, 200, body)
    }
    _ = try await sut.rename(.server("1"), "uno ")
    #expect(try await sut.deliver().delivered == 1)
    try await settle(sut, showing: ["uno", "two"])
  }

  @Test func `an edit that the server ignores is refused, and does not hold up the next one`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    host.overrideResponses { request, _ in
      guard request.method == .put, request.url.lastPathComponent == "1" else { return nil }
      return Self.answer(request, 200, #"{"id": "1", "title": "one", "is_completed": "0"}"#)
    }
    _ = try await sut.rename(.server("1"), "one ")
    _ = try await sut.rename(.server("2"), "dos")
    let delivery = try await sut.deliver()
    #expect(delivery.refused.map(\.refusal) == [TodoRefusal(status: 200)])
    #expect(delivery.delivered == 1)
    #expect(delivery.waiting == 0)
    #expect(try await titles(sut) == ["one ", "dos"])
  }

  @Test func `an addition whose title the server trims is found by it, and made once`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    host.overrideResponses { [host] request, answer in
      guard request.method == .post else { return nil }
      _ = try answer()
      host.todos[host.todos.count - 1] = ["id": "\(host.todos.count)", "title": "new", "is_completed": "0"]
      return Self.answer(request, 204, "")
    }
    _ = try await sut.add(["new "])
    #expect(try await sut.deliver().delivered == 1)
    try await settle(sut, showing: ["one", "two", "new"])
  }

  @Test func `an addition that the server answers but does not make is sent again, once`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    let count = Mutex(0)
    host.overrideResponses { request, _ in
      let isFirst = count.withLock { count in
        count += request.method == .post ? 1 : 0
        return count == 1
      }
      return request.method == .post && isFirst ? Self.answer(request, 200, "<html>Log in</html>") : nil
    }
    _ = try await sut.add(["new"])
    try await settle(sut, showing: ["one", "two", "new"])
  }

  @Test func `an addition answered with another id is found by its UUID`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    let id = try await sut.add(["new"]).ids[0]
    host.overrideResponses { request, answer in
      guard request.method == .post else { return nil }
      let added = String(decoding: try answer().body, as: UTF8.self)
      return Self.answer(request, 201, added.replacing(#""s1""#, with: #""other""#))
    }
    try await settle(sut, showing: ["one", "two", "new"])
    #expect(try await sut.todo(id)?.todo.serverID == "s1")
  }

  @Test func `an addition that the server renames has the server's title`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    host.overrideResponses { [host] request, answer in
      guard request.method == .post else { return nil }
      _ = try answer()
      host.todos[2]["title"] = "New."
      return Self.answer(request, 201, String(decoding: try JSONEncoder().encode(host.todos[2]), as: UTF8.self))
    }
    let id = try await sut.add(["new"]).ids[0]
    _ = try await sut.deliver()
    try await settle(sut, showing: ["one", "two", "New."])
    #expect(try await sut.todo(id)?.todo.title == "New.")
  }

  @Test func `an outdated list does not remove a new addition until the settling time is over`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    let old = host.todos
    _ = try await sut.add(["new"])
    _ = try await sut.deliver()
    host.overrideResponses { request, _ in
      guard request.method == .get else { return nil }
      return Self.answer(request, 200, String(decoding: try JSONEncoder().encode(["todos": old]), as: UTF8.self))
    }
    for other in [sut, try self.sut()] {
      _ = try await other.list(.all).refresh()
      #expect(try await titles(other) == ["one", "two", "new"], "a list just after the addition may be older than it")
    }
    scenario.time.wait(5)
    _ = try await sut.list(.all).refresh()
    #expect(try await titles(sut) == ["one", "two"], "a later list without the to-do means that it was deleted")
    host.overrideResponses { _, _ in nil }
    _ = try await sut.list(.all).refresh()
    try await settle(sut, showing: ["one", "two", "new"])
  }

  @Test func `an addition seen on a list is removed by the next list that lacks it`() async throws {
    let sut = try sut()
    _ = try await sut.add(["new"])
    _ = try await sut.list(.all).refresh()
    host.todos.removeLast()
    _ = try await sut.list(.all).refresh()
    #expect(try await titles(sut) == ["one", "two"])
  }

  @Test func `an addition deleted right after its delivery stays deleted`() async throws {
    let sut = try sut()
    let old = host.todos
    let id = try await sut.add(["new"]).ids[0]
    _ = try await sut.deliver()
    _ = try await sut.delete(id)
    host.overrideResponses { request, _ in
      guard request.method == .get else { return nil }
      return Self.answer(request, 200, String(decoding: try JSONEncoder().encode(["todos": old]), as: UTF8.self))
    }
    for _ in 0..<2 {
      _ = try await sut.list(.all).refresh()
      #expect(try await titles(sut) == ["one", "two"])
    }
  }

  @Test func `a to-do that a list repeats is shown once, and two to-dos with one UUID are both shown`() async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    _ = try await sut.add(["new"])
    _ = try await sut.deliver()
    host.overrideResponses { [host] request, _ in
      guard request.method == .get, request.url.lastPathComponent == "todos" else { return nil }
      let list = host.todos + host.todos.reversed()
      return Self.answer(request, 200, String(decoding: try JSONEncoder().encode(["todos": list]), as: UTF8.self))
    }
    try await settle(sut, showing: ["one", "two", "new"])
    host.overrideResponses { _, _ in nil }
    host.todos.append(host.todos[2].merging(["id": "twin"]) { $1 })
    _ = try await sut.list(.all).refresh()
    #expect(try await titles(sut) == ["one", "two", "new", "new"])
    #expect(Set(try await sut.items().map(\.id)).count == 4)
  }

  @Test(arguments: [
    #"{"todos": null}"#, #"{"todos": "none"}"#, "null", "", "<html>Log in</html>", #"{"todos": [{"id": "1""#,
    #"{"todos": [{"id": ""}, {"id": null}, {"id": {}}, {"id": 1.5}, null, "1"]}"#,
  ])
  func `an invalid list changes no shown to-do, and pending edits stay pending`(body: String) async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    host.overrideResponses { request, _ in Self.answer(request, 200, body) }
    _ = try await sut.rename(.server("1"), "uno")
    _ = try await sut.add(["new"])
    for _ in 0..<2 {
      #expect(try await sut.deliver().waiting == 2)
      await #expect(throws: NetworkClient.Error.self) { try await sut.list(.all).refresh() }
      #expect(try await titles(sut) == ["uno", "two", "new"])
      scenario.time.wait(6)
    }
    host.overrideResponses { _, _ in nil }
    try await settle(sut, showing: ["uno", "two", "new"])
  }

  @Test func `a list with odd values shows its valid to-dos`() async throws {
    let sut = try sut()
    host.overrideResponses { request, _ in
      Self.answer(
        request, 200,
        #"{"todos": [{"id": 7, "title": 8, "is_completed": "yes"}, {"id": "", "title": "none"}, {"id": 7, "title": "again"}, "#
          + #"{"id": 123456789012345678901234567890, "title": "huge", "is_completed": "no"}, {"id": " ", "is_completed": 2}]}"#
      )
    }
    _ = try await sut.list(.all).refresh()
    let todos = try await sut.items().map(\.todo)
    #expect(todos.map(\.title) == ["8", "huge", ""])
    #expect(todos.map(\.serverID) == ["7", "123456789012345678901234567890", " "])
    #expect(todos.map(\.isCompleted) == [true, false, true])
  }

  /// The arguments are answers to a replacement, which was or was not made.
  @Test(arguments: [
    (200, ""), (204, ""), (200, "<html>Log in</html>"), (200, #"{"id": "2", "title": "two"}"#),
    (200, #"{"id": "1", "title": "two"}"#), (200, #"{"id": "other", "title": "uno"}"#), (200, "null"),
  ])
  func `an edit with an invalid answer is delivered and changes no other to-do`(
    status: Int, body: String
  ) async throws {
    for isMade in [true, false] {
      host.todos = [["id": "1", "title": "one", "is_completed": "0"], ["id": "2", "title": "two"]]
      let sut = try sut()
      _ = try await sut.list(.all).refresh()
      host.overrideResponses { [host] request, answer in
        guard request.method == .put else { return nil }
        if isMade { _ = try answer() }
        // The next answers are correct.
        host.overrideResponses { _, _ in nil }
        return Self.answer(request, status, body)
      }
      _ = try await sut.rename(.server("1"), "uno")
      try await settle(sut, showing: ["uno", "two"])
    }
  }

  @Test(arguments: [(200, ""), (204, ""), (200, "<html>Log in</html>"), (200, #"{"id": "2"}"#)])
  func `a deletion with an invalid answer is delivered`(status: Int, body: String) async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    host.overrideResponses { [host] request, answer in
      guard request.method == .delete else { return nil }
      _ = try answer()
      host.overrideResponses { _, _ in nil }
      return Self.answer(request, status, body)
    }
    _ = try await sut.delete(.server("1"))
    try await settle(sut, showing: ["two"])
  }

  @Test(arguments: [304, 302, 401, 403, 405, 500])
  func `a status that decides nothing leaves an edit pending, and the counts have the obstacle`(status: Int)
    async throws
  {
    let sut = try sut()
    host.overrideResponses { _, _ in throw NetworkClient.Error.rejected(status: status) }
    await #expect(throws: NetworkClient.Error.rejected(status: status)) { try await sut.list(.all).refresh() }
    host.overrideResponses { request, _ in
      if request.method != .get { throw NetworkClient.Error.rejected(status: status) }
      return nil
    }
    var counts = sut.counts().makeAsyncIterator()
    _ = await counts.next()
    _ = try await sut.add(["new"])
    #expect(await counts.next()?.obstacle == nil)
    _ = try await sut.deliver()
    #expect(await counts.next()?.obstacle == .answer(.rejected(status: status)))
    _ = try await sut.list(.all).refresh()
    #expect(try await titles(sut) == ["one", "two", "new"])
    host.overrideResponses { _, _ in nil }
    scenario.time.wait(6)
    try await settle(sut, showing: ["one", "two", "new"])
    let last = try #require(await counts.next())
    #expect(last.obstacle == nil)
  }

  @Test(arguments: [429, 503])
  func `while the server wants no requests, none is sent, and the counts have the date`(status: Int) async throws {
    let sut = try sut()
    _ = try await sut.list(.all).refresh()
    let requests = CallRecorder<String>()
    let end = scenario.time.now.addingTimeInterval(60)
    host.overrideResponses { request, _ in
      requests.record(request.method.rawValue)
      return NetworkClient.Response(status: status, url: request.url, headers: [("Retry-After", "60")])
    }
    var counts = sut.counts().makeAsyncIterator()
    _ = await counts.next()
    _ = try await sut.add(["new"])
    _ = await counts.next()
    #expect(try await sut.deliver().failure as? AnswerFailure == .pausedUntil(end))
    #expect(requests.all == ["POST"])
    #expect(await counts.next()?.obstacle == .pausedUntil(end))
    _ = try await sut.add(["newer"])
    scenario.time.wait(59)
    #expect(try await sut.deliver().failure as? AnswerFailure == .pausedUntil(end))
    await #expect(throws: AnswerFailure.pausedUntil(end)) { try await sut.list(.all).refresh() }
    #expect(requests.all == ["POST"])
    host.overrideResponses { _, _ in nil }
    scenario.time.wait(1)
    try await settle(sut, showing: ["one", "two", "new", "newer"])
  }

  @Test func `a list of 100,000 to-dos can be refreshed, edited and read`() async throws {
    let sut = try sut()
    host.todos = (1...100_000).map { ["id": "\($0)", "title": "to-do \($0)", "is_completed": "0"] }
    _ = try await sut.list(.all).refresh()
    _ = try await sut.rename(.server("99999"), "renamed")
    #expect(try await sut.deliver().delivered == 1)
    let window = try await sut.list(.all).window(.row(99_990), 5, 20)
    #expect(window.count == 100_000)
    #expect(window.items.contains { $0.todo.title == "renamed" })
  }
}
