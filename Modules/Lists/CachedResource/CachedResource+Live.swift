public import Essentials
public import Store

extension CachedResource {
  /// Asks `remote`, sending along the validator of what is kept; keeps what changed before returning it.
  /// - `remote`: the server's latest, given the kept copy's validator; any error but `CancellationError` means that
  ///   the kept copy answers.
  /// - `store`: where the copy is kept, under `key`.
  /// - `now`: the date that is kept with the copy.
  public static func live<Key>(
    remote: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<Value>,
    store: Store<Key, CachedCopy<Value>>, key: Key, now: @escaping @Sendable () -> Date
  ) -> Self {
    Self(
      load: {
        let reading = await Result { try await store.value(key) }
        let cached = try? reading.get()
        let latest: CachedCopy<Value>
        do {
          switch try await remote(cached?.validator) {
          case .changed(let value, let validator):
            latest = CachedCopy(value, fetchedAt: now(), validator: validator)
          case .unchanged:
            guard let cached else { throw NothingToConfirm() }
            return Loaded(cached.value, from: .server, fetchedAt: now())
          }
        } catch {
          try Task.checkCancellation()
          if error is CancellationError { throw error }
          guard let cached else { throw NoCachedCopy(failure: error, readingFailure: reading.failure) }
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

/// The server confirmed a copy that is not there.
private struct NothingToConfirm: Error {}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }

  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
