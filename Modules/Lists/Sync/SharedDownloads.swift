/// Downloads in flight. Unlike with `SingleFlight`, the last caller waits for the end when it is cancelled, because it
/// has to know whether the item was saved.
actor SharedDownloads<ID: Hashable & Sendable> {
  private struct Flight {
    let task: Task<Void, Never>
    var callers: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let save: @Sendable (ID) async throws -> Void
  private var flights: [ID: Flight] = [:]
  private var count = 0

  init(_ save: @escaping @Sendable (ID) async throws -> Void) { self.save = save }

  func download(_ id: ID) async throws {
    // Wait for a cancelled download to end: an item must not be downloaded twice at once.
    while let task = flights[id]?.task, task.isCancelled { await task.value }
    count += 1
    let caller = count
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withCheckedThrowingContinuation { join(id, caller, $0) }
    } onCancel: {
      Task { await leave(id, caller) }
    }
  }

  private func join(_ id: ID, _ caller: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    flights[id, default: Flight(task: Task { await run(id) })].callers[caller] = continuation
  }

  private func run(_ id: ID) async {
    let result: Result<Void, any Error>
    do { result = .success(try await save(id)) } catch { result = .failure(error) }
    let callers = flights.removeValue(forKey: id)?.callers ?? [:]
    for caller in callers.values { caller.resume(with: result) }
  }

  private func leave(_ id: ID, _ caller: Int) {
    guard let flight = flights[id], let continuation = flight.callers[caller] else { return }
    if flight.callers.count == 1 { return flight.task.cancel() }
    flights[id]?.callers[caller] = nil
    continuation.resume(throwing: CancellationError())
  }
}
