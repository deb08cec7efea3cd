import Database
import DatabaseLive
import Foundation
import NetworkClientLive
import Outbox
import PagedList
import Synchronization
import TestSupport
import Testing
import TodoDomain
import TodosRepository
import TodosRepositoryLive
import TodosService
import TodosServiceLive
import TodosStoreLive
import TodosTestSupport

/// Tests of hundreds of deliveries in one process, with the real network client and a faulty server.
@Suite(.timeLimit(.minutes(5)))
struct TodosFaultTests {
  // The faults apply to changes only, because an empty or incomplete list would be a valid answer.
  private static let faults = [
    "lost-answer", "lost-answer", "reset", "cut-headers", "truncate", "no-body", "not-json", "wrong-type", "error-500",
    "refuse", "malformed", "empty",
  ]

  @Test(arguments: 11..<14 as Range<UInt64>)
  func `100 faulty deliveries apply every edit exactly once`(seed: UInt64) async throws {
    let server = try await FixtureServer()
    try await server.control(#"{"todos": []}"#)
    let database = Database.memory()
    let clock = Mutex(Date(timeIntervalSince1970: 0))
    let sut = TodosRepository.live(
      service: .live(client: .live(environment: [:]), base: server.url, now: { Date() }),
      store: .live(database: database), outbox: .live(database: database),
      sender: OutboxSender(owner: UUID(), lease: .seconds(15), now: { clock.withLock { $0 } }),
      settling: .seconds(5), clock: ContinuousClock())
    var generator = SeededGenerator(seed: seed)
    var wishes: [Todo.ID: (round: Int, title: String, isCompleted: Bool)] = [:]
    var failures = 0
    for round in 0..<100 {
      var method = "PUT"
      let known = wishes.sorted { $0.value.round < $1.value.round }.map(\.key)
      switch (Int.random(in: 0..<4, using: &generator), known.randomElement(using: &generator)) {
      case (1, let id?):
        _ = try await sut.rename(id, "renamed \(round)")
        wishes[id]?.title = "renamed \(round)"
      case (2, let id?):
        let isCompleted = wishes[id]?.isCompleted == false
        _ = try await sut.setCompleted(id, isCompleted)
        wishes[id]?.isCompleted = isCompleted
      case (3, let id?) where known.count > 20:
        method = "DELETE"
        _ = try await sut.delete(id)
        wishes[id] = nil
      default:
        method = "POST"
        let id = try await sut.add(["added \(round)"]).ids[0]
        wishes[id] = (round, "added \(round)", false)
      }
      let fault = Self.faults.randomElement(using: &generator) ?? "reset"
      let place = #""path": "/api/todos", "method": "\#(method)", "times": 1"#
      try await server.control(#"{"fault": "\#(fault)", \#(place)}"#)
      clock.withLock { $0 += 6 }
      let delivery = try await sut.deliver()
      if delivery.failure != nil || !delivery.refused.isEmpty { failures += 1 }
      for item in try await sut.list(.all).window(.row(0), 0, 1_000).items where item.refusal != nil {
        _ = try await sut.resolve(item.id, .tryAgain)
      }
    }
    try await server.control(#"{"fault": null}"#)
    clock.withLock { $0 += 20 }
    #expect(try await sut.deliver().waiting == 0)
    _ = try await sut.list(.all).refresh()
    let items = try await sut.list(.all).window(.row(0), 0, 1_000).items
    #expect(items.filter { $0.isPending || $0.refusal != nil || $0.todo.serverID == nil } == [])
    #expect(Set(items.map(\.id)) == Set(wishes.keys))
    #expect(items.count == wishes.count, "no to-do is duplicated")
    #expect(items.map(\.todo.title) == items.map { wishes[$0.id]?.title })
    #expect(items.map(\.todo.isCompleted) == items.map { wishes[$0.id]?.isCompleted })
    #expect(failures > 50, "the server failed often enough")
  }

  @Test func `the fixture server passes the checks of a to-do service`() async throws {
    let server = try await FixtureServer()
    try await server.control(#"{"todos": []}"#)
    let sut = TodosService.live(client: .live(environment: [:]), base: server.url, now: { Date() })
    try await checkTodosService(sut, noticesOthers: false)
    try await checkTodosServiceValidators(sut)
  }

  @Test func `an addition that the server commits late is not sent a second time`() async throws {
    let server = try await FixtureServer()
    try await server.control(#"{"todos": [], "fault": "slow-commit", "method": "POST", "times": 1, "delay": 600}"#)
    let database = Database.memory()
    let start = ContinuousClock.now
    func repository(timeout: Duration) -> TodosRepository {
      .live(
        service: .live(client: .live(timeout: timeout, environment: [:]), base: server.url, now: { Date() }),
        store: .live(database: database), outbox: .live(database: database),
        sender: OutboxSender(
          owner: UUID(), lease: .seconds(1),
          now: { Date(timeIntervalSince1970: start.duration(to: ContinuousClock.now) / .seconds(1)) }),
        settling: .seconds(2), clock: ContinuousClock())
    }
    let sut = repository(timeout: .milliseconds(200))
    _ = try await sut.add(["late"])
    while try await sut.deliver().waiting > 0 {}
    // On a busy machine the list takes longer than that.
    let patient = repository(timeout: .seconds(60))
    _ = try await patient.list(.all).refresh()
    #expect(try await patient.list(.all).window(.row(0), 0, 9).items.map(\.todo.title) == ["late"])
    #expect(try await server.requests().count { $0.method == "POST" && $0.path == "/api/todos" } == 1)
  }
}
