import CachedResource
import Essentials
import Observed
import Outbox
import PagedList
import TodoDomain
import TodosRepository
import TodosStore

/// The reader of the to-dos to show.
struct TodosReader: Sendable {
  let outbox: TodosOutbox
  let store: TodosStore
  let obstacle: Observed<TodoObstacle?>
  let now: @Sendable () -> Date

  /// Reads the edits, and then the list. A delivered edit is in the list before it leaves the outbox, so this order
  /// finds it in at least one of them.
  func shown() async throws -> (shown: ShownTodos, changes: [TodosOutbox.Entry], header: TodosStoreHeader) {
    let changes = try await outbox.list.read().rows
    let cached = try await store.read()
    return (ShownTodos(cached: cached.rows, changes: changes), changes, cached.header)
  }

  var changes: ChangeSignal { .merging(outbox.list.changes, store.changes) }

  func counts() -> AsyncStream<TodoCounts> {
    ChangeSignal.merging(changes, obstacle.changes).reading { try? await count() }
  }

  private func count() async throws -> TodoCounts {
    let (shown, changes, _) = try await shown()
    let waiting = changes.count { $0.isWaiting }
    return TodoCounts(
      open: shown.items.count { !$0.todo.isCompleted }, waiting: waiting, refused: changes.count { !$0.isWaiting },
      obstacle: waiting > 0 ? obstacle.value : nil)
  }

  /// Returns the list of a filter.
  /// - Parameter refresh: Requests the server's list and stores it. Returns the elements that could not be read.
  func list(
    _ filter: TodoFilter, refresh: @escaping @Sendable () async throws -> UnreadableItems?
  ) -> PagedList<TodoItem> {
    @Sendable func find(_ query: ListQuery, including other: TodoItem.ID?) async throws -> FoundRows<TodoItem> {
      let (shown, _, header) = try await shown()
      let items = shown.items.filter { filter.includes($0.todo) }
      var found = FoundRows<TodoItem>(fetchedAt: header.fetchedAt)
      found.isComplete = header.fetchedAt != nil || !items.isEmpty
      // There are no bookmarks.
      guard query.scope == .list else { return found }
      let all = items.map { (RowKey(of: $0.id), $0) }
      found.find(query, in: all, including: other) { ListFacts(title: $0.todo.title) }
      return found
    }
    var list = PagedList.inMemory(.found(flags: { _ in [:] }, changes: changes, by: find))
    list.refresh = { Refreshed(warning: try await refresh()) }
    list.walk = { _, _ in
      .pulling {
        var unreadable: UnreadableItems?
        var failure = (any Error)?.none
        do { unreadable = try await refresh() } catch {
          try Task.checkCancellation()
          failure = error
        }
        let (shown, _, header) = try await shown()
        let hasItems = shown.items.contains { filter.includes($0.todo) }
        let nothing = header.fetchedAt == nil ? failure.map { NoCachedCopy(failure: $0) } : nil
        if let nothing, !hasItems { throw nothing }
        let rows = Loaded(
          // If the server never sent a list, all items were made here, so their date is now.
          shown.rows, from: failure == nil ? .server : .cache, fetchedAt: header.fetchedAt ?? now(),
          failure: nothing ?? failure ?? unreadable)
        return (shown: shown, rest: Loaded<Range<Int>>?.some(rows))
      } _: { state in
        let shown = state.shown
        return state.rest.takePortion()?.map { rows in shown.items(in: rows).filter { filter.includes($0.todo) } }
      }
    }
    return list
  }
}
