import Observed

extension AsyncThrowingStream where Failure == any Error {
  /// Returns a stream that does one step for each requested element, and nothing in between.
  /// - Parameters:
  ///   - start: Makes the initial state when the first element is requested.
  ///   - step: Returns the next element, or nil at the end, and updates the state.
  public static func pulling<State: Sendable>(
    from start: @escaping @Sendable () async throws -> State,
    _ step: @escaping @Sendable (_ state: inout State) async throws -> Element?
  ) -> Self {
    let known = Observed<State?>(nil)
    return Self(unfolding: {
      var state: State
      if let taken = known.replace(with: nil) { state = taken } else { state = try await start() }
      defer { known.replace(with: state) }
      return try await step(&state)
    })
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Returns the next element; nil at the end.
  public func nextElement() async throws -> Element? {
    var iterator = makeAsyncIterator()
    return try await iterator.next()
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// Returns a stream that is made when its first element is requested.
  public static func joining(_ make: @escaping @Sendable () async throws -> Self) -> Self {
    .pulling(from: make) { try await $0.nextElement() }
  }

  /// Returns a stream of one element, which is made when it is requested.
  public static func once(_ make: @escaping @Sendable () async throws -> Element) -> Self {
    .pulling {
      false
    } _: { isDone in
      guard !isDone else { return nil }
      isDone = true
      return try await make()
    }
  }

  /// Returns a stream of what a task yields. The task begins at once, and is cancelled when the stream is no longer read.
  public static func yielding(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable (Continuation) async throws -> Void
  ) -> Self {
    Self { continuation in
      let task = Task(priority: priority) {
        do {
          try await work(continuation)
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
