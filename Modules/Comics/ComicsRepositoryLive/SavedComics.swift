import CachedResource
import ComicDomain
import ComicsStore
import Essentials
import PagedList
import Store

/// The saved comics and gaps, by number.
struct SavedComics: Sendable {
  /// The time after which a gap is asked for again.
  static let gapLifetime: TimeInterval = 24 * 60 * 60

  private let store: ComicsStore
  /// Returns the date that copies are saved with.
  let now: @Sendable () -> Date

  init(_ store: ComicsStore, now: @escaping @Sendable () -> Date) {
    self.store = store
    self.now = now
  }

  /// Returns what is saved for a number; nil where nothing is, or nothing that can be read.
  func copy(_ id: Comic.ID) async -> CachedCopy<CachedComic>? { try? await store.singles.value(id) }

  /// Returns the comic, or the gap if it was asked for not long ago.
  func known(_ id: Comic.ID) async -> CachedComic? {
    guard let copy = await copy(id) else { return nil }
    switch copy.value {
    case .comic: return copy.value
    case .failed: return nil
    case .gap: return now().timeIntervalSince(copy.fetchedAt) < Self.gapLifetime ? copy.value : nil
    }
  }

  /// Saves an answer of the server. One without a validator leaves that of the same comic as it was.
  func save(_ item: CachedComic, validator: String? = nil) async throws {
    if validator == nil, item.comic != nil, await copy(item.id)?.value == item { return }
    try await store.singles.insert(CachedCopy(item, fetchedAt: now(), validator: validator), item.id)
  }

  /// Returns the saved comics that are not in the list, newest first.
  func unlisted() async -> [CachedCopy<Comic>] {
    ((try? await store.unlisted()) ?? []).compactMap(\.comic).sorted { $0.value.id > $1.value.id }
  }

  /// The saved comics, without the gaps.
  var comics: Store<Comic.ID, CachedCopy<Comic>> {
    let singles = store.singles
    return Store(
      value: { try await singles.value($0)?.comic },
      insert: { copy, id in try await singles.insert(copy.map { .comic($0) }, id) },
      remove: singles.remove, removeAll: singles.removeAll, changes: singles.changes)
  }
}

extension CachedCopy<CachedComic> {
  /// The copy of a comic; nil for a gap.
  fileprivate var comic: CachedCopy<Comic>? {
    value.comic.map { CachedCopy<Comic>($0, fetchedAt: fetchedAt, validator: validator) }
  }
}
