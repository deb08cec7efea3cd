import Observed

/// The running tasks, at most one of each kind: the one with the highest number. The state assigns the numbers, but
/// tasks begin later and in any order. A task that comes after one with a higher number does not begin.
struct Jobs: Sendable {
  private let jobs = Observed<[ItemListWork: (number: Int, task: Task<Void, Never>?)]>([:])

  /// Starts a task in place of the running one of its kind; returns nil if one with a higher number was started or
  /// stopped.
  func start(_ work: ItemListWork, number: Int, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    guard reserve(work, number) else { return nil }
    let task = Task { await body() }
    let isNewest = jobs.update { jobs in
      guard jobs[work]?.number == number else { return false }
      jobs[work]?.task = task
      return true
    }
    if !isNewest { task.cancel() }
    return task
  }

  /// Stops the task of a kind unless it has a higher number, and prevents tasks up to this number from starting.
  func stop(_ work: ItemListWork, number: Int) { _ = reserve(work, number) }

  private func reserve(_ work: ItemListWork, _ number: Int) -> Bool {
    let (isNewest, old) = jobs.update { jobs in
      let old = jobs[work]
      if let old, old.number >= number { return (false, Task<Void, Never>?.none) }
      jobs[work] = (number, nil)
      return (true, old?.task)
    }
    old?.cancel()
    return isNewest
  }
}
