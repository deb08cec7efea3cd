import DatabaseLive
import Observed
import Outbox
import Testing

/// Tests of a list that is stored by position in a table, used as its clients use it.
@Suite(.timeLimit(.minutes(5)))
struct EditedListTests {
  private struct Refused: Error {}

  private let sut = TransactionalRows<Int, String>.table(
    .memory(), named: "numbers", kind: .state, empty: "", key: { Int64($1) }, record: { [$0] },
    row: { $0[0] }, headerRecord: { [$0] }, header: { $0[0] })

  private func fill() async throws {
    try await sut.edit {
      $0.rows = [1, 2, 3]
      $0.header = "a"
    }
  }

  @Test func `an edit saves rows in order with a header, and signals a change`() async throws {
    let empty = try await sut.read()
    #expect(empty.rows == [])
    var told = sut.changes.stream().makeAsyncIterator()
    try await fill()
    #expect(await told.next() != nil)
    let full = try await sut.read()
    #expect(full.rows == [1, 2, 3])
    #expect(full.header == "a")
    #expect(full.revision != empty.revision)
  }

  @Test func `rows can be swapped and removed, and the header can change alone`() async throws {
    try await fill()
    try await sut.edit { $0.rows.swapAt(0, 2) }
    #expect(try await sut.read().rows == [3, 2, 1])
    try await sut.edit { $0.rows.remove(at: 1) }
    #expect(try await sut.read().rows == [3, 1])
    try await sut.edit { $0.header = "" }
    #expect(try await sut.read().header == "")
    #expect(try await sut.read().rows == [3, 1])
  }

  @Test func `an edit without effect and a failed edit save nothing`() async throws {
    try await fill()
    let before = try await sut.read()
    try await sut.edit { $0.revision = 99 }
    #expect(try await sut.read() == before)
    await #expect(throws: Refused.self) {
      try await sut.edit { contents in
        contents.rows = []
        throw Refused()
      }
    }
    #expect(try await sut.read() == before)
  }

  @Test func `update returns the value of its closure`() async throws {
    try await fill()
    let count = try await sut.update { contents in
      contents.rows.append(2)
      return contents.rows.count
    }
    #expect(count == 4)
    #expect(try await sut.read().rows == [1, 2, 3, 2])
  }

  @Test func `concurrent edits are all saved`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await sut.edit { $0.rows.append($0.rows.count % 3) } } }
      try await group.waitForAll()
    }
    #expect(try await sut.read().rows == (0..<20).map { $0 % 3 })
  }

  @Test func `a cancelled edit saves nothing`() async throws {
    try await fill()
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await sut.edit { $0.rows = [] }
      }.value
    }
    #expect(try await sut.read().rows == [1, 2, 3])
  }
}
