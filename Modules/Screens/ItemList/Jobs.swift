import Observed

/// The tasks under way, at most one of each kind: the one with the highest number. Numbers are given out with the
/// state, but tasks begin later and in any order; one that comes too late does not begin.
struct Jobs: Sendable {
  private struct Job: Sendable {
    var number: Int
    var task: Task<Void, Never>?
  }

  private let jobs = Observed<[ItemListWork: Job]>([:])

  /// Begins a task in the place of the one of its kind; nil where it comes too late.
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

  /// Gives up a task with no higher number, and keeps such from beginning.
  func stop(_ work: ItemListWork, number: Int) { _ = reserve(work, number) }

  private func reserve(_ work: ItemListWork, _ number: Int) -> Bool {
    let (isNewest, old) = jobs.update { jobs in
      let old = jobs[work]
      if let old, old.number >= number { return (false, Task<Void, Never>?.none) }
      jobs[work] = Job(number: number)
      return (true, old?.task)
    }
    old?.cancel()
    return isNewest
  }
}
