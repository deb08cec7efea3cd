public import Essentials

extension CachedResource {
  /// Answers with the given value, as if a server had just given them.
  public static func stub(_ value: Value, fetchedAt: Date = Date(timeIntervalSince1970: 0)) -> Self {
    Self(
      load: { Loaded(value, from: .server, fetchedAt: fetchedAt) },
      cached: { Loaded(value, from: .cache, fetchedAt: fetchedAt) })
  }

  /// Fails every load, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    Self(load: { throw error }, cached: { nil })
  }
}
