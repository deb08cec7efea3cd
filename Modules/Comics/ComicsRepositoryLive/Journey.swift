import BookmarksStore
import ComicDomain
import ComicsRepository
import ComicsStore
import ConcurrentMap
import Feed
import ItemsLoader
import NetworkClient
import SingleFlight

/// Keeps what a reader takes along: comics with their pictures.
struct Journey: Sendable {
  let comics: @Sendable (Comic.ID) -> ItemsLoader<Comic>
  let kept: KeptComics
  let pictures: ComicPictures
  let bookmarks: BookmarksStore
  let flights = SingleFlight<Comic.ID, Void>()

  /// Gets what is not kept of a comic and its picture.
  func keep(_ id: Comic.ID) async throws {
    try await flights.value(id) {
      let comic: Comic
      if let known = await kept.known(id)?.comic {
        comic = known
      } else {
        let loaded = try await comics(id).load()
        if let failure = loaded.keepingFailure { throw failure }
        comic = loaded.value
      }
      guard !pictures.isSettled(comic) else { return }
      let picture = try await pictures.load(comic)
      if let failure = picture.keepingFailure { throw failure }
    }
  }

  /// Gets what is bookmarked and not kept, a few at a time.
  /// - Throws: the first reason why a comic is not there. A picture that is missing is asked for the next time.
  func keepBookmarked() async throws {
    let portion = 100
    var (row, failure) = (0, (any Error)?.none)
    while true {
      let window = try await bookmarks.window(.comic, .row(row), 0, portion - 1)
      guard window.anchor == row, !window.items.isEmpty else { break }
      let failures = try await window.items.concurrentMap(limit: 8) { bookmark -> (any Error)? in
        let id = Comic.ID(bookmark: bookmark.id)
        do {
          try await keep(id)
          return nil
        } catch let error as CancellationError {
          throw error
        } catch {
          return await kept.known(id)?.comic == nil ? error : nil
        }
      }
      failure = failure ?? failures.lazy.compactMap { $0 }.first
      row += portion
    }
    if let failure { throw (failure as? NothingKept)?.failure ?? failure }
  }
}
