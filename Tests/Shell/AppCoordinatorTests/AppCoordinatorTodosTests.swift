import AppCoordinator
import Terminal
import TerminalTestSupport
import TestClocks
import TestSupport
import Testing
import TodosRepository

/// Tests of to-dos in the reader.
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorTodosTests {
  @Test func `waiting to-dos are delivered while the reader shows posts, until it quits`() async throws {
    let (delivering, ended) = (Gate(), CallRecorder<Bool>())
    var todos = TodosRepository.stub()
    todos.deliverUntilCancelled = {
      try? await delivering.pause()
      ended.record(Task.isCancelled)
    }
    var driver = ReaderDriver(todos: todos)
    try await driver.wait { $0.contains { $0.contains("The lamp room") } }
    await driver.clock.sleeping(2)
    driver.clock.advance(by: .milliseconds(100))
    await delivering.arrived()
    driver.recording.press("q")
    #expect(try await driver.ended() == .quit)
    #expect(ended.all == [true])
  }
}
