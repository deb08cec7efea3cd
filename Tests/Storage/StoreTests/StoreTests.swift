import Observed
import Store
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoreTests {
  struct Broken: Error {}

  @Test func `nothing changes in a stub, and nothing in what fails`() async throws {
    let (stub, failing) = (Store.stub([1: "a"]), Store<Int, String>.failing(Broken()))
    for sut in [stub, failing] { _ = sut.changes.watch { Issue.record("a change was signalled") } }
    try await stub.insert("b", 2)
    await #expect(throws: Broken.self) { try await failing.insert("b", 2) }
  }

  @Test func `a stub answers the same whatever is done to it`() async throws {
    let sut = Store.stub([1: "a"])
    try await sut.insert("b", 1)
    try await sut.remove(1)
    try await sut.removeAll()
    #expect(try await sut.value(1) == "a")
  }

  @Test func `failing fails at every endpoint`() async {
    let sut = Store<Int, String>.failing(Broken())
    await #expect(throws: Broken.self) { try await sut.value(1) }
    await #expect(throws: Broken.self) { try await sut.insert("a", 1) }
    await #expect(throws: Broken.self) { try await sut.remove(1) }
    await #expect(throws: Broken.self) { try await sut.removeAll() }
  }
}
