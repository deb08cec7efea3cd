public import FeedsRepository
public import Observed
public import Subscriptions
import Synchronization

/// The rows of the list of feeds as they were read last. A list that scrolls reads them with each key.
public final class KnownRows: Sendable {
  private struct State {
    /// The number of changes.
    var version = 0
    var known: (version: Int, file: SubscriptionFile, rows: [FeedRow])?
  }

  private let state: Shared

  /// - Parameter changes: Signals that the rows may have changed.
  public init(_ changes: ChangeSignal) {
    let state = Shared()
    self.state = state
    _ = changes.watch { state.value.withLock { $0.version += 1 } }
  }

  /// Returns the rows of a file; they are read if anything has changed since they were read last.
  public func rows(of file: SubscriptionFile, _ read: () async throws -> [FeedRow]) async throws -> [FeedRow] {
    let (version, known) = state.value.withLock { ($0.version, $0.known) }
    if let known, known.version == version, known.file == file { return known.rows }
    let rows = try await read()
    state.value.withLock { $0.known = (version, file, rows) }
    return rows
  }

  /// A reference to a mutex, because a closure cannot capture a mutex itself.
  private final class Shared: Sendable {
    let value = Mutex(State())
  }
}
