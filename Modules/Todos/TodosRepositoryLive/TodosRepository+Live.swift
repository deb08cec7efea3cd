// The join of the server's to-dos and the outbox, and sending it.

import CachedResource
public import Essentials
import NetworkClient
public import Outbox
import PagedList
import TodoDomain
public import TodosRepository
public import TodosService
public import TodosStore

extension TodosRepository {
  /// Returns the server's list as last seen, joined with the edits made here.
  /// - Parameters:
  ///   - service: Sends edits, and requests the server's list.
  ///   - store: Holds the server's list as it was last seen.
  ///   - outbox: Holds the edits that the server has not confirmed.
  ///   - sender: The identity of this sender. Its lease must be longer than the longest request.
  ///   - settling: The time for which an addition without an answer is not sent again, and during which the server's
  ///     list may lack an added to-do or still have a deleted one. A server that takes longer to add a to-do, and does
  ///     not list it until then, gets it twice.
  ///   - clock: The clock for the pauses after deliveries without an answer.
  ///   - makeID: Returns a new UUID.
  public static func live(
    service: TodosService, store: TodosStore, outbox: TodosOutbox, sender: OutboxSender, settling: Duration,
    clock: any Clock<Duration>, makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) -> Self {
    let list = ServerList(service: service, store: store, now: sender.now, settling: settling)
    let delivering = TodoSender(outbox: outbox, list: list, identity: sender)
    let reader = TodosReader(outbox: outbox, store: store, obstacle: delivering.obstacle, now: sender.now)

    @Sendable func refresh() async throws -> UnreadableItems? {
      let delivery = try await delivering.deliver()
      // If the server was unreachable for the delivery, its list is not requested, so that nobody waits twice.
      if let failure = delivery.failure, case NetworkClient.Error.unreachable = failure { throw failure }
      let (listed, failure) = try await list.refresh()
      if let failure { throw failure }
      return UnreadableItems(listed.unreadable)
    }

    @Sendable func edit<Value: Sendable>(_ work: @escaping @Sendable (inout OutboxDraft) throws -> Value) async throws
      -> Value
    {
      while true {
        try Task.checkCancellation()
        let changes = try await outbox.list.read()
        let cached = try await store.read().rows
        let value = try await outbox.list.update { contents -> Value? in
          // If an edit was delivered meanwhile, the cached list may be older than that, so this reads both again.
          guard contents.revision == changes.revision else { return nil }
          var draft = OutboxDraft(contents: contents, cached: cached, makeID: makeID)
          let value = try work(&draft)
          contents = draft.contents
          contents.dropSuperseded()
          return value
        }
        if let value { return value }
      }
    }

    return Self(
      list: { filter in reader.list(filter, refresh: refresh) },
      todo: { id in try await reader.shown().shown.item(id) },
      counts: reader.counts,
      add: { titles in try await edit { TodoUndo(try $0.add(titles).map { .delete($0) }) } },
      rename: { id, title in
        guard !title.allSatisfy(\.isWhitespace) else { throw Error.blankTitle }
        return try await edit { try $0.take([.rename(id, title)]) }
      },
      setCompleted: { id, isCompleted in try await edit { try $0.take([.setCompleted(id, isCompleted)]) } },
      delete: { id in try await edit { try $0.take([.delete(id)]) } },
      undo: { undo in try await edit { try $0.take(undo.steps) } },
      resolve: { id, resolution in try await edit { $0.resolve(id, resolution) } },
      deliver: { try await delivering.deliver() },
      deliverUntilCancelled: {
        await outbox.deliverUntilCancelled(clock: clock) {
          let delivery = try await delivering.deliver()
          return (delivery.delivered > 0 || !delivery.refused.isEmpty, delivery.waiting > 0)
        }
      },
      deliveries: delivering.deliveries)
  }
}
