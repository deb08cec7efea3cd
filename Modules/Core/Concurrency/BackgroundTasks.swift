import Observed

/// Tasks that run beside the screens until they are done, or until the program ends.
public final class BackgroundTasks: Sendable {
  private struct Running {
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
  }

  private let running = Observed(Running())

  public init() {}

  /// Starts a task.
  public func add(_ work: @escaping @Sendable () async -> Void) {
    running.update { running in
      running.count += 1
      let number = running.count
      running.tasks[number] = Task {
        await work()
        self.running.update { $0.tasks[number] = nil }
      }
    }
  }

  /// Cancels all tasks, and waits until they have ended.
  public func cancel() async {
    let tasks = running.value.tasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
