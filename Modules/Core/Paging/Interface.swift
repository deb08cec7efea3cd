import Foundation
public import ItemsLoader

/// A list that comes page by page: each page the server's latest first, and the kept copy when that fails.
public struct Pages<Item: Sendable>: Sendable {
  /// The page after a cursor, or the first one; the latest, or what is kept when the latest cannot be had.
  /// - Throws: `NothingKept`, or `CancellationError`.
  public var page: @Sendable (_ after: Cursor?) async throws -> LoadResult<Page<Item>>
  /// What is kept of that page, without asking the server.
  public var kept: @Sendable (_ after: Cursor?) async -> LoadResult<Page<Item>>?
  /// Begins to load the first page before anybody asks for it; the first `page(nil)` after this gets that very load.
  public var prewarm: @Sendable () async -> Void

  public init(
    page: @escaping @Sendable (_ after: Cursor?) async throws -> LoadResult<Page<Item>>,
    kept: @escaping @Sendable (_ after: Cursor?) async -> LoadResult<Page<Item>>?,
    prewarm: @escaping @Sendable () async -> Void
  ) {
    self.page = page
    self.kept = kept
    self.prewarm = prewarm
  }

  /// The same pages of other items.
  public func map<Other>(_ transform: @escaping @Sendable (Item) -> Other) -> Pages<Other> {
    Pages<Other>(
      page: { try await page($0).map { $0.map(transform) } },
      kept: { await kept($0)?.map { $0.map(transform) } },
      prewarm: prewarm)
  }
}

extension Pages {
  /// Answers with the given pages, each one's cursor its number, as if a server had just given them.
  public static func stub(_ pages: [[Item]]) -> Self {
    let page: @Sendable (Cursor?) -> LoadResult<Page<Item>> = { cursor in
      let index = cursor.flatMap { Int($0.text) } ?? 0
      let next = index + 1 < pages.count ? Cursor(String(index + 1)) : nil
      return LoadResult(
        Page(pages.indices.contains(index) ? pages[index] : [], next: next), from: .server, fetchedAt: .distantPast)
    }
    return Self(page: page, kept: { _ in nil }, prewarm: {})
  }

  /// Fails every page, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    Self(page: { _ in throw error }, kept: { _ in nil }, prewarm: {})
  }
}
