import FlagsStore
import Observed
public import PagedList

extension FlagsRepository {
  /// Marks items as read or unread, and returns what takes that back; nil where nothing changed.
  /// - Throws: as every change.
  public func setRead(_ isRead: Bool, _ ids: [ID]) async throws -> FlagUndo? {
    guard isRead else { return try await removeRead(ids) }
    let batch = ReadBatch.random()
    let count = try await addRead(ids, batch)
    return count == 0 ? nil : .read(batch, count: count)
  }

  /// Marks all items of a query as read in one change, and returns what takes that back; nil where all were.
  /// - Throws: as every change; then none is marked.
  public func markAllRead<Item>(in list: ListReader<Item>, _ query: ListQuery) async throws -> FlagUndo?
  where Item.ID == ID {
    var query = query
    query.filters.insert(.unread)
    query.unreadSince = nil
    let batch = ReadBatch.random()
    if let arrival = query.sweep, case let count = try await list.count(query), count > sweepLimit {
      try await sweep(arrival, batch)
      return .read(batch, count: count)
    }
    var all: [ID] = []
    for try await ids in list.ids(query) { all += ids }
    let count = try await addRead(all, batch)
    return count == 0 ? nil : .read(batch, count: count)
  }

  /// The marks of an item: now, and after every change of them. Nothing comes while they cannot be read.
  public func mark(of id: ID) -> AsyncStream<ItemMark> {
    changes.reading { (try? await marks([id])).map { $0[id] ?? ItemMark() } }
  }
}

/// As many items are marked one by one, which leaves nothing to be written afterwards.
private let sweepLimit = 1_000

extension ListQuery {
  /// The number by which the whole list had arrived, where it is all that is asked for.
  fileprivate var sweep: Int64? {
    guard scope == .list, text.isEmpty, filters.count == 2, filters.contains(.unread) else { return nil }
    return filters.lazy.compactMap { if case .arrivedBy(let number) = $0 { number } else { nil } }.first
  }
}
