// The join of comics and pictures.

public import CachedPictures
import CachedResource
import ComicDomain
public import ComicsRepository
public import ComicsService
public import ComicsStore
public import Essentials
import FlagsRepository
public import FlagsStore
import NetworkClient
import Observed
public import PagedList
import Sync

extension ComicsRepository {
  /// Returns a repository that joins comics with their pictures and flags.
  ///
  /// - Parameters:
  ///   - service: Requests comics from the server.
  ///   - store: Holds the comics that were loaded.
  ///   - pictures: The pictures of comics.
  ///   - flags: The flags of comics: read, and bookmarked.
  ///   - roll: Returns a random number in a range, for a random comic.
  ///   - now: Returns the date for cached copies and bookmarks.
  public static func live(
    service: ComicsService, store: ComicsStore, pictures: CachedPictures, flags: FlagsStore,
    roll: @escaping @Sendable (ClosedRange<Int>) -> Int, now: @escaping @Sendable () -> Date
  ) -> Self {
    let saved = SavedComics(store: store, now: now)
    let pages = ComicPages(service: service, saved: saved)
    var listed = PagedList<Listed<CachedComic>>.live(
      growing: pages.page, pagesAhead: 3, store: store, flags: flags, kind: .comic, now: now)
    listed.walk = { [walk = listed.walk] limit, withFlags in saved.addingUnlisted(walk(limit, withFlags)) }
    let navigator = ComicNavigator(service: service, saved: saved, list: listed.reader, roll: roll)
    @Sendable func loader(_ id: Comic.ID) -> CachedResource<Comic> {
      .live(remote: { try await service.comic(id, $0) }, store: saved.comics, key: id, now: now)
    }
    let itemFlags = FlagsRepository<Comic.ID>.live(
      .comic, flags: flags, list: listed.reader, idText: \.description, now: now)
    let confirmations = Confirmations<Comic.ID, Comic>()
    let download = OfflineDownload<Comic.ID>.live(
      saved: { id in
        guard let copy = await saved.copy(id), let comic = copy.value.comic else { return .nothing }
        guard let picture = comic.picture else { return .all(copy.fetchedAt) }
        return await pictures.copy(picture).map { .all($0.fetchedAt) } ?? .item
      },
      save: { id in
        let known = await saved.known(id)?.comic
        let comic = if let known { known } else { try await loader(id).load().value }
        guard let picture = comic.picture else { return }
        do { try await pictures.download(picture) } catch let nothing as NoCachedCopy {
          throw FailureElsewhere(at: picture, nothing.failure)
        }
      })
    var list = listed.map { comics in
      comics.map { ComicEntry($0.id, $0.item, flags: $0.flags) }
    }
    list.refreshBookmarked = { try await download.bookmarks(of: .comic, in: flags, id: Comic.ID.init(text:)) }
    return Self(
      list: list,
      detail: { id in confirmations.dated(try await loader(id).load(), id) },
      cachedComic: { id in await loader(id).cached().map { confirmations.dated($0, id) } },
      latest: navigator.latest, neighbour: navigator.neighbour, random: navigator.random,
      picture: pictures.show, cachedPicture: { await pictures.copy($0)?.value },
      flags: itemFlags.downloading(download), download: download)
  }
}

extension ComicEntry {
  fileprivate init(_ id: Comic.ID, _ cached: CachedComic?, flags: ItemFlags) {
    let content: Content =
      switch cached {
      case .comic(let comic): .comic(title: comic.title, date: comic.date)
      case .failed(_, let error): .failed(error)
      case .gap: .failed(.rejected(status: 404))
      case nil: .notSaved
      }
    self.init(id: id, content: content, flags: flags)
  }
}
