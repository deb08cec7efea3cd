/// A value that is made when it is first read. If several threads read it at once, all get the one that is ready first.
@propertyWrapper public struct Lazy<Value: Sendable>: Sendable {
  private let box = Observed<Value?>(nil)
  private let make: @Sendable () -> Value

  /// - Parameter make: makes the value. It may run several times at once.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value, which is made if necessary.
  public var value: Value {
    if let value = box.value { return value }
    let new = make()
    return box.update { value in
      if let value { return value }
      value = new
      return new
    }
  }

  /// The value of a property, which is made when it is first read, or set.
  public var wrappedValue: Value {
    get { value }
    set { self = Lazy { newValue } }
  }
}
