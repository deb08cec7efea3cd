import ComicDomain
import ComicsStore
import Essentials
import Feed
import ItemsLoader
import Store

/// What is kept of single comics.
struct KeptComics: Sendable {
  /// How long the server's word counts that there is no comic with a number.
  static let gapLifetime: TimeInterval = 24 * 60 * 60

  private let store: ComicsStore
  /// The date that copies are kept with.
  let now: @Sendable () -> Date

  init(_ store: ComicsStore, now: @escaping @Sendable () -> Date) {
    self.store = store
    self.now = now
  }

  /// What is kept under a number; nil where nothing is, or nothing that can be read.
  func copy(_ id: Comic.ID) async -> StoredCopy<KeptComic>? { try? await store.singles.value(id) }

  /// The comic, if it is kept; or the gap, if it was asked for not long ago.
  func known(_ id: Comic.ID) async -> KeptComic? {
    guard let copy = await copy(id) else { return nil }
    switch copy.value {
    case .comic: return copy.value
    case .failed: return nil
    case .gap: return now().timeIntervalSince(copy.fetchedAt) < Self.gapLifetime ? copy.value : nil
    }
  }

  /// Keeps what the server has said. What it has said without a validator leaves that of the same comic as it was.
  func keep(_ item: KeptComic, validator: String? = nil) async throws {
    if validator == nil, item.comic != nil, await copy(item.id)?.value == item { return }
    try await store.singles.insert(StoredCopy(item, fetchedAt: now(), validator: validator), item.id)
  }

  /// The comics that are kept but not listed, newest first.
  func unlisted() async -> [StoredCopy<Comic>] {
    ((try? await store.unlisted()) ?? []).compactMap(\.comic).sorted { $0.value.id > $1.value.id }
  }

  /// The comics among what is kept, by number.
  var comics: Store<Comic.ID, StoredCopy<Comic>> {
    let singles = store.singles
    return Store(
      value: { try await singles.value($0)?.comic },
      insert: { copy, id in try await singles.insert(copy.map { .comic($0) }, id) },
      remove: singles.remove, removeAll: singles.removeAll, changes: singles.changes)
  }
}

extension StoredCopy<KeptComic> {
  /// The copy of a comic, where it is that of one.
  fileprivate var comic: StoredCopy<Comic>? {
    value.comic.map { StoredCopy<Comic>($0, fetchedAt: fetchedAt, validator: validator) }
  }
}
