import Essentials
import FullSync
import Repositories
import Sync

/// Gets all of the sections that were chosen, side by side, and says what is there then.
/// - Returns: How the program ends. Where the task is cancelled, what is there is said all the same.
func runSync(
  _ choice: Invocation.SyncChoice, in repositories: Repositories, report: Report, now: @escaping @Sendable () -> Date
) async throws -> Invocation.ExitStatus {
  let sync = FullSync(choice.kinds)
  let progress = report.invocation.isQuiet ? nil : report.output.progress
  await sync.run(
    choice.options(now: now()), in: repositories, now: now,
    progress: progress.map { progress in (progress.clock, { progress.show($0.line) }) })
  progress?.show("")
  let isStopped = Task.isCancelled
  var result = sync.result
  result.isNamed = choice.isNamed
  try report.output.write(
    report.invocation.format == .json ? result.json(isStopped: isStopped, report) : result.text)
  result.tell(report)
  if isStopped {
    let names = choice.isNamed ? choice.kinds.map { " " + $0.rawValue }.joined() : ""
    report.error("stopped; what is saved stays. To go on: satchel sync\(names)")
    return .interrupted
  }
  return result.status
}
