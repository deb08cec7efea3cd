import AppCoordinator
import DatabaseLive
import Observed
import PositionsStore
import PositionsStoreLive
import Terminal
import TerminalTestSupport
import TestSupport
import Testing
import TodoDomain
import TodosRepository

/// Tests of to-dos in the reader.
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorTodosTests {
  @Test func `waiting to-dos are delivered while the reader shows posts, until it quits`() async throws {
    let delivering = Gate()
    let ended = CallRecorder<Bool>()
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
    try await driver.quit("q")
    #expect(ended.all == [true])
  }

  @Test func `the list of to-dos that was shown and its row come back in the next session`() async throws {
    let positions = PositionsStore.live(database: .memory())
    let todos = (1...5).map { TodoItem(Todo(id: .server("\($0)"), serverID: "\($0)", title: "To-do \($0)")) }
    var driver = ReaderDriver(todos: .stub(todos), positions: positions)
    try await driver.wait { $0.contains { $0.contains("The lamp room") } }
    try await driver.press("3") { $0[2].isSelected("To-do 1") }
    try await driver.press("j") { $0[3].isSelected("To-do 2") }
    try await driver.press("v") { $0[1].hasPrefix(" To-dos › Open") && $0[2].isSelected("To-do 1") }
    try await driver.press("j", "j") { $0[4].isSelected("To-do 3") }
    try await driver.quit("Q")
    driver = ReaderDriver(todos: .stub(todos), positions: positions)
    // Before that, Esc stops the refresh.
    try await driver.wait { $0[1].hasPrefix(" To-dos › Open") && $0[1].contains("live") && $0[4].isSelected("To-do 3") }
    try await driver.press(.escape) { $0[1].hasPrefix(" To-dos  ") && $0[3].isSelected("To-do 2") }
    try await driver.quit("Q")
  }

  @Test func `changes of other processes are noticed at the start and every 15 seconds`() async throws {
    let noticed = Observed(0)
    var driver = ReaderDriver(noticeChanges: { noticed.update { $0 += 1 } })
    try await driver.wait { $0.contains { $0.contains("The lamp room") } }
    await driver.clock.sleeping(2)
    driver.clock.advance(by: .milliseconds(100))
    for count in 1...2 {
      await driver.clock.sleeping(for: .seconds(15))
      #expect(noticed.value == count)
      driver.clock.advance(by: .seconds(15))
      await noticed.changes.wait { noticed.value == count + 1 }
    }
    try await driver.quit("q")
  }
}
