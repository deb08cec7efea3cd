import Observed
import RowList
import TestSupport
import Testing

struct RowListTests {
  struct Failed: Error {}

  @Test(.timeLimit(.minutes(5))) func `in memory it behaves like a list`() async throws {
    try await checkRowList(RowList<Int, String>.memory(header: ""), rows: [1, 2, 3], header: "a")
  }

  @Test func `in memory it begins with what it is given`() async throws {
    let contents = try await RowList<Int, String>.memory([1], header: "a").read()
    #expect(contents.rows == [1])
    #expect(contents.header == "a")
    #expect(contents.revision == 0, "nothing has changed yet")
  }

  @Test(.timeLimit(.minutes(5))) func `failing fails`() async {
    let sut = RowList<Int, String>.failing(Failed())
    _ = sut.changes.watch { Issue.record("nothing changes") }
    await #expect(throws: Failed.self) { try await sut.read() }
    await #expect(throws: Failed.self) { try await sut.edit { $0.rows = [1] } }
  }

  @Test func `an edit that nobody runs is an error`() async {
    var sut = RowList<Int, String>.memory(header: "")
    sut.edit = { _ in }
    await #expect(throws: (any Error).self) { try await sut.update { $0.rows.count } }
  }
}
