import CachedResource
import ComicDomain
import ComicsRepository
import Essentials
import NetworkClient
import Pictures
import PicturesService
import PicturesStore
import Store
import Sync
import Synchronization

/// The pictures of comics. Each is requested at most once a run, because pictures hardly ever change.
final class ComicPictures: Sendable {
  private let service: PicturesService
  private let store: PicturesStore
  private let missing: MissingPicturesStore
  private let now: @Sendable () -> Date
  /// The addresses whose cached pictures need no revalidation.
  private let settled = Mutex<Set<URL>>([])

  init(
    _ service: PicturesService, _ store: PicturesStore, missing: MissingPicturesStore,
    now: @escaping @Sendable () -> Date
  ) {
    self.service = service
    self.store = store
    self.missing = missing
    self.now = now
  }

  /// Downloads the picture of a comic. If the server has none (404, 410), it is not asked again for a day.
  ///
  /// - Throws: The errors of `load`; `NothingToDownload` within that day.
  func download(_ comic: Comic) async throws {
    guard let address = comic.picture else { return }
    if let known = try? await missing.value(address),
      now().timeIntervalSince(known.fetchedAt) < SavedComics.gapLifetime
    {
      throw NothingToDownload()
    }
    do { _ = try await load(comic) } catch let nothing as NoCachedCopy {
      if case NetworkClient.Error.rejected(let status) = nothing.failure, [404, 410].contains(status) {
        try? await missing.insert(CachedCopy(status, fetchedAt: now()), address)
      }
      throw nothing
    }
  }

  /// Returns the picture of a comic, with the failure if it is not the latest.
  func load(_ comic: Comic) async throws -> Loaded<Picture> {
    guard let address = comic.picture else { throw NoPicture() }
    if let copy = try? await store.value(address), copy.validator == nil || isSettled(address) {
      settle(address)
      return Loaded(copy.value, from: .cache, fetchedAt: copy.fetchedAt)
    }
    let loader = CachedResource<Picture>.live(
      remote: { [service] in try await service.picture(address, $0) }, store: store, key: address, now: now)
    let loaded = try await loader.load()
    if loaded.failure == nil { settle(address) }
    return loaded
  }

  /// Returns the picture of a comic that is shown, and records in the store that it was seen.
  func show(_ comic: Comic) async throws -> Loaded<Picture> {
    let loaded = try await load(comic)
    if let address = comic.picture { Task { [store, now] in try? await store.noteSeen(address, now()) } }
    return loaded
  }

  /// Returns the cached picture of a comic.
  func copy(_ comic: Comic) async -> CachedCopy<Picture>? {
    guard let address = comic.picture else { return nil }
    return try? await store.value(address)
  }

  private func isSettled(_ address: URL) -> Bool { settled.withLock { $0.contains(address) } }

  private func settle(_ address: URL) { settled.withLock { _ = $0.insert(address) } }
}
