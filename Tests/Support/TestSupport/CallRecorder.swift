import Synchronization

/// A recorder of the calls of an endpoint.
public final class CallRecorder<Value: Sendable>: Sendable {
  private let box = Mutex<[Value]>([])

  public init() {}

  /// The calls so far, oldest first.
  public var all: [Value] { box.withLock { $0 } }

  /// Records a call.
  public func record(_ value: Value) { box.withLock { $0.append(value) } }
}
