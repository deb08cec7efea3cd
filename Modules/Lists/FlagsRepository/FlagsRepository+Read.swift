public import FlagsStore
import Observed
public import PagedList

extension FlagsRepository {
  /// Marks items as read or unread, and returns the undo of the change; nil if nothing changed.
  /// - Throws: The errors of every change.
  public func setRead(_ isRead: Bool, _ ids: [ID]) async throws -> FlagUndo? {
    guard isRead else { return try await removeRead(ids) }
    let batch = ReadBatch.random()
    let count = try await addRead(ids, batch)
    return count == 0 ? nil : .read(batch, count: count)
  }

  /// Marks all items of a query as read in one change, and returns its undo; nil if all were read before.
  /// - Throws: The errors of every change; then no item is marked.
  public func markAllRead<Item>(in list: ListReader<Item>, _ query: ListQuery) async throws -> FlagUndo?
  where Item.ID == ID {
    var query = query
    query.filters.insert(.unread)
    query.unreadSince = nil
    let batch = ReadBatch.random()
    if list.coversStore, let arrival = query.sweep, case let count = try await list.count(query), count > sweepLimit,
      let hidden = try await list.hidden(query, fewerThan: count)
    {
      try await sweep(arrival, hidden, batch)
      return .read(batch, count: count)
    }
    var all: [ID] = []
    for try await ids in list.ids(query) { all += ids }
    let count = try await addRead(all, batch)
    return count == 0 ? nil : .read(batch, count: count)
  }

  /// Returns the flags of an item: the current ones, and new ones after every change. While the flags cannot be read,
  /// the stream yields nothing.
  public func flags(of id: ID) -> AsyncStream<ItemFlags> {
    changes.reading { (try? await flags([id])).map { $0[id] ?? ItemFlags() } }
  }
}

/// The number of items up to which they are marked one by one, so that nothing is left to be written afterwards.
private let sweepLimit = 1_000

extension ListReader {
  /// Returns the items of a query that the list hides; nil if there are not fewer than some number, so that it is less
  /// work to mark the others one by one.
  fileprivate func hidden(_ query: ListQuery, fewerThan limit: Int) async throws -> [Item.ID]? {
    if query.showsHidden { return [] }
    var hidden = query
    hidden.showsHidden = true
    // A sweep may go beyond its arrivals, to items that were marked as unread since.
    hidden.condition = .hidden
    guard try await count(hidden) < limit else { return nil }
    var all: [Item.ID] = []
    for try await ids in ids(hidden) { all += ids }
    return all
  }
}

extension ListQuery {
  /// The arrival number of the query, if the query is all unread items that had arrived by it and nothing else.
  fileprivate var sweep: Int64? {
    guard scope == .list, text.isEmpty, filters == [.unread], case .arrivedBy(let number) = condition else {
      return nil
    }
    return number
  }
}
