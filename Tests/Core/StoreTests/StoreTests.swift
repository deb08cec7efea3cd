import Store
import TestSupport
import Testing

struct StoreTests {
  struct Broken: Error {}

  @Test func `memory behaves like a store`() async throws {
    try await checkStore(Store<Int, String>.memory(), keys: (1, 2), values: ("a", "b"))
  }

  @Test func `memory starts with what it is given`() async throws {
    #expect(try await Store.memory([1: "a"]).value(1) == "a")
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
