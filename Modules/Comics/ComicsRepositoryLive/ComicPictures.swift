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

/// The pictures of comics. A picture hardly ever changes: each is asked for at most once a run.
final class ComicPictures: Sendable {
  private let service: PicturesService
  private let store: PicturesStore
  private let missing: MissingPicturesStore
  private let now: @Sendable () -> Date
  /// The addresses whose saved pictures count as the latest.
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

  /// Saves the latest picture of a comic, if there is one. The server's word that there is not counts for a day.
  /// - Throws: as `load`; `NothingToDownload` within that day.
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

  /// Returns the picture of a comic, and why it is not the latest, if that is so.
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

  /// Returns the picture of a comic that is looked at, which is noted.
  func show(_ comic: Comic) async throws -> Loaded<Picture> {
    let loaded = try await load(comic)
    if let address = comic.picture { Task { [store, now] in try? await store.noteSeen(address, now()) } }
    return loaded
  }

  /// Returns the saved picture of a comic.
  func copy(_ comic: Comic) async -> CachedCopy<Picture>? {
    guard let address = comic.picture else { return nil }
    return try? await store.value(address)
  }

  private func isSettled(_ address: URL) -> Bool { settled.withLock { $0.contains(address) } }

  private func settle(_ address: URL) { settled.withLock { _ = $0.insert(address) } }
}
