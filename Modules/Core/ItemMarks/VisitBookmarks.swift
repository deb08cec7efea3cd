import ConcurrentMap
public import FlagsStore
public import ItemKind

extension FlagsStore {
  /// Does some work with every item of a kind that is bookmarked, a few at a time, newest bookmark first.
  /// - Throws: the first failure of the work, when all of it is done; `DatabaseError`; or `CancellationError`, at once.
  public func visitBookmarks(
    _ kind: ItemKind, _ work: @escaping @Sendable (_ id: String) async throws -> Void
  ) async throws {
    var (last, failure) = (Bookmark?.none, (any Error)?.none)
    while case let some = try await bookmarks(kind, last, 100), !some.isEmpty {
      let failures = try await some.concurrentMap(limit: 8) { bookmark -> (any Error)? in
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
      last = some.last
    }
    if let failure { throw failure }
  }
}
