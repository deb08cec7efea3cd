import ConcurrentMap
import Feed
public import ItemKind

extension BookmarksStore {
  /// Does some work with every item of a kind that is bookmarked, a few at a time, newest bookmark first.
  /// - Throws: the first failure of the work, when all of it is done; `DatabaseError`; or `CancellationError`, at once.
  public func visit(_ kind: ItemKind, _ work: @escaping @Sendable (_ id: String) async throws -> Void) async throws {
    let portion = 100
    var (row, failure) = (0, (any Error)?.none)
    while true {
      let window = try await window(kind, .row(row), 0, portion - 1)
      guard window.anchor == row, !window.items.isEmpty else { break }
      let failures = try await window.items.concurrentMap(limit: 8) { bookmark -> (any Error)? in
        do {
          try await work(bookmark.id)
          return nil
        } catch let error as CancellationError {
          throw error
        } catch {
          return error
        }
      }
      failure = failure ?? failures.lazy.compactMap { $0 }.first
      row += portion
    }
    if let failure { throw failure }
  }
}
