import ItemKind
import Observed
import ReadMarksStore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReadMarksStoreTests {
  struct Failed: Error {}
  let post = ItemKind("post")

  @Test func `failing fails at every endpoint, and never changes`() async {
    let sut = ReadMarksStore.failing(Failed())
    _ = sut.changes.watch { Issue.record("nothing changes") }
    await #expect(throws: Failed.self) { try await sut.add(post, ["1"], .random()) }
    await #expect(throws: Failed.self) { try await sut.remove(post, ["1"]) }
    await #expect(throws: Failed.self) { try await sut.takeBack(.random()) }
    await #expect(throws: Failed.self) { try await sut.marked(post, ["1"]) }
    await #expect(throws: Failed.self) { try await sut.ids(post, nil, 1) }
  }

  @Test func `in the stub nothing is read, whatever is done`() async throws {
    let sut = ReadMarksStore.stub
    _ = sut.changes.watch { Issue.record("nothing changes") }
    #expect(try await sut.add(post, ["1"], .random()) == 0)
    #expect(try await sut.marked(post, ["1"]).isEmpty)
    #expect(try await sut.remove(post, ["1"]).isEmpty)
    #expect(try await sut.takeBack(.random()) == 0)
    #expect(try await sut.ids(post, nil, 9).isEmpty)
  }

  @Test func `two batches are never the same`() {
    #expect(Set((1...1_000).map { _ in ReadMarksBatch.random() }).count == 1_000)
  }
}
