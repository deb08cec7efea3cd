public import Foundation

extension ItemsLoader {
  /// Answers with the given items, as if a server had just given them.
  public static func stub(_ items: Items, fetchedAt: Date = Date(timeIntervalSince1970: 0)) -> Self {
    Self(
      load: { Loaded(items, from: .server, fetchedAt: fetchedAt) },
      kept: { Loaded(items, from: .kept, fetchedAt: fetchedAt) })
  }

  /// Fails every load, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    Self(load: { throw error }, kept: { nil })
  }
}
