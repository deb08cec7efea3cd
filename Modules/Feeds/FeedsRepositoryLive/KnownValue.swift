public import Observed

/// A value as it was read last, for lists that read it with each key.
public final class KnownValue<Source: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    /// The number of changes.
    var version = 0
    var known: (version: Int, source: Source, value: Value)?
  }

  private let state = Observed(State())

  /// - Parameter changes: Signals that the value may have changed.
  public init(_ changes: ChangeSignal) {
    _ = changes.watch { [state] in state.update { $0.version += 1 } }
  }

  /// Returns the value of a source; it is read if anything has changed since it was read last.
  public func value(of source: Source, _ read: () async throws -> Value) async throws -> Value {
    let before = state.value
    if let known = before.known, known.version == before.version, known.source == source { return known.value }
    let value = try await read()
    state.update { $0.known = (before.version, source, value) }
    return value
  }
}
