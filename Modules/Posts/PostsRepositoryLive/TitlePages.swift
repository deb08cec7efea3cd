import Feed
import Foundation
import ItemsLoader
import Paging
import PostsRepository

extension Pages where Item == PostTitle {
  /// The list in pages of a hundred rows, as the screen wants them that does not look through a window yet.
  init(_ feed: Feed<PostTitle>) {
    let size = 100
    @Sendable func kept(from row: Int) async throws -> LoadResult<Page<PostTitle>>? {
      let window = try await feed.window(.row(row), 0, size - 1)
      guard let fetchedAt = window.fetchedAt else { return nil }
      let titles = window.anchor == row ? window.items : []
      let end = row + titles.count
      let hasMore = !titles.isEmpty && (end < window.count || !window.isComplete)
      return LoadResult(
        Page(titles, next: hasMore ? Cursor(String(end)) : nil), from: .kept, fetchedAt: fetchedAt)
    }
    self.init(
      page: { cursor in
        let row = cursor.flatMap { Int($0.text) } ?? 0
        do {
          let refreshed = try await row == 0 ? feed.refresh() : feed.load(row..<row + size)
          var page = try await kept(from: row) ?? LoadResult(Page([]), from: .server, fetchedAt: .distantPast)
          (page.origin, page.keepingFailure) = (.server, refreshed.keepingFailure)
          return page
        } catch {
          try Task.checkCancellation()
          if error is CancellationError { throw error }
          guard var page = try? await kept(from: row) else { throw NothingKept(failure: error) }
          page.failure = error
          return page
        }
      },
      kept: { cursor in try? await kept(from: cursor.flatMap { Int($0.text) } ?? 0) },
      prewarm: feed.prewarm)
  }
}
