public import BookmarksStore
public import ComicDomain
import Essentials
import Feed
import ItemsLoader
public import NetworkClient
public import Pictures

extension ComicsRepository {
  /// Has the given comics, as if a server had just given them. Bookmarks behave, and are forgotten at exit.
  /// - Parameters:
  ///   - failed: comics whose rows say that they could not be had, and why.
  ///   - bookmarks: where bookmarks are kept.
  ///   - picture: what every comic with a picture's address has.
  public static func stub(
    _ comics: [Comic] = .samples, failed: [Comic.ID: NetworkClient.Error] = [:],
    bookmarks: BookmarksStore = .memory(), picture: Picture? = try? Picture(Picture.sample)
  ) -> Self {
    let comics = comics.sorted { $0.id > $1.id }
    let rows = comics.map { ComicEntry(id: $0.id, content: .comic(title: $0.title, date: $0.date)) }
    let failures = failed.map { ComicEntry(id: $0, content: .failed($1)) }
    let entries = (rows.filter { failed[$0.id] == nil } + failures).sorted { $0.id > $1.id }
    @Sendable func comic(_ id: Comic.ID) -> Comic? { comics.first { $0.id == id } }
    @Sendable func found(_ comic: Comic?) throws -> LoadResult<Comic> {
      guard let comic else { throw NothingKept(failure: NetworkClient.Error.rejected(status: 404)) }
      return LoadResult(comic, from: .server, fetchedAt: .distantPast)
    }
    return Self(
      feed: Feed.stub(entries, text: { $0.title ?? "" }).marked(.comic, in: bookmarks, idText: \.description) {
        ComicEntry(id: $0.id, content: $0.content, isBookmarked: $1)
      },
      bookmarked: .bookmarked(
        .comic, in: bookmarks, id: Comic.ID.init(bookmark:), idText: \.description,
        items: { ids in
          ids.map { id in
            var entry = entries.first { $0.id == id } ?? ComicEntry(id: id, content: .notKept)
            entry.isBookmarked = true
            return entry
          }
        }, itemChanges: { AsyncStream { _ in } }, text: { $0.title ?? "" }, refresh: {}),
      detail: { id in
        AsyncThrowingStream {
          do {
            $0.yield(try found(comic(id)))
            $0.finish()
          } catch {
            $0.finish(throwing: error)
          }
        }
      },
      keptComic: { comic($0).map { LoadResult($0, from: .kept, fetchedAt: .distantPast) } },
      retry: { _ = try found(comic($0)) },
      latest: { try found(comics.first) },
      neighbour: { id, step in
        switch step {
        case .newer: comics.last { $0.id > id }?.id
        case .older: comics.first { $0.id < id }?.id
        }
      },
      random: { try found(comics.first).value.id },
      picture: { comic in
        guard let picture, comic.picture != nil else { throw NoPicture() }
        return LoadResult(picture, from: .server, fetchedAt: .distantPast)
      },
      keptPicture: { $0.picture == nil ? nil : picture },
      setBookmarked: { id, isBookmarked in
        guard isBookmarked else { return try await bookmarks.remove(.comic, id.description) }
        let newest = try await bookmarks.window(.comic, .row(0), 0, 0).items.first?.addedAt ?? .distantPast
        return try await bookmarks.add(Bookmark(id, addedAt: newest + 1))
      },
      undo: { try await bookmarks.undo($0) }, isBookmarked: { bookmarks.isMarked(.comic, $0.description) },
      keepOffline: { _ = try found(comic($0)) })
  }

  /// Fails every load and every change, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    Self(
      feed: .failing(error), bookmarked: .failing(error),
      detail: { _ in AsyncThrowingStream { $0.finish(throwing: error) } }, keptComic: { _ in nil },
      retry: { _ in throw error }, latest: { throw error }, neighbour: { _, _ in throw error },
      random: { throw error }, picture: { _ in throw error }, keptPicture: { _ in nil },
      setBookmarked: { _, _ in throw error }, undo: { _ in throw error },
      isBookmarked: { _ in AsyncStream { $0.finish() } }, keepOffline: { _ in throw error })
  }
}
