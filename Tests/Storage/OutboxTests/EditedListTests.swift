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

  private func fill() async throws { try await sut.edit { ($0.rows, $0.header) = ([1, 2, 3], "a") } }

  @Test func `rows are there in their order with a header, and the change is told`() async throws {
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

  @Test func `rows change places, one in the middle goes, and the header changes alone`() async throws {
    try await fill()
    try await sut.edit { $0.rows.swapAt(0, 2) }
    #expect(try await sut.read().rows == [3, 2, 1])
    try await sut.edit { $0.rows.remove(at: 1) }
    #expect(try await sut.read().rows == [3, 1])
    try await sut.edit { $0.header = "" }
    #expect(try await sut.read().header == "")
    #expect(try await sut.read().rows == [3, 1])
  }

  @Test func `a change of nothing is none, and of one that fails nothing is saved`() async throws {
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

  @Test func `a change may return something`() async throws {
    try await fill()
    let count = try await sut.update { contents in
      contents.rows.append(2)
      return contents.rows.count
    }
    #expect(count == 4)
    #expect(try await sut.read().rows == [1, 2, 3, 2])
  }

  @Test func `of changes at the same time none is lost`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await sut.edit { $0.rows.append($0.rows.count % 3) } } }
      try await group.waitForAll()
    }
    #expect(try await sut.read().rows == (0..<20).map { $0 % 3 })
  }

  @Test func `a cancelled change is not made`() async throws {
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
