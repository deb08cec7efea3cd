import CachedResource
public import ComicDomain
import Essentials
import FlagsRepository
public import FlagsStore
public import NetworkClient
import Observed
import PagedList
import Pictures
import Sync

extension ComicsRepository {
  /// Returns a repository of the given comics, as if a server had just sent them.
  ///
  /// - Parameters:
  ///   - comics: The comics, in any order.
  ///   - failed: The comics that failed to load, and why.
  ///   - flags: The flags of items.
  public static func stub(
    _ comics: [Comic] = .samples, failed: [Comic.ID: NetworkClient.Error] = [:],
    flags: FlagsStore = .stub
  ) -> Self {
    let comics = comics.sorted { $0.id > $1.id }
    let rows = comics.map { ComicEntry(id: $0.id, content: .comic(title: $0.title, date: $0.date)) }
    let failures = failed.map { ComicEntry(id: $0, content: .failed($1)) }
    let entries = (rows.filter { failed[$0.id] == nil } + failures).sorted { $0.id > $1.id }
    @Sendable func comic(_ id: Comic.ID) -> Comic? { comics.first { $0.id == id } }
    @Sendable func found(_ comic: Comic?) throws -> Loaded<Comic> {
      guard let comic else { throw NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404)) }
      // Current whenever it is looked at.
      return Loaded(comic, from: .server, fetchedAt: .distantFuture)
    }
    let list = ListReader<Listed<ComicEntry>>.inMemory(
      entries, text: { $0.title ?? "" }, date: \.date?.noon, flags: flags, kind: .comic, idText: \.description,
      id: Comic.ID.init(text:))
    let itemFlags = FlagsRepository<Comic.ID>.live(
      .comic, flags: flags, list: list, idText: \.description, now: countingDates())
    return Self(
      list: .inMemory(
        list.map { comics in
          comics.map { comic in
            ComicEntry(
              id: comic.id, content: comic.item?.content ?? .notSaved,
              flags: comic.flags)
          }
        }),
      detail: { try found(comic($0)) },
      cachedComic: { comic($0).map { Loaded($0, from: .cache, fetchedAt: .distantPast) } },
      latest: { try found(comics.first) },
      neighbour: { id, step in
        switch step {
        case .newer: comics.last { $0.id > id }?.id
        case .older: comics.first { $0.id < id }?.id
        }
      },
      random: { try found(comics.first).value.id },
      picture: { _ in Loaded(try Picture(Picture.sample), from: .server, fetchedAt: .distantPast) },
      cachedPicture: { _ in try? Picture(Picture.sample) },
      flags: itemFlags,
      download: OfflineDownload(item: { _ = try found(comic($0)) }))
  }

  /// Fails every load and every change, and has no cached copies.
  public static func failing(_ error: any Error) -> Self {
    Self(
      list: .failing(error),
      detail: { _ in throw error }, cachedComic: { _ in nil }, latest: { throw error },
      neighbour: { _, _ in throw error }, random: { throw error }, picture: { _ in throw error },
      cachedPicture: { _ in nil },
      flags: .failing(error), download: OfflineDownload(item: { _ in throw error }))
  }
}
