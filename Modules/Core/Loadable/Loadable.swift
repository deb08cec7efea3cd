/// A value, whether it is being loaded, and why the last attempt failed.
///
/// Reloading keeps what is shown: neither `begin` nor `fail` takes the value away.
public struct Loadable<Value: Sendable>: Sendable {
  /// The newest value there is.
  public private(set) var value: Value?
  /// Whether an attempt is under way.
  public private(set) var isLoading = false
  /// Why the last attempt failed, as a sentence for people; nil once one succeeded or a new one began.
  public private(set) var failure: String?

  public init(_ value: Value? = nil) { self.value = value }

  /// An attempt begins. False when one is under way already: then this changes nothing.
  public mutating func begin() -> Bool {
    guard !isLoading else { return false }
    isLoading = true
    failure = nil
    return true
  }

  /// A value arrived before the attempt ended: the kept copy while the server is silent, or a first part.
  public mutating func show(_ value: Value) { self.value = value }

  /// The attempt succeeded.
  public mutating func succeed(_ value: Value) {
    self = Self(value)
  }

  /// The attempt failed; `failure` is a sentence for people.
  public mutating func fail(_ failure: String) {
    isLoading = false
    self.failure = failure
  }

  /// The attempt was given up; that is no failure.
  public mutating func cancel() { isLoading = false }
}

extension Loadable: Equatable where Value: Equatable {}
