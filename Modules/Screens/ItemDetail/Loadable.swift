/// A value, whether it is being loaded, and why the last attempt failed.
///
/// Every load is an attempt. Only the newest one counts; calls for older ones change nothing. A reload does not clear
/// the screen: neither `begin` nor `fail` removes the value, and `begin` does not remove the failure.
public struct Loadable<Value: Sendable>: Sendable {
  /// The number of one attempt to load; a later attempt is greater.
  public typealias Attempt = Int

  /// The newest value, or nil before the first.
  public private(set) var value: Value?
  /// Whether an attempt is in flight.
  public private(set) var isLoading = false
  /// The reason why the last attempt failed, as a sentence for people; nil once one has succeeded.
  public private(set) var failure: String?

  private var newest: Attempt = 0

  /// - Parameters:
  ///   - value: The value; nil while there is none.
  ///   - failure: The reason why an attempt to get more than this value failed.
  public init(_ value: Value? = nil, failure: String? = nil) {
    self.value = value
    self.failure = failure
  }

  /// Begins an attempt, which replaces the one in flight, if any.
  public mutating func begin() -> Attempt {
    newest += 1
    isLoading = true
    return newest
  }

  /// Returns whether an attempt is in flight and is the newest, so that it may change the value.
  public func isCurrent(_ attempt: Attempt) -> Bool { isLoading && attempt == newest }

  /// Stores a value that arrived before the end of the attempt: the cached copy, or a first part.
  public mutating func show(_ value: Value, in attempt: Attempt) {
    if isCurrent(attempt) { self.value = value }
  }

  /// Ends the attempt with the last value that it passed to `show`.
  public mutating func succeed(in attempt: Attempt) {
    guard isCurrent(attempt) else { return }
    isLoading = false
    failure = nil
  }

  /// Ends the attempt with a failure, which is a sentence for people.
  public mutating func fail(_ failure: String, in attempt: Attempt) {
    guard isCurrent(attempt) else { return }
    isLoading = false
    self.failure = failure
  }

  /// Ends an attempt that was cancelled, which is not a failure.
  public mutating func cancel(_ attempt: Attempt) {
    if isCurrent(attempt) { isLoading = false }
  }

  /// Removes the value and the failure, because something else is to be loaded. Attempts that began earlier no longer
  /// count.
  public mutating func reset() {
    value = nil
    isLoading = false
    failure = nil
  }
}

extension Loadable: Equatable where Value: Equatable {
  /// Returns whether both show the same, no matter how many attempts it took.
  public static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.isLoading == right.isLoading && left.failure == right.failure
  }
}
