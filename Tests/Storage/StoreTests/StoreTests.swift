import Observed
import Store
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoreTests {
  struct Broken: Error {}

  @Test func `a stub and a failing store signal no change on insert`() async throws {
    let (stub, failing) = (Store.stub([1: "a"]), Store<Int, String>.failing(Broken()))
    for sut in [stub, failing] { _ = sut.changes.watch { Issue.record("a change was signalled") } }
    try await stub.insert("b", 2)
    await #expect(throws: Broken.self) { try await failing.insert("b", 2) }
  }

  @Test func `a stub returns the same value after insert, remove and removeAll`() async throws {
    let sut = Store.stub([1: "a"])
    try await sut.insert("b", 1)
    try await sut.remove(1)
    try await sut.removeAll()
    #expect(try await sut.value(1) == "a")
  }

  @Test func `every endpoint of a failing store throws its error`() async {
    let sut = Store<Int, String>.failing(Broken())
    await #expect(throws: Broken.self) { try await sut.value(1) }
    await #expect(throws: Broken.self) { try await sut.insert("a", 1) }
    await #expect(throws: Broken.self) { try await sut.remove(1) }
    await #expect(throws: Broken.self) { try await sut.removeAll() }
  }
}
