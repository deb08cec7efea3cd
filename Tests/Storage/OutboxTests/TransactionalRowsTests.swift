import Observed
import Outbox
import Testing

struct TransactionalRowsTests {
  struct Failed: Error {}

  @Test(.timeLimit(.minutes(5))) func `failing fails`() async {
    let sut = TransactionalRows<Int, String>.failing(Failed())
    _ = sut.changes.watch { Issue.record("a change was signalled") }
    await #expect(throws: Failed.self) { try await sut.read() }
    await #expect(throws: Failed.self) { try await sut.edit { $0.rows = [1] } }
  }

  @Test func `an edit that nobody runs is an error`() async {
    let sut = TransactionalRows<Int, String>(read: { .init(header: "") }, edit: { _ in }, changes: .none)
    await #expect(throws: (any Error).self) { try await sut.update { $0.rows.count } }
  }
}
