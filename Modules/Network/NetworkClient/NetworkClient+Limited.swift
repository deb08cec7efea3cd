import Concurrency

extension NetworkClient {
  /// Returns the same client with a limit on the requests in flight. Further requests wait for their turn, in order.
  /// The wait does not count towards their time limit.
  /// - Parameters:
  ///   - limit: The highest number of requests in flight.
  ///   - onWait: Called when a request has to wait.
  public func limited(to limit: Int, onWait: @escaping @Sendable () -> Void = {}) -> Self {
    let turns = AsyncSemaphore(limit)
    return Self { request in
      try Task.checkCancellation()
      try await turns.wait(onWait: onWait)
      defer { turns.signal() }
      return try await send(request)
    }
  }
}
