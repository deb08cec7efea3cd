/// A value that is made when it is first wanted, and once: where several want it at the same time, all get the one that is
/// ready first.
public struct Lazy<Value: Sendable>: Sendable {
  private let box = Observed<Value?>(nil)
  private let make: @Sendable () -> Value

  /// - `make`: may run more than once at the same time.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value, which is made if it was not yet.
  public var value: Value {
    if let value = box.value { return value }
    let new = make()
    return box.update { value in
      if let value { return value }
      value = new
      return new
    }
  }

  /// The value, if it was made; nothing is made for that.
  public var made: Value? { box.value }

  /// Tells when it is made.
  public var changes: ChangeSignal { box.changes }
}
