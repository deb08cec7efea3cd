public import Essentials

/// A server's answer to a conditional request.
public enum Revalidation<Value: Sendable>: Sendable {
  /// The cached copy, whose validator was sent, is current.
  case unchanged
  /// The cached copy was current at a date, when it was requested together with others; nil for the date of the copy.
  case confirmed(at: Date?)
  /// The latest value, with the server's validator (an ETag), if it sent one.
  case changed(Value, validator: String?)
  /// The latest value without the elements that could not be read. It is requested in full each time.
  case partial(Value, UnreadableItems)

  /// Returns the same answer with a transformed value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Revalidation<Other> {
    switch self {
    case .unchanged: .unchanged
    case .confirmed(let date): .confirmed(at: date)
    case .changed(let value, let validator): .changed(try transform(value), validator: validator)
    case .partial(let value, let unreadable): .partial(try transform(value), unreadable)
    }
  }
}

/// A cached copy of an answer.
public struct CachedCopy<Value: Sendable>: Sendable {
  /// The value of the answer.
  public var value: Value
  /// The date when the answer came.
  public var fetchedAt: Date
  /// The validator of the answer (an ETag), if the server sent one.
  public var validator: String?

  public init(_ value: Value, fetchedAt: Date, validator: String? = nil) {
    self.value = value
    self.fetchedAt = fetchedAt
    self.validator = validator
  }

  /// Returns the same copy with a transformed value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> CachedCopy<Other> {
    CachedCopy<Other>(try transform(value), fetchedAt: fetchedAt, validator: validator)
  }
}

/// The provenance of a value.
public enum Provenance: Hashable, Sendable {
  /// The server sent it, or confirmed that the cached copy is current.
  case server
  /// It is the cached copy.
  case cache
}

/// The result of a load, and its provenance.
public struct Loaded<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// The provenance of the value.
  public var provenance: Provenance
  /// The date when the server last sent it, or confirmed it in this load.
  public var fetchedAt: Date
  /// The reason why the value is not the server's latest, or is incomplete.
  public var failure: (any Error)?

  public init(_ value: Value, from provenance: Provenance, fetchedAt: Date, failure: (any Error)? = nil) {
    self.value = value
    self.provenance = provenance
    self.fetchedAt = fetchedAt
    self.failure = failure
  }

  /// Returns the same result with a transformed value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Loaded<Other> {
    Loaded<Other>(try transform(value), from: provenance, fetchedAt: fetchedAt, failure: failure)
  }
}

extension Optional {
  /// Removes and returns the first part of a long result; the last part leaves nil. Only the first part reports unreadable
  /// items.
  public mutating func takePortion<Elements: Collection & Sendable>() -> Self
  where Wrapped == Loaded<Elements>, Elements.SubSequence == Elements {
    guard var rest = self else { return nil }
    let portion = rest.map { $0.prefix(16_000) }
    rest.value = rest.value.dropFirst(16_000)
    if rest.failure is UnreadableItems { rest.failure = nil }
    self = rest.value.isEmpty ? nil : rest
    return portion
  }
}

/// A warning that some elements of the server's answer could not be read and are left out.
public struct UnreadableItems: Error, Hashable {
  /// The number of these elements.
  public var count: Int

  /// - Returns: Nil if the number is zero.
  public init?(_ count: Int) {
    if count < 1 { return nil }
    self.count = count
  }

  /// Returns the first of two failures. The numbers of unreadable items are added up, and any other failure takes
  /// precedence over them.
  public static func added(_ first: (any Error)?, _ second: (any Error)?) -> (any Error)? {
    switch (first, second) {
    case (let first as Self, let second as Self): Self(first.count + second.count)
    case (is Self, let second?): second
    default: first ?? second
    }
  }
}

/// An error if neither the server nor the store has the value.
public struct NoCachedCopy: Error {
  /// The reason why the server's value could not be loaded.
  public var failure: any Error
  /// The error of the store, if reading it failed.
  public var readingFailure: (any Error)?

  public init(failure: any Error, readingFailure: (any Error)? = nil) {
    self.failure = failure
    self.readingFailure = readingFailure
  }
}

/// An error in words that only its source knows, such as that of a file which a person writes.
public struct ExplainedError: Error, Equatable {
  /// The error as a clause.
  public var clause: String
  /// The advice for a person, as a sentence.
  public var advice: String

  public init(_ clause: String, advice: String) {
    self.clause = clause
    self.advice = advice
  }
}

/// The failure of another server than the one whose address goes without saying: of one of several that were asked
/// together, or of one that has a part, such as a picture.
public struct FailureElsewhere: Error {
  /// The address of that server, as people read it.
  public var address: String
  /// The reason.
  public var failure: any Error

  public init(at address: String, _ failure: any Error) {
    self.address = address
    self.failure = failure
  }

  public init(at address: URL, _ failure: any Error) {
    self.init(at: address.withoutCredentials.absoluteString, failure)
  }
}

extension Error {
  /// The failure itself, without the notes that there is no cached copy and that another address failed.
  public var cause: any Error {
    switch self {
    case let nothing as NoCachedCopy: nothing.failure.cause
    case let elsewhere as FailureElsewhere: elsewhere.failure.cause
    default: self
    }
  }
}

extension Revalidation: Equatable where Value: Equatable {}
extension CachedCopy: Equatable where Value: Equatable {}

/// The combined provenance of several results.
public struct CombinedProvenance: Sendable {
  /// The date when the oldest cached part was fetched; nil if no part is a cached copy.
  public private(set) var cachedAt: Date?
  /// The first reason why a part is a cached copy or missing. `UnreadableItems` are added up, and any other reason
  /// takes precedence over them.
  public private(set) var failure: (any Error)?
  /// Whether any part came from a server.
  public private(set) var isFromServer = false

  public init() {}

  /// Adds a part. One whose failure is a `NoCachedCopy` is not a copy of anything on a server.
  public mutating func add<Value>(_ part: Loaded<Value>) {
    if let nothing = part.failure as? NoCachedCopy { return addMissing(nothing) }
    switch part.provenance {
    case .server: isFromServer = true
    case .cache: cachedAt = min(cachedAt ?? .distantFuture, part.fetchedAt)
    }
    failure = UnreadableItems.added(failure, part.failure)
  }

  /// Adds a part that could not be loaded.
  public mutating func addMissing(_ error: any Error) {
    failure = UnreadableItems.added(failure, (error as? NoCachedCopy)?.failure ?? error)
  }
}

/// The reason why an answer is unusable, or why no request was sent.
public enum AnswerFailure: Error, Equatable, Sendable {
  /// An HTML page without a feed.
  case pageWithoutFeed
  /// An HTML page that links to a feed, by its address.
  case pageWithFeed(String)
  /// JSON, but neither posts nor a feed.
  case otherJSON
  /// JSON that is damaged.
  case brokenJSON
  /// XML, but no feed, by the name of its root.
  case otherXML(String)
  /// An empty document.
  case empty
  /// A document of an unknown kind.
  case unknownKind
  /// A page that asks for a browser, by its status code.
  case refusesPrograms(Int)
  /// The server wants no requests until a date.
  case pausedUntil(Date)
  /// Another program is asking now.
  case askedElsewhere
  /// The feed has ended.
  case ended
  /// libxml2, which reads XML, is missing.
  case noXML
  /// A program whose output is a feed has failed, with this exit status or the negative number of a signal, nil if it
  /// could not be started; and the first line that it wrote to standard error.
  case failedProgram(Int32?, message: String? = nil)
  /// A program whose output is a feed has taken too long, or something that it has started still holds its output.
  case slowProgram
  /// A file cannot be read.
  case unreadableFile(String)
}
