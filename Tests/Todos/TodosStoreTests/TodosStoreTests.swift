import Foundation
import Outbox
import RowList
import TestSupport
import Testing
import TodoDomain
import TodosSource
import TodosStore
import TodosTestSupport

struct TodosStoreTests {
  @Test(.timeLimit(.minutes(1))) func `in memory it behaves as it does on disk`() async throws {
    try await checkRowList(
      TodosStore.memory(header: TodosStoreHeader()), rows: Array([Todo].samples.prefix(3)),
      header: TodosStoreHeader(validator: "\"1\"", fetchedAt: .distantPast))
  }

  @Test(.timeLimit(.minutes(1))) func `it behaves as every source does`() async throws {
    try await checkTodosSource(TodosStore.memory(header: TodosStoreHeader()).source)
    try await checkTodosSourceMarks(TodosStore.memory(header: TodosStoreHeader(validator: "\"1\"")).source)
  }

  @Test func `what is added again takes its own place, and one whose identity another has is named by its id`()
    async throws
  {
    let sut = TodosStore.memory([Todo].samples, header: TodosStoreHeader(validator: "\"1\"", fetchedAt: .distantPast))
    let id = [Todo].samples[0].id
    let again = Todo(id: id, serverID: "SJcbh6mtb", title: "again")
    #expect(try await sut.source.add(again) == again)
    let twin = try await sut.source.add(Todo(id: id, serverID: "twin", title: "twin"))
    #expect(twin == Todo(id: .server("twin"), title: "twin"))
    let kept = try await sut.read()
    #expect(kept.rows == [again] + [Todo].samples.dropFirst() + [twin])
    #expect(kept.header == TodosStoreHeader(fetchedAt: .distantPast), "the mark is not one of this list")
  }

  @Test func `a change says which to-do it is of, as it is after it`() {
    let (old, new) = ([Todo].samples[0], [Todo].samples[1])
    #expect(TodoChange.add(new).todo == new)
    #expect(TodoChange.update(from: old, to: new).todo == new)
    #expect(TodoChange.delete(old).todo == old)
  }
}
