public import Essentials

extension CachedResource {
  /// Returns a resource that always loads the given value, as if a server had just sent it.
  public static func stub(_ value: Value, fetchedAt: Date = Date(timeIntervalSince1970: 0)) -> Self {
    Self(
      load: { Loaded(value, from: .server, fetchedAt: fetchedAt) },
      cached: { Loaded(value, from: .cache, fetchedAt: fetchedAt) })
  }

  /// Returns a resource that fails every load and has no cached copy.
  public static func failing(_ error: any Error) -> Self {
    Self(load: { throw error }, cached: { nil })
  }
}
