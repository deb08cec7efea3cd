import Feed
import Foundation
import ItemsLoader
import Observed
import Paging
import TextSearch

/// What has come of a list's pages, in memory. Goes as soon as a repository has its titles as a feed.
private struct Loaded<Item: Sendable>: Sendable {
  var items: [Item] = []
  var next: Cursor?
  var isRead = false
  var fetchedAt: Date?
}

extension Feed where Item: Sendable {
  /// Pages as a feed: what is kept of them first, then what the server gives.
  init(_ pages: Pages<Item>, text: @escaping @Sendable (Item) -> String) {
    let box = Observed(Loaded<Item>())
    @Sendable func add(_ page: Page<Item>, isFirst: Bool = false) {
      box.update { list in
        if isFirst { list.items = [] }
        let seen = Set(list.items.map(\.id))
        list.items += page.items.filter { !seen.contains($0.id) }
        list.next = page.next
        list.isRead = true
      }
    }
    @Sendable func addKept() async {
      while let next = box.value.next, let kept = await pages.kept(next), !kept.value.items.isEmpty { add(kept.value) }
    }
    @Sendable func more() async throws -> Bool {
      guard let next = box.value.next else { return false }
      let loaded = try await pages.page(next)
      add(loaded.value)
      if let failure = loaded.failure { throw failure }
      return true
    }
    self.init(
      window: { anchor, before, after in
        if !box.value.isRead, let kept = await pages.kept(nil) {
          add(kept.value, isFirst: true)
          box.update { $0.fetchedAt = kept.fetchedAt }
          await addKept()
        }
        let list = box.value
        let stub = try await Feed.stub(list.items).window(anchor, before, after)
        return Window(
          stub.items, first: stub.first, anchor: stub.anchor, count: stub.count,
          isComplete: list.isRead && list.next == nil, fetchedAt: list.fetchedAt)
      },
      items: { places in
        let items = box.value.items
        return places.compactMap { items.indices.contains(Int($0.number)) ? items[Int($0.number)] : nil }
      },
      search: { query in
        let (items, query) = (box.value.items, TextSearch.Query(query))
        let found = items.indices.filter { query.matches(text(items[$0])) }
        return AsyncThrowingStream {
          $0.yield(found.map { Place(Int64($0)) })
          $0.finish()
        }
      },
      changes: { box.changes.values {} },
      refresh: {
        let loaded = try await pages.page(nil)
        add(loaded.value, isFirst: true)
        box.update { $0.fetchedAt = loaded.fetchedAt }
        await addKept()
        if let failure = loaded.failure { throw failure }
        return Refreshed(keepingFailure: loaded.keepingFailure)
      },
      load: { rows in
        if rows.upperBound > box.value.items.count { _ = try await more() }
        return Refreshed()
      },
      loadRest: {
        AsyncThrowingStream { continuation in
          let task = Task {
            do {
              while try await more() { continuation.yield(box.value.items.count) }
              continuation.finish()
            } catch {
              continuation.finish(throwing: error)
            }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      },
      walk: { AsyncThrowingStream { $0.finish() } }, prewarm: pages.prewarm)
  }
}
