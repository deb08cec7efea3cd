public import Essentials
import Observed
public import Repositories
public import Sync
import TodosRepository

/// Gets all that a server has, for reading it without a network: the sections side by side. To-dos that wait are sent
/// first.
public struct FullSync: Sendable {
  private let tallies: [(kind: SyncKind, tally: Observed<SyncTally>)]
  private let delivery = Observed<TodoDelivery?>(nil)

  /// - Parameter kinds: the sections that are wanted.
  public init(_ kinds: [SyncKind] = SyncKind.allCases) {
    tallies = kinds.map { ($0, Observed(SyncTally())) }
  }

  /// How far it is, or what came of it.
  public var result: SyncResult {
    SyncResult(tallies: tallies.map { ($0.kind, $0.tally.value) }, delivery: delivery.value)
  }

  /// Gets them; whoever cancels the task has what was saved until then.
  /// - `now`: the date that copies are kept with.
  /// - `progress`: where it is shown how far it is, and what the time between two changes of that is measured with; nil
  ///   for nowhere.
  public func run(
    _ options: SyncOptions, in repositories: Repositories, now: @escaping @Sendable () -> Date,
    progress: (clock: any Clock<Duration>, show: @Sendable (SyncProgress) -> Void)? = nil
  ) async {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await withTaskGroup(of: Void.self) { group in
          for (kind, tally) in tallies {
            group.addTask {
              if kind == .todos, !(await deliver(repositories.todos, tally)) { return }
              await repositories.sync(kind, options, tally, now: now)
            }
          }
        }
        return true
      }
      if let progress {
        group.addTask {
          var speed = SyncSpeed()
          while !Task.isCancelled {
            progress.show(speed.progress(result.tallies))
            try? await progress.clock.sleep(for: SyncSpeed.interval)
          }
          return false
        }
      }
      for await isWork in group where isWork { group.cancelAll() }
    }
  }

  /// Sends what waits; false where the disk keeps that from being known.
  private func deliver(_ todos: TodosRepository, _ tally: Observed<SyncTally>) async -> Bool {
    do {
      let result = try await todos.deliver()
      delivery.replace(with: result)
      return true
    } catch {
      if !(error is CancellationError) { tally.update { $0.ending = error } }
      return false
    }
  }
}
