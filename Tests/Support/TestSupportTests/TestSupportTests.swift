import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TestSupportTests {
  @Test func `an unexpected call records an issue and throws`() async {
    let endpoint: @Sendable (Int) async throws -> String = unexpected("posts")
    await withKnownIssue {
      await #expect(throws: UnexpectedCall.self) { try await endpoint(1) }
    }
  }

  @Test func `a paused task continues when its gate is opened`() async throws {
    let gate = Gate()
    async let paused: Void = gate.pause()
    await gate.open()
    try await paused
  }

  @Test func `a cancelled pause ends`() async {
    let gate = Gate()
    let task = Task { try await gate.pause() }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
