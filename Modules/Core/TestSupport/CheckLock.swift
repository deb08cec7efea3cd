public import FileLock
public import Testing

/// Checks that a lock behaves as one: what every lock owes its users.
/// - Parameter lock: makes one; all it makes exclude each other.
public func checkLock(
  _ lock: @escaping @Sendable () -> FileLock, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let count = Calls<Int>()
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<20 {
      let lock = lock()
      for _ in 0..<5 {
        group.addTask {
          try await lock.whileHeld {
            let seen = count.all.last ?? 0
            await Task.yield()
            count.record(seen + 1)
          }
        }
      }
    }
    try await group.waitForAll()
  }
  #expect(count.all == Array(1...100), "one works at a time", sourceLocation: sourceLocation)

  await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
    try await lock().whileHeld { throw CancellationError() }
  }
  #expect(try await lock().whileHeld { 7 } == 7, "what fails lets go", sourceLocation: sourceLocation)
}
