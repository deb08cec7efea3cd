import CounterService
import FileStore
import TestSupport
import Testing

struct CounterServiceTests {
  @Test func `a stub counts from where it stands, and stands still`() async throws {
    let (sut, kept) = (CounterService.stub(4), Calls<Int>())
    #expect(try await sut.increment { kept.record($0) }.count == 5)
    #expect(kept.all == [5])
    #expect(try await sut.count() == 4)
    await #expect(throws: FileStoreError.noSpace) { try await sut.increment { _ in throw FileStoreError.noSpace } }
  }

  @Test func `failing fails at every endpoint, and nothing is kept`() async {
    let sut = CounterService.failing()
    await #expect(throws: FileStoreError.notPermitted) { try await sut.count() }
    await #expect(throws: FileStoreError.notPermitted) {
      try await sut.increment { _ in Issue.record("not to be kept") }
    }
  }
}
