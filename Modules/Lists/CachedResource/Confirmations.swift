import Essentials
import Synchronization

/// The values that a server last sent or confirmed, by key, in this run of the program. A confirmed copy is not written
/// again, so its saved date stays that of its arrival.
public final class Confirmations<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
  private struct Confirmation {
    var hash: Int
    var date: Date
  }

  private let confirmations = Mutex<[Key: Confirmation]>([:])

  public init() {}

  /// Returns a result with the date to be shown: if a cached copy equals the server's last answer, it gets the date of
  /// that answer.
  /// - Parameters:
  ///   - result: The result of a load.
  ///   - key: The key of the value.
  ///   - isWhole: whether the value is complete. An incomplete one does not count as an answer.
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
