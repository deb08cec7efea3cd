import Foundation
import ItemsLoader
import Paging
import PostDomain
import PostsService
import PostsStore
import Store

/// The list of posts, and single ones, which may be kept by themselves or on a page of the list.
struct Posts: Sendable {
  let pages: Pages<Post>
  private let single: @Sendable (Post.ID) -> ItemsLoader<Post>

  init(service: PostsService, store: PostsStore, now: @escaping @Sendable () -> Date) {
    pages = .live(remote: service.page, store: store, key: { .page(after: $0) }, now: now)
    let singles = store.map(
      decode: { try $0.map { try $0.onlyItem } }, encode: { $0.map { Page([$0]) } })
    single = { id in .live(remote: { try await service.post(id, $0) }, store: singles, key: .post(id), now: now) }
  }

  /// One post; where the server fails, the newer of the copies that are kept.
  func loader(_ id: Post.ID) -> ItemsLoader<Post> {
    ItemsLoader(
      load: {
        do {
          let loaded = try await single(id).load()
          guard loaded.origin == .kept, let failure = loaded.failure else { return loaded }
          return await newestKept(id, after: failure) ?? loaded
        } catch let nothing as NothingKept {
          guard let kept = await newestKept(id, after: nothing.failure) else { throw nothing }
          return kept
        }
      },
      kept: { await newestKept(id, after: nil) })
  }

  private func newestKept(_ id: Post.ID, after failure: (any Error)?) async -> LoadResult<Post>? {
    let copies = [await single(id).kept(), await listed(id)].compactMap(\.self)
    var newest = copies.max { $0.fetchedAt < $1.fetchedAt }
    newest?.failure = failure
    return newest
  }

  /// The post on the first kept page that has it.
  private func listed(_ id: Post.ID) async -> LoadResult<Post>? {
    var cursor: Cursor?
    var seen: Set<Cursor> = []
    while let page = await pages.kept(cursor) {
      if let post = page.value.items.first(where: { $0.id == id }) { return page.map { _ in post } }
      guard let next = page.value.next, seen.insert(next).inserted else { return nil }
      cursor = next
    }
    return nil
  }
}

extension Page {
  fileprivate struct Empty: Error {}

  fileprivate var onlyItem: Item {
    get throws {
      guard let item = items.first else { throw Empty() }
      return item
    }
  }
}
