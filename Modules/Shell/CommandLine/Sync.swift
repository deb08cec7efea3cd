import Essentials
import Observed
import Repositories
import Sync
import TodosRepository

/// Gets all of the sections that were chosen, side by side, and says what is there then.
/// - Returns: How the program ends. Where the task is cancelled, what is there is said all the same.
func runSync(
  _ choice: Invocation.SyncChoice, in repositories: Repositories, report: Report, now: @escaping @Sendable () -> Date
) async throws -> Invocation.ExitStatus {
  let options = choice.options(now: now())
  let tallies = choice.kinds.map { (kind: $0, tally: Observed(SyncTally())) }
  let delivery = Observed<TodoDelivery?>(nil)
  await withTaskGroup(of: Bool.self) { group in
    group.addTask {
      await withTaskGroup(of: Void.self) { group in
        for (kind, tally) in tallies {
          group.addTask {
            if kind == .todos, !(await deliver(repositories.todos, to: delivery, tally)) { return }
            await repositories.section(kind, now: now).run(options, tally)
          }
        }
      }
      return true
    }
    if let progress = report.output.progress, !report.invocation.isQuiet {
      group.addTask {
        var line = SyncProgress()
        while !Task.isCancelled {
          progress.show(line.line(tallies.map { ($0.kind, $0.tally.value) }))
          try? await progress.clock.sleep(for: SyncProgress.interval)
        }
        progress.show("")
        return false
      }
    }
    for await isWork in group where isWork { group.cancelAll() }
  }
  let result = SyncResult(
    choice: choice, tallies: tallies.map { ($0.kind, $0.tally.value) }, delivery: delivery.value,
    isStopped: Task.isCancelled)
  try report.output.write(report.invocation.format == .json ? result.json(report) : result.text)
  result.tell(report)
  return result.status
}

/// Sends what waits; false where the disk keeps that from being known.
private func deliver(
  _ todos: TodosRepository, to delivery: Observed<TodoDelivery?>, _ tally: Observed<SyncTally>
) async -> Bool {
  do {
    let result = try await todos.deliver()
    delivery.replace(with: result)
    return true
  } catch {
    if !(error is CancellationError) { tally.update { $0.ending = error } }
    return false
  }
}
