public import Testing

/// What an endpoint throws that must not be called.
public struct UnexpectedCall: Error, Equatable {
  /// The endpoint.
  public var name: String
}

/// An endpoint that must not be called: records an issue and throws.
public func unexpected<each Argument, Value>(
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) -> @Sendable (repeat each Argument) async throws -> Value {
  { (_: repeat each Argument) async throws -> Value in
    Issue.record("\(name) was not expected to be called", sourceLocation: sourceLocation)
    throw UnexpectedCall(name: name)
  }
}
