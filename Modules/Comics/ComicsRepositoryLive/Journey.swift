import ComicDomain
import ComicsRepository
import ComicsStore
import Essentials
import FlagsStore
import ItemMarks
import ItemsLoader
import NetworkClient
import SingleFlight

/// Keeps what a reader takes along: comics with their pictures.
struct Journey: Sendable {
  let comics: @Sendable (Comic.ID) -> ItemsLoader<Comic>
  let kept: KeptComics
  let pictures: ComicPictures
  let flags: FlagsStore
  let flights = SingleFlight<Comic.ID, Bool>()

  /// Gets what is not kept of a comic and its picture.
  /// - Returns: whether there is a picture, as far as the server has said within a day.
  @discardableResult
  func keep(_ id: Comic.ID) async throws -> Bool {
    try await flights.value(id) {
      let comic: Comic
      if let known = await kept.known(id)?.comic {
        comic = known
      } else {
        comic = try await comics(id).load().value
      }
      guard !pictures.isSettled(comic) else { return true }
      return try await pictures.download(comic) != nil
    }
  }

  /// When a comic and its picture were last kept; nil where one of them is missing.
  func keptAt(_ id: Comic.ID) async -> Date? {
    guard let copy = await kept.copy(id), let comic = copy.value.comic else { return nil }
    guard comic.picture != nil else { return copy.fetchedAt }
    return await pictures.keptAt(comic)
  }

  /// Gets what is bookmarked and not kept, a few at a time.
  /// - Throws: the first reason why a comic is not there. A picture that is missing is asked for the next time.
  func keepBookmarked() async throws {
    do {
      try await flags.visitBookmarks(.comic) { text in
        let id = Comic.ID(bookmark: text)
        do { try await keep(id) } catch {
          try Task.checkCancellation()
          if await kept.known(id)?.comic == nil { throw error }
        }
      }
    } catch let error as NothingKept {
      throw error.failure
    }
  }
}
