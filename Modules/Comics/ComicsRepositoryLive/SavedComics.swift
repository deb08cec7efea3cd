import CachedResource
import ComicDomain
import ComicsStore
import Essentials
import PagedList
import Store

/// The cached comics and gaps, by number.
struct SavedComics: Sendable {
  /// The time, in seconds, after which a gap is requested again.
  static let gapLifetime: TimeInterval = 24 * 60 * 60

  let store: ComicsStore
  /// Returns the date for cached copies.
  let now: @Sendable () -> Date

  /// Returns the cached copy for a number; nil if there is none, or if it is unreadable.
  func copy(_ id: Comic.ID) async -> CachedCopy<CachedComic>? { try? await store.singles.value(id) }

  /// Returns the cached comic, or a gap that is not older than `gapLifetime`.
  func known(_ id: Comic.ID) async -> CachedComic? {
    guard let copy = await copy(id) else { return nil }
    switch copy.value {
    case .comic: return copy.value
    case .failed: return nil
    case .gap:
      // A date in the future was saved before the clock was set back.
      return (0..<Self.gapLifetime).contains(now().timeIntervalSince(copy.fetchedAt)) ? copy.value : nil
    }
  }

  /// Saves an answer of the server. An answer without a validator does not remove the validator of the same comic.
  func save(_ item: CachedComic, validator: String? = nil) async throws {
    if validator == nil, item.comic != nil, await copy(item.id)?.value == item { return }
    try await store.singles.insert(CachedCopy(item, fetchedAt: now(), validator: validator), item.id)
  }

  /// Returns the cached comics that are not in the list, newest first.
  func unlisted() async -> [CachedCopy<Comic>] {
    ((try? await store.unlisted()) ?? []).compactMap(\.comic).sorted { $0.value.id > $1.value.id }
  }

  /// The cached comics, without the gaps.
  var comics: Store<Comic.ID, CachedCopy<Comic>> {
    let singles = store.singles
    return Store(
      value: { try await singles.value($0)?.comic },
      insert: { copy, id in try await singles.insert(copy.map { .comic($0) }, id) })
  }
}

extension CachedCopy<CachedComic> {
  /// The copy of the comic; nil for a gap.
  fileprivate var comic: CachedCopy<Comic>? {
    value.comic.map { CachedCopy<Comic>($0, fetchedAt: fetchedAt, validator: validator) }
  }
}

extension SavedComics {
  /// Returns a walk that continues, once it finds no more pages, with the older comics that are cached outside the
  /// list. Then it fails with the original error.
  func addingUnlisted(
    _ walk: AsyncThrowingStream<Loaded<[Listed<CachedComic>]>, any Error>
  ) -> AsyncThrowingStream<Loaded<[Listed<CachedComic>]>, any Error> {
    .pulling {
      (pages: walk, oldest: Comic.ID?.none, failure: NoCachedCopy?.none)
    } _: { state in
      if let failure = state.failure { throw failure }
      do {
        guard let page = try await state.pages.nextElement() else { return nil }
        state.oldest = page.value.last?.id ?? state.oldest
        return page
      } catch let nothing as NoCachedCopy {
        state.failure = nothing
        let copies = await self.unlisted().filter { [oldest = state.oldest] copy in
          oldest.map { copy.value.id < $0 } ?? true
        }
        guard let fetchedAt = copies.map(\.fetchedAt).min() else { throw nothing }
        return Loaded(
          copies.map { Listed(id: $0.value.id, item: .comic($0.value)) }, from: .cache, fetchedAt: fetchedAt,
          failure: nothing.failure)
      }
    }
  }
}
