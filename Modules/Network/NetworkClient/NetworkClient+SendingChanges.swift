extension NetworkClient {
  /// Returns the same client, which sends requests that change something (all but GET and HEAD) before a deadline or not
  /// at all.
  /// - Parameter deadline: Returns the deadline of a request that is about to be made; nil for none.
  public func sendingChanges(before deadline: @escaping @Sendable () -> ContinuousClock.Instant?) -> Self {
    Self { request in
      var request = request
      if request.method != .get, request.method != .head { request.sendBefore = deadline() }
      return try await send(request)
    }
  }
}
