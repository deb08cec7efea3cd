import ComicDomain
public import ComicsRepository
public import ComicsService
public import ComicsStore
public import Essentials
public import Feed
public import FlagsStore
import ItemMarks
import ItemsLoader
import NetworkClient
import Observed
public import PicturesService
public import PicturesStore
public import Store
import Sync

extension ComicsRepository {
  /// Comics, their pictures and the reader's bookmarks, joined here.
  /// - `missingPictures`: keeps which pictures there are not.
  /// - `generator`: what a random comic is chosen with.
  /// - `now`: the date that copies are kept with, and bookmarks are made.
  public static func live(
    service: ComicsService, store: ComicsStore, picturesService: PicturesService, picturesStore: PicturesStore,
    missingPictures: MissingPicturesStore, flags: FlagsStore,
    generator: some RandomNumberGenerator & Sendable,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    let kept = KeptComics(store, now: now)
    let pages = ComicPages(service: service, kept: kept)
    var listed = Feed<Listed<KeptComic>>.live(
      growing: pages.page, pagesAhead: 3, store: store, flags: flags, kind: .comic, now: now)
    listed.walk = { [walk = listed.walk] limit, withFlags in kept.addingUnlisted(walk(limit, withFlags)) }
    let numbers = Numbers(service: service, kept: kept, list: listed.list, roll: Dice(generator).roll)
    let pictures = ComicPictures(picturesService, picturesStore, missing: missingPictures, now: now)
    @Sendable func loader(_ id: Comic.ID) -> ItemsLoader<Comic> {
      .live(remote: { try await service.comic(id, $0) }, store: kept.comics, key: id, now: now)
    }
    let confirmations = Confirmations<Comic.ID, Comic>()
    let download = OfflineDownload<Comic.ID>.live(
      saved: { id in
        guard let copy = await kept.copy(id), let comic = copy.value.comic else { return .nothing }
        if comic.picture == nil { return .all(copy.fetchedAt) }
        return await pictures.keptAt(comic).map { .all($0) } ?? .item
      },
      save: { id in
        let saved = await kept.known(id)?.comic
        let comic = if let saved { saved } else { try await loader(id).load().value }
        try await pictures.download(comic)
      })
    var feed = listed.map { comics in
      comics.map { ComicEntry($0.id, $0.item, mark: ItemMark($0.flags, arrivedAt: $0.arrivedAt)) }
    }
    feed.refreshBookmarked = { try await download.bookmarks(of: .comic, in: flags, id: Comic.ID.init(bookmark:)) }
    return Self(
      feed: feed,
      detail: { id in
        AsyncThrowingStream.pulling(from: { false }) { isDone in
          guard !isDone else { return nil }
          isDone = true
          return confirmations.dated(try await loader(id).load(), id)
        }
      },
      keptComic: { id in await loader(id).kept().map { confirmations.dated($0, id) } },
      retry: { _ = try await loader($0).load() },
      latest: numbers.latest, neighbour: numbers.neighbour, random: numbers.random,
      picture: pictures.show, keptPicture: pictures.kept,
      marks: .comics(flags: flags, now: now).downloading(download), download: download)
  }
}

extension ComicEntry {
  fileprivate init(_ id: Comic.ID, _ kept: KeptComic?, mark: ItemMark) {
    let content: Content =
      switch kept {
      case .comic(let comic): .comic(title: comic.title, date: comic.date)
      case .failed(_, let error): .failed(error)
      case .gap: .failed(.rejected(status: 404))
      case nil: .notKept
      }
    self.init(id: id, content: content, mark: mark)
  }
}
