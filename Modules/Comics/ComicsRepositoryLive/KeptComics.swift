import ComicDomain
import ComicsStore
import Essentials
import Feed
import ItemsLoader
import Observed
import Store
import Synchronization

/// What is kept of single comics: on the disk, and what cannot be kept there in memory for the rest of the run.
final class KeptComics: Sendable {
  /// How long the server's word counts that there is no comic with a number.
  static let gapLifetime: TimeInterval = 24 * 60 * 60

  private let store: ComicsStore
  /// The date that copies are kept with.
  let now: @Sendable () -> Date
  private let unwritten = Mutex<[Comic.ID: StoredCopy<KeptComic>]>([:])
  private let source = ChangeSource()

  init(_ store: ComicsStore, now: @escaping @Sendable () -> Date) { (self.store, self.now) = (store, now) }

  /// What is kept under a number; nil where nothing is, or nothing that can be read.
  func copy(_ id: Comic.ID) async -> StoredCopy<KeptComic>? {
    if let copy = unwritten(id) { return copy }
    return try? await store.singles.value(id)
  }

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
  /// - Throws: what kept it from the disk; it is in memory then.
  func keep(_ item: KeptComic, validator: String? = nil) async throws {
    if validator == nil, item.comic != nil, await copy(item.id)?.value == item { return }
    try await keep(StoredCopy(item, fetchedAt: now(), validator: validator))
  }

  /// The comics that are kept but not listed, newest first.
  func unlisted() async -> [StoredCopy<Comic>] {
    let unwritten = unwritten.withLock { Array($0.values) }
    let written = ((try? await store.unlisted()) ?? []).filter { self.unwritten($0.value.id) == nil }
    return (unwritten + written).compactMap(\.comic).sorted { $0.value.id > $1.value.id }
  }

  /// The newest of what is kept on a page and by itself.
  func newest(_ listed: Listed<KeptComic>) -> KeptComic? { unwritten(listed.id)?.value ?? listed.item }

  /// Tells of what the store does not tell of.
  var changes: ChangeSignal { source.signal }

  /// The comics among what is kept, by number.
  var comics: Store<Comic.ID, StoredCopy<Comic>> {
    Store(
      value: { id in
        if let copy = self.unwritten(id) { return copy.comic }
        return try await self.store.singles.value(id)?.comic
      },
      insert: { copy, _ in try await self.keep(copy.map { .comic($0) }) },
      remove: { try await self.store.singles.remove($0) }, removeAll: { try await self.store.singles.removeAll() },
      changes: .merging(store.list.changes, changes))
  }

  private func unwritten(_ id: Comic.ID) -> StoredCopy<KeptComic>? { unwritten.withLock { $0[id] } }

  private func keep(_ copy: StoredCopy<KeptComic>) async throws {
    let id = copy.value.id
    do {
      try await store.singles.insert(copy, id)
      _ = unwritten.withLock { $0.removeValue(forKey: id) }
    } catch {
      if error is CancellationError { throw error }
      unwritten.withLock { $0[id] = copy }
      source.send()
      throw error
    }
  }
}

extension StoredCopy<KeptComic> {
  /// The copy of a comic, where it is that of one.
  fileprivate var comic: StoredCopy<Comic>? {
    value.comic.map { StoredCopy<Comic>($0, fetchedAt: fetchedAt, validator: validator) }
  }
}
