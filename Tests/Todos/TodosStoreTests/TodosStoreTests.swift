import Foundation
import Outbox
import RowList
import TestSupport
import Testing
import TodoDomain
import TodosStore

struct TodosStoreTests {
  @Test(.timeLimit(.minutes(1))) func `in memory it behaves as it does on disk`() async throws {
    try await checkRowList(
      TodosStore.memory(header: TodosStoreHeader()), rows: Array([Todo].samples.prefix(3)),
      header: TodosStoreHeader(validator: "\"1\"", fetchedAt: .distantPast))
  }

  @Test func `a change says which to-do it is of, as it is after it`() {
    let (old, new) = ([Todo].samples[0], [Todo].samples[1])
    #expect(TodoChange.add(new).todo == new)
    #expect(TodoChange.update(from: old, to: new).todo == new)
    #expect(TodoChange.delete(old).todo == old)
  }
}
