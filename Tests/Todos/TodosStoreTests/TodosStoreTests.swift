import Database
import DatabaseLive
import Foundation
import Outbox
import Testing
import TodoDomain
import TodosService
import TodosStore
import TodosStoreLive
import TodosTestSupport

struct TodosStoreTests {
  private let sut = TodosStore.live(database: .memory())

  @Test(.timeLimit(.minutes(5))) func `it behaves as every source does`() async throws {
    try await checkTodosSource(TodosStore.live(database: .memory()).source(now: { .distantPast }))
    try await sut.edit { $0.header.validator = "\"1\"" }
    try await checkTodosSourceMarks(sut.source(now: { .distantPast }))
  }

  @Test func `what is added again takes its own place, and one whose identity another has is named by its id`()
    async throws
  {
    try await sut.edit {
      ($0.rows, $0.header) = (.samples, TodosStoreHeader(validator: "\"1\"", fetchedAt: .distantPast))
    }
    let revision = try await sut.read().revision
    let id = [Todo].samples[0].id
    let again = Todo(id: id, serverID: "SJcbh6mtb", title: "again")
    let source = sut.source(now: { .distantFuture })
    #expect(try await source.add(again) == again)
    let twin = try await source.add(Todo(id: id, serverID: "twin", title: "twin"))
    #expect(twin == Todo(id: .server("twin"), title: "twin"))
    let cached = try await sut.read()
    #expect(cached.rows == [again] + [Todo].samples.dropFirst() + [twin])
    let delivered = [("SJcbh6mtb", DeliveredPart.Part.title, 0), ("twin", .presence, 1)].map {
      DeliveredPart(serverID: $0, part: $1, revision: revision + $2, date: .distantFuture)
    }
    #expect(
      cached.header == TodosStoreHeader(fetchedAt: .distantPast, delivered: delivered),
      "the mark is not one of this list"
    )
  }

  @Test func `what was changed last of each part is remembered once, and what is left as it is not at all`()
    async throws
  {
    try await sut.edit { ($0.rows, $0.header) = (.samples, TodosStoreHeader(validator: "\"1\"")) }
    let revision = try await sut.read().revision
    let source = sut.source(now: { .distantPast })
    let present = try await source.update("42") { $0 }
    _ = try await source.add(present)
    #expect(try await sut.read().header == TodosStoreHeader(validator: "\"1\""))
    for title in ["a", "b"] {
      _ = try await source.update("42") { Todo(id: $0.id, title: title, isCompleted: $0.isCompleted) }
    }
    _ = try await source.update("42") { Todo(id: $0.id, title: $0.title, isCompleted: !$0.isCompleted) }
    try await source.delete("SJcbh6mtb")
    let delivered = [("42", DeliveredPart.Part.title, 1), ("42", .completion, 2), ("SJcbh6mtb", .presence, 3)].map {
      DeliveredPart(serverID: $0, part: $1, revision: revision + $2, date: .distantPast)
    }
    #expect(try await sut.read().header == TodosStoreHeader(delivered: delivered))
  }

  @Test func `a change says which to-do it is of, as it is after it`() {
    let (old, new) = ([Todo].samples[0], [Todo].samples[1])
    #expect(TodoChange.add(new).todo == new)
    #expect(TodoChange.update(from: old, to: new).todo == new)
    #expect(TodoChange.delete(old).todo == old)
  }
}
