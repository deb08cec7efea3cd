public import Testing

/// The error of an endpoint that must not be called.
public struct UnexpectedCall: Error, Equatable {
  /// The name of the endpoint.
  public var name: String
}

/// Returns an endpoint that must not be called. It records an issue and throws.
public func unexpected<each Argument, Value>(
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) -> @Sendable (repeat each Argument) async throws -> Value {
  { (_: repeat each Argument) async throws -> Value in
    Issue.record("\(name) was not expected to be called", sourceLocation: sourceLocation)
    throw UnexpectedCall(name: name)
  }
}
