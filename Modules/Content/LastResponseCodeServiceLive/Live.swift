import ContentDomain
public import LastResponseCodeService
public import ResponseCodeStore
public import Store

extension LastResponseCodeService {
  /// Knows what the store keeps.
  public static func live(store: ResponseCodeStore) -> Self {
    Self(last: { try await store.value(.last) }, update: { try await store.insert($0, .last) })
  }
}
