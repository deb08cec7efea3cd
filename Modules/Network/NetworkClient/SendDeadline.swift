import Synchronization

/// The time before which requests that change something must be sent.
public final class SendDeadline: Sendable {
  private let box = Mutex<ContinuousClock.Instant?>(nil)

  public init() {}

  /// The deadline; nil until it is known.
  public var value: ContinuousClock.Instant? {
    get { box.withLock { $0 } }
    set { box.withLock { $0 = newValue } }
  }
}

extension NetworkClient {
  /// Returns the same client, which sends requests that change something (all but GET and HEAD) before the deadline or
  /// not at all. The deadline is read when the request is made.
  public func sendingChanges(before deadline: SendDeadline) -> Self {
    Self { request in
      var request = request
      if request.method != .get, request.method != .head { request.sendBefore = deadline.value }
      return try await send(request)
    }
  }
}
