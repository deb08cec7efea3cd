import Essentials
import Synchronization

/// The values that a server last confirmed, by key, for as long as the program runs. A copy that is confirmed is not
/// written anew, and keeps the date of when it came.
public final class Confirmations<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
  private struct Confirmation {
    var hash: Int
    var date: Date
  }

  private let confirmations = Mutex<[Key: Confirmation]>([:])

  public init() {}

  /// Returns a load as it is shown: a saved copy that is what the server gave last is as old as that.
  /// - Parameter isWhole: whether all of it is known by now.
  public func dated(_ result: Loaded<Value>, _ key: Key, isWhole: Bool = true) -> Loaded<Value> {
    var result = result
    let hash = result.value.hashValue
    confirmations.withLock { all in
      switch result.provenance {
      case .server:
        if isWhole, result.failure == nil { all[key] = Confirmation(hash: hash, date: result.fetchedAt) }
      case .cache:
        if let known = all[key], known.hash == hash { result.fetchedAt = max(result.fetchedAt, known.date) }
      }
    }
    return result
  }
}
