import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BackgroundTasksTests {
  @Test func `cancelling waits until every task has cleaned up`() async {
    let tasks = BackgroundTasks()
    let calls = CallRecorder<String>()
    let begun = [Latch(), Latch()]
    for (number, latch) in begun.enumerated() {
      tasks.add {
        latch.open()
        for await _ in AsyncStream<Never>.makeStream().stream {}
        calls.record("\(number) \(Task.isCancelled)")
      }
    }
    for latch in begun { await latch.wait() }
    await tasks.cancel()
    #expect(calls.all.sorted() == ["0 true", "1 true"])
  }

  @Test func `a task that is done is not waited for`() async {
    let tasks = BackgroundTasks()
    let done = Latch()
    tasks.add { done.open() }
    await done.wait()
    await tasks.cancel()
  }
}
