// Shared work, concurrent mapping, latches and detached threads.

/// Work that runs once for any number of callers. When all of them are cancelled, the work is cancelled. A later call
/// for its key starts only when the cancelled work has ended, so that the work of a key never runs twice at once.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private struct Flight {
    var number: Int
    var task: Task<Value, any Error>
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
  }

  private let waitsForEnd: Bool
  private var flights: [Key: Flight] = [:]
  /// The work that was cancelled and may still be running.
  private var ending: [Key: Flight] = [:]
  private var count = 0

  /// - Parameter waitsForEnd: Whether the last caller to be cancelled waits until the work has ended, and gets its result.
  public init(waitsForEnd: Bool = false) { self.waitsForEnd = waitsForEnd }

  /// Returns the result of the work in flight for a key, or starts this work if there is none.
  /// - Throws: The error of the work; `CancellationError` immediately when the calling task is cancelled, unless it waits
  ///   for the end.
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

  private func wait(
    _ key: Key, _ id: Int, _ continuation: CheckedContinuation<Value, any Error>,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    if flights[key] == nil {
      let previous = ending[key]?.task
      let task = Task {
        _ = await previous?.result
        do {
          let value = try await work()
          land(key, id, .success(value))
          return value
        } catch {
          land(key, id, .failure(error))
          throw error
        }
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
    guard flights[key]?.waiting.isEmpty == true, let flight = flights.removeValue(forKey: key) else {
      return continuation.resume(throwing: CancellationError())
    }
    flight.task.cancel()
    ending[key] = flight
    guard waitsForEnd else { return continuation.resume(throwing: CancellationError()) }
    Task { continuation.resume(with: await flight.task.result) }
  }
}
