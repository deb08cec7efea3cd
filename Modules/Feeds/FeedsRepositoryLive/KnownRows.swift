public import FeedsRepository
public import Observed
public import Subscriptions

/// The rows of the list of feeds as they were read last. A list that scrolls reads them with each key.
public final class KnownRows: Sendable {
  private struct State {
    /// The number of changes.
    var version = 0
    var known: (version: Int, file: SubscriptionFile, rows: [FeedRow])?
  }

  private let state = Observed(State())

  /// - Parameter changes: Signals that the rows may have changed.
  public init(_ changes: ChangeSignal) {
    _ = changes.watch { [state] in state.update { $0.version += 1 } }
  }

  /// Returns the rows of a file; they are read if anything has changed since they were read last.
  public func rows(of file: SubscriptionFile, _ read: () async throws -> [FeedRow]) async throws -> [FeedRow] {
    let before = state.value
    if let known = before.known, known.version == before.version, known.file == file { return known.rows }
    let rows = try await read()
    state.update { $0.known = (before.version, file, rows) }
    return rows
  }
}
