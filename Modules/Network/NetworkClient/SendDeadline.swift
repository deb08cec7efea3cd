import Synchronization

/// The moment before which changes are to be sent.
public final class SendDeadline: Sendable {
  private let box = Mutex<ContinuousClock.Instant?>(nil)

  public init() {}

  /// Nil until it is known.
  public var value: ContinuousClock.Instant? {
    get { box.withLock { $0 } }
    set { box.withLock { $0 = newValue } }
  }
}

extension NetworkClient {
  /// The same client, for which a request that changes something is sent before a deadline, as it is when the request is
  /// made, or not at all.
  public func sendingChanges(before deadline: SendDeadline) -> Self {
    Self { request in
      var request = request
      if request.method != .get, request.method != .head { request.sendBefore = deadline.value }
      return try await send(request)
    }
  }
}
