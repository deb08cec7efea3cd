/// A value, whether it is being loaded, and why the last attempt failed.
///
/// Every load is an attempt. The newest counts: what an older one still has to say changes nothing. Reloading keeps
/// what is shown: neither `begin` nor `fail` takes the value away, nor `begin` the failure.
public struct Loadable<Value: Sendable>: Sendable {
  /// Names one attempt to load; a later one is greater. Attempts of different values cannot be compared.
  public struct Attempt: Comparable, Sendable {
    fileprivate var number: Int

    /// Whether `left` began earlier.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// The newest value there is.
  public private(set) var value: Value?
  /// Whether an attempt is under way.
  public private(set) var isLoading = false
  /// Why the last attempt failed, as a sentence for people; nil once one succeeded.
  public private(set) var failure: String?

  private var newest = Attempt(number: 0)

  /// - `failure`: why an attempt to get more than this value failed.
  public init(_ value: Value? = nil, failure: String? = nil) {
    self.value = value
    self.failure = failure
  }

  /// An attempt begins, in the place of one that may be under way.
  public mutating func begin() -> Attempt {
    newest.number += 1
    isLoading = true
    return newest
  }

  /// Whether an attempt is under way and the newest, so that it may change what is shown.
  public func isCurrent(_ attempt: Attempt) -> Bool { isLoading && attempt == newest }

  /// A value arrived before the attempt ended: the kept copy while the server is silent, or a first part.
  public mutating func show(_ value: Value, in attempt: Attempt) {
    if isCurrent(attempt) { self.value = value }
  }

  /// The attempt ended well, with this value or with the one that it has shown.
  public mutating func succeed(_ value: Value? = nil, in attempt: Attempt) {
    guard isCurrent(attempt) else { return }
    self.value = value ?? self.value
    (isLoading, failure) = (false, nil)
  }

  /// The attempt failed; `failure` is a sentence for people.
  public mutating func fail(_ failure: String, in attempt: Attempt) {
    guard isCurrent(attempt) else { return }
    isLoading = false
    self.failure = failure
  }

  /// The attempt was given up; that is no failure.
  public mutating func cancel(_ attempt: Attempt) {
    if isCurrent(attempt) { isLoading = false }
  }

  /// Something else is to be loaded: the value goes, and no attempt that began before this counts any more.
  public mutating func reset() {
    value = nil
    isLoading = false
    failure = nil
  }
}

extension Loadable: Equatable where Value: Equatable {
  /// Whether both show the same, however many attempts it took.
  public static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.isLoading == right.isLoading && left.failure == right.failure
  }
}
