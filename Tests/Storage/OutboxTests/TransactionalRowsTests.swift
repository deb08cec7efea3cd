import Observed
import Outbox
import Testing

struct TransactionalRowsTests {
  struct Failed: Error {}

  @Test(.timeLimit(.minutes(5))) func `a failing list throws from read and edit and signals no change`() async {
    let sut = TransactionalRows<Int, String>.failing(Failed())
    _ = sut.changes.watch { Issue.record("a change was signalled") }
    await #expect(throws: Failed.self) { try await sut.read() }
    await #expect(throws: Failed.self) { try await sut.edit { $0.rows = [1] } }
  }

  @Test func `update throws when edit does not run its closure`() async {
    let sut = TransactionalRows<Int, String>(read: { .init(header: "") }, edit: { _ in }, changes: .none)
    await #expect(throws: (any Error).self) { try await sut.update { $0.rows.count } }
  }
}
