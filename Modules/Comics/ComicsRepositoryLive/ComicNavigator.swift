import CachedResource
import ComicDomain
import ComicsRepository
import ComicsService
import ComicsStore
import Essentials
import NetworkClient
import PagedList

/// The ways from one comic to another by their numbers, some of which have no comic.
struct ComicNavigator: Sendable {
  let service: ComicsService
  let saved: SavedComics
  let list: ListReader<Listed<CachedComic>>
  /// Returns a random number in a range.
  let roll: @Sendable (ClosedRange<Int>) -> Int

  /// The number of gaps in a row after which a search for a comic ends.
  private static let patience = 50

  /// Returns the newest comic; if the server fails, the newest cached one.
  func latest() async throws -> Loaded<Comic> {
    do {
      return Loaded(try await newest(), from: .server, fetchedAt: saved.now())
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      let listed = await newestSaved()
      let newest = [listed?.id, await saved.unlisted().first?.value.id].compactMap(\.self).max()
      guard let newest, let copy = await saved.copy(newest), let comic = copy.value.comic else {
        throw NoCachedCopy(failure: error)
      }
      return Loaded(comic, from: .cache, fetchedAt: copy.fetchedAt, failure: error)
    }
  }

  /// Returns the nearest comic in a direction; nil if there is none.
  func neighbour(_ id: Comic.ID, _ step: ComicStep) async throws -> Comic.ID? {
    var newest = await newestSaved()?.id.number ?? 0
    if id.number > newest { newest = try await self.newest().id.number }
    // A person may type any number, even the largest integer.
    var number = max(0, min(id.number, newest + 1))
    for _ in 0..<Self.patience {
      number += step == .older ? -1 : 1
      if number > newest { newest = try await self.newest().id.number }
      guard number >= 1, number <= newest else { return nil }
      if try await exists(Comic.ID(number)) { return Comic.ID(number) }
    }
    return nil
  }

  /// Returns a random comic; if the server fails, a cached one.
  func random() async throws -> Comic.ID {
    do {
      let newest = try await newest().id.number
      for _ in 0..<Self.patience {
        let id = Comic.ID(roll(1...newest))
        if try await exists(id) { return id }
      }
      throw NetworkClient.Error.rejected(status: 404)
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      guard let id = await anySaved() else { throw NoCachedCopy(failure: error) }
      return id
    }
  }

  private func newest() async throws -> Comic {
    guard case .changed(let comic, _) = try await service.latest(nil) else {
      // A 304 without a validator in the request is an error of the server.
      throw NetworkClient.Error.rejected(status: 304)
    }
    try await saved.save(.comic(comic))
    return comic
  }

  /// Returns whether a number has a comic, and asks the server if the cache does not say.
  private func exists(_ id: Comic.ID) async throws -> Bool {
    if let known = await saved.known(id) { return known.comic != nil }
    let fetched = try await service.fetched(id)
    if let failure = fetched.item.failure { throw failure }
    try await saved.save(fetched.item, validator: fetched.validator)
    return fetched.item.comic != nil
  }

  private func newestSaved() async -> Comic? {
    try? await list.window(ListQuery(), .row(0), 0, 20).items.firstNonNil { $0.item?.comic }
  }

  private func anySaved() async -> Comic.ID? {
    let unlisted = await saved.unlisted().map(\.value.id)
    for _ in 0..<Self.patience {
      let count = ((try? await list.count(ListQuery())) ?? 0) + unlisted.count
      guard count > 0 else { return nil }
      let row = roll(0...count - 1)
      if row < unlisted.count { return unlisted[row] }
      let window = try? await list.window(ListQuery(), .row(row - unlisted.count), 0, 0)
      if let comic = window?.items.first?.item?.comic { return comic.id }
    }
    return nil
  }
}
