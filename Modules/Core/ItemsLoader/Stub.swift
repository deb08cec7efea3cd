public import Essentials

extension ItemsLoader {
  /// Answers with the given value, as if a server had just given them.
  public static func stub(_ value: Value, fetchedAt: Date = Date(timeIntervalSince1970: 0)) -> Self {
    Self(
      load: { LoadResult(value, from: .server, fetchedAt: fetchedAt) },
      kept: { LoadResult(value, from: .kept, fetchedAt: fetchedAt) })
  }

  /// Fails every load, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    Self(load: { throw error }, kept: { nil })
  }
}
