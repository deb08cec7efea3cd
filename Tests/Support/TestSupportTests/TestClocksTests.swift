import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TestClocksTests {
  @Test func `an immediate clock adds up its sleeps`() async throws {
    let sut = ImmediateClock()
    try await sut.sleep(for: .seconds(2))
    try await sut.sleep(for: .seconds(3))
    #expect(sut.now.offset == .seconds(5))
  }

  @Test func `a test clock wakes only the sleeps that are due`() async throws {
    let sut = TestClock()
    let short = Task { try await sut.sleep(for: .seconds(1)) }
    let long = Task { try await sut.sleep(for: .seconds(3)) }
    await sut.sleeping(2)
    sut.advance(by: .seconds(1))
    try await short.value
    await sut.sleeping(1)
    sut.advance(by: .seconds(2))
    try await long.value
    #expect(sut.now.offset == .seconds(3))
  }

  @Test func `a sleep until the current time returns at once`() async throws {
    let sut = TestClock()
    try await sut.sleep(until: sut.now, tolerance: nil)
  }

  @Test func `a cancelled sleep ends`() async {
    let sut = TestClock()
    let task = Task { try await sut.sleep(for: .seconds(1)) }
    await sut.sleeping()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
