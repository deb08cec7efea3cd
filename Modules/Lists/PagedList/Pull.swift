import Synchronization

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that does one step whenever an element is asked for, and nothing in between.
  /// - `start`: makes what the steps go on from, when the first element is asked for.
  public static func pulling<State: Sendable>(
    from start: @escaping @Sendable () async throws -> State,
    _ step: @escaping @Sendable (_ state: inout State) async throws -> Element?
  ) -> Self {
    let box = Box<State>()
    return Self(unfolding: {
      var state: State
      if let taken = box.state.withLock({ $0.take() }) { state = taken } else { state = try await start() }
      defer {
        let state = state
        box.state.withLock { $0 = state }
      }
      return try await step(&state)
    })
  }
}

/// A mutex cannot be captured by a closure; a reference to one can.
private final class Box<State: Sendable>: Sendable {
  let state = Mutex<State?>(nil)
}
