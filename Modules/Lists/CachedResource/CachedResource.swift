// A server's latest value, or the cached copy when that fails; pages and cursors.

public import Essentials
public import Store
import Synchronization

/// A value of a server: the latest one, or the cached copy if loading fails.
public struct CachedResource<Value: Sendable>: Sendable {
  /// Loads the latest value, or returns the cached copy if that fails.
  /// - Throws: `NoCachedCopy`, the error that occurred when the latest was saved, or `CancellationError`.
  public var load: @Sendable () async throws -> Loaded<Value>
  /// Returns the cached copy without asking the server; nil if there is none or it cannot be read.
  public var cached: @Sendable () async -> Loaded<Value>?
}

extension CachedResource {
  /// Returns a resource that is requested with the validator of its cached copy. A new value is saved before it is
  /// returned.
  /// - Parameters:
  ///   - remote: Returns the server's latest value, given the cached copy's validator. After any error but
  ///     `CancellationError` the cached copy is used.
  ///   - store: The store of the copy.
  ///   - key: The copy's key in the store.
  ///   - now: The current date, with which the copy is saved.
  public static func live<Key>(
    remote: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<Value>,
    store: Store<Key, CachedCopy<Value>>, key: Key, now: @escaping @Sendable () -> Date
  ) -> Self {
    Self(
      load: {
        var cached: CachedCopy<Value>?
        var readingFailure = (any Error)?.none
        do { cached = try await store.value(key) } catch { readingFailure = error }
        let latest: CachedCopy<Value>
        var unreadable: UnreadableItems?
        do {
          switch try await remote(cached?.validator) {
          case .changed(let value, let validator):
            latest = CachedCopy(value, fetchedAt: now(), validator: validator)
          case .partial(let value, let count):
            latest = CachedCopy(value, fetchedAt: now())
            unreadable = count
          case .unchanged:
            guard let cached else { throw NothingToConfirm() }
            return Loaded(cached.value, from: .server, fetchedAt: now())
          case .confirmed(let date):
            guard let cached else { throw NothingToConfirm() }
            return Loaded(cached.value, from: .server, fetchedAt: date ?? cached.fetchedAt)
          }
        } catch {
          try Task.checkCancellation()
          if error is CancellationError { throw error }
          guard let cached else { throw NoCachedCopy(failure: error, readingFailure: readingFailure) }
          return Loaded(cached.value, from: .cache, fetchedAt: cached.fetchedAt, failure: error)
        }
        try await store.insert(latest, key)
        return Loaded(latest.value, from: .server, fetchedAt: latest.fetchedAt, failure: unreadable)
      },
      cached: {
        guard let cached = try? await store.value(key) else { return nil }
        return Loaded(cached.value, from: .cache, fetchedAt: cached.fetchedAt)
      }
    )
  }
}

/// An error for a server that confirms a copy which does not exist.
private struct NothingToConfirm: Error {}

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
  ///   - isWhole: Whether the value is complete. An incomplete one does not count as an answer.
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
