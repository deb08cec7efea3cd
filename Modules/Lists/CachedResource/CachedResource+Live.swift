public import Essentials
public import Store

extension CachedResource {
  /// Returns a resource that is requested with the validator of its cached copy. A new value is saved before it is
  /// returned.
  /// - Parameters:
  ///   - remote: returns the server's latest value, given the cached copy's validator. After any error but
  ///     `CancellationError` the cached copy is used.
  ///   - store: the store of the copy.
  ///   - key: the copy's key in the store.
  ///   - now: the current date, with which the copy is saved.
  public static func live<Key>(
    remote: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<Value>,
    store: Store<Key, CachedCopy<Value>>, key: Key, now: @escaping @Sendable () -> Date
  ) -> Self {
    Self(
      load: {
        var (cached, readingFailure) = (CachedCopy<Value>?.none, (any Error)?.none)
        do { cached = try await store.value(key) } catch { readingFailure = error }
        let latest: CachedCopy<Value>
        do {
          switch try await remote(cached?.validator) {
          case .changed(let value, let validator):
            latest = CachedCopy(value, fetchedAt: now(), validator: validator)
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
        return Loaded(latest.value, from: .server, fetchedAt: latest.fetchedAt)
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
