import Essentials
import Synchronization

/// When the server last confirmed values, for as long as the program runs. A copy that is confirmed is not written anew, and
/// keeps the date of when it came.
public final class Confirmations<Key: Hashable & Sendable>: Sendable {
  private let dates = Mutex<[Key: Date]>([:])

  public init() {}

  /// A load as it is shown: the kept copy is as old as the server's last word on it.
  /// - Parameter isWhole: whether all of it is known by now.
  public func dated<Value>(_ result: LoadResult<Value>, _ key: Key, isWhole: Bool = true) -> LoadResult<Value> {
    var result = result
    dates.withLock { dates in
      switch result.origin {
      case .server: if isWhole, result.failure == nil { dates[key] = result.fetchedAt }
      case .kept: if let date = dates[key] { result.fetchedAt = max(result.fetchedAt, date) }
      }
    }
    return result
  }
}
