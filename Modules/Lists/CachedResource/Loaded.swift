public import Essentials

/// What a server answered to the question for the latest.
public enum Revalidation<Value: Sendable>: Sendable {
  /// The kept copy, whose validator was sent along, is the latest.
  case unchanged
  /// This is the latest; `validator` is the server's mark of this state (an ETag), if it gives one.
  case changed(Value, validator: String?)

  /// The same answer with another value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Revalidation<Other> {
    switch self {
    case .unchanged: .unchanged
    case .changed(let value, let validator): .changed(try transform(value), validator: validator)
    }
  }
}

/// What is kept of one answer.
public struct CachedCopy<Value: Sendable>: Sendable {
  /// The value as it came.
  public var value: Value
  /// When it came.
  public var fetchedAt: Date
  /// The server's mark of this state (an ETag), if it gave one.
  public var validator: String?

  public init(_ value: Value, fetchedAt: Date, validator: String? = nil) {
    self.value = value
    self.fetchedAt = fetchedAt
    self.validator = validator
  }

  /// The same copy of another value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> CachedCopy<Other> {
    CachedCopy<Other>(try transform(value), fetchedAt: fetchedAt, validator: validator)
  }
}

/// Where a value comes from.
public enum Provenance: Hashable, Sendable {
  /// The server gave it, or said that the kept copy is the latest.
  case server
  /// The kept copy.
  case cache
}

/// What a load came to, and where it comes from.
public struct Loaded<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// Where it comes from.
  public var provenance: Provenance
  /// When the server last gave it, or confirmed it in this load.
  public var fetchedAt: Date
  /// Why this is not the server's latest, or not all of it.
  public var failure: (any Error)?

  public init(_ value: Value, from provenance: Provenance, fetchedAt: Date, failure: (any Error)? = nil) {
    self.value = value
    self.provenance = provenance
    self.fetchedAt = fetchedAt
    self.failure = failure
  }

  /// The same load of another value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Loaded<Other> {
    Loaded<Other>(try transform(value), from: provenance, fetchedAt: fetchedAt, failure: failure)
  }
}

/// Some of what the server listed could not be read, and is left out.
public struct UnreadableItems: Error, Hashable {
  /// How many there are.
  public var count: Int

  /// - Returns: nil where there are none.
  public init?(_ count: Int) {
    if count < 1 { return nil }
    self.count = count
  }
}

/// Neither the server nor the store had an answer.
public struct NoCachedCopy: Error {
  /// Why there is none from the server.
  public var failure: any Error
  /// Why the store could not even be read, if that is so.
  public var readingFailure: (any Error)?

  public init(failure: any Error, readingFailure: (any Error)? = nil) {
    self.failure = failure
    self.readingFailure = readingFailure
  }
}

extension Revalidation: Equatable where Value: Equatable {}
extension CachedCopy: Equatable where Value: Equatable {}
extension CachedCopy: Codable where Value: Codable {}
