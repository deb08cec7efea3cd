// Shared work, concurrent mapping, latches and detached threads.

/// Work that runs once for any number of callers. When all of them are cancelled, the work is cancelled. A later call
/// for its key starts only when the cancelled work has ended, so that the work of a key never runs twice at once.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private struct Flight {
    var number: Int
    var task: Task<Void, Never>
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
  }

  private var flights: [Key: Flight] = [:]
  /// The work that was cancelled and may still be running.
  private var ending: [Key: (number: Int, task: Task<Void, Never>)] = [:]
  private var count = 0

  public init() {}

  /// Returns the result of the work in flight for a key, or starts this work if there is none.
  /// - Throws: The error of the work; `CancellationError` immediately when the calling task is cancelled.
  public func value(_ key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    count += 1
    let id = count
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { wait(key, id, $0, work) }
    } onCancel: {
      Task { await self.leave(key, id) }
    }
  }

  /// Waits until the cancelled work of a key has ended; returns immediately if there is none.
  public func settled(_ key: Key) async { await ending[key]?.task.value }

  private func wait(
    _ key: Key, _ id: Int, _ continuation: CheckedContinuation<Value, any Error>,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    if flights[key] == nil {
      let previous = ending[key]?.task
      let task = Task {
        await previous?.value
        do { self.land(key, id, .success(try await work())) } catch { self.land(key, id, .failure(error)) }
      }
      flights[key] = Flight(number: id, task: task)
    }
    flights[key]?.waiting[id] = continuation
  }

  private func land(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
    if ending[key]?.number == number { ending[key] = nil }
    guard flights[key]?.number == number, let flight = flights.removeValue(forKey: key) else { return }
    for continuation in flight.waiting.values { continuation.resume(with: result) }
  }

  private func leave(_ key: Key, _ id: Int) {
    guard let continuation = flights[key]?.waiting.removeValue(forKey: id) else { return }
    if flights[key]?.waiting.isEmpty == true, let flight = flights.removeValue(forKey: key) {
      flight.task.cancel()
      ending[key] = (flight.number, flight.task)
    }
    continuation.resume(throwing: CancellationError())
  }
}
