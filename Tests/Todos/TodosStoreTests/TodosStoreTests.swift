import Database
import DatabaseLive
import Foundation
import Outbox
import Testing
import TodoDomain
import TodosStore
import TodosStoreLive

struct TodosStoreTests {
  private let sut = TodosStore.live(database: .memory())

  @Test func `a to-do put again stays at its row, and one with a used identity gets its server id`()
    async throws
  {
    try await sut.edit {
      $0.rows = .samples
      $0.header = TodosStoreHeader(validator: "\"1\"", fetchedAt: .distantPast)
    }
    let revision = try await sut.read().revision
    let id = [Todo].samples[0].id
    let again = Todo(id: id, serverID: "SJcbh6mtb", title: "again")
    try await sut.edit { $0.put(again, at: .distantFuture) }
    try await sut.edit { $0.put(Todo(id: id, serverID: "twin", title: "twin"), at: .distantFuture) }
    let cached = try await sut.read()
    #expect(cached.rows == [again] + [Todo].samples.dropFirst() + [Todo(id: .server("twin"), title: "twin")])
    let delivered = [("SJcbh6mtb", DeliveredPart.Part.title, 0), ("twin", .presence, 1)].map {
      DeliveredPart(serverID: $0, part: $1, revision: revision + $2, date: .distantFuture)
    }
    #expect(
      cached.header == TodosStoreHeader(fetchedAt: .distantPast, delivered: delivered),
      "the validator no longer belongs to the list"
    )
  }

  @Test func `the latest delivered change of each field is recorded once, and unchanged values are not`()
    async throws
  {
    try await sut.edit {
      $0.rows = .samples
      $0.header = TodosStoreHeader(validator: "\"1\"")
    }
    let revision = try await sut.read().revision
    let present = [Todo].samples[2]
    try await sut.edit {
      $0.put(present, at: .distantPast)
      $0.remove("none", at: .distantPast)
    }
    #expect(try await sut.read().header == TodosStoreHeader(validator: "\"1\""))
    for title in ["a", "b"] {
      try await sut.edit { $0.put(Todo(id: present.id, title: title, isCompleted: true), at: .distantPast) }
    }
    try await sut.edit { $0.put(Todo(id: present.id, title: "b"), at: .distantPast) }
    try await sut.edit { $0.remove("SJcbh6mtb", at: .distantPast) }
    let delivered = [("42", DeliveredPart.Part.title, 1), ("42", .completion, 2), ("SJcbh6mtb", .presence, 3)].map {
      DeliveredPart(serverID: $0, part: $1, revision: revision + $2, date: .distantPast)
    }
    let cached = try await sut.read()
    #expect(cached.rows.map(\.title) == ["goto futsal", "b", "写信"])
    #expect(cached.header == TodosStoreHeader(delivered: delivered))
  }

  @Test func `a change has the to-do as it is after the change`() {
    let old = [Todo].samples[0]
    let new = [Todo].samples[1]
    #expect(TodoEdit.add(new).todo == new)
    #expect(TodoEdit.update(from: old, to: new).todo == new)
    #expect(TodoEdit.delete(old).todo == old)
  }
}
