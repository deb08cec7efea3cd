public import Feed
import FlagsStore
import Observed

extension ItemMarks {
  /// Marks items as read or unread, and returns what takes that back; nil where nothing changed.
  /// - Throws: as every change.
  public func setRead(_ isRead: Bool, _ ids: [ID]) async throws -> MarkUndo? {
    guard isRead else { return try await removeRead(ids) }
    let batch = ReadBatch.random()
    let count = try await addRead(ids, batch)
    return count == 0 ? nil : .read(batch, count: count)
  }

  /// Marks all items of a list as read, and returns what takes that back; nil where all were.
  ///
  /// - `query`: marks only those that hold it; nil for all.
  /// - `inTexts`: whether they may hold it in their whole texts.
  /// - Throws: as every change; then none is marked.
  public func markAllRead<Item>(
    in feed: Feed<Item>, holding query: String? = nil, inTexts: Bool = false
  ) async throws -> MarkUndo? where Item.ID == ID {
    if let query {
      var found: [ID] = []
      // All before any is marked: a list of what is unread is another one then.
      for try await places in inTexts ? feed.searchTexts(query) : feed.search(query) {
        found += try await feed.items(places).map(\.id)
      }
      return try await setRead(true, found)
    }
    let batch = ReadBatch.random()
    var count = 0
    do {
      for try await keys in feed.keys(.listed) { count += try await addRead(keys.map(\.id), batch) }
    } catch {
      try? await undo(.read(batch, count: count))
      throw error
    }
    return count == 0 ? nil : .read(batch, count: count)
  }

  /// The marks of an item: now, and after every change of them. Nothing comes while they cannot be read.
  public func mark(of id: ID) -> AsyncStream<ItemMark> {
    changes.reading { (try? await marks([id])).map { $0[id] ?? ItemMark() } }
  }

  /// How many items of a list were not read.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func unreadCount<Item>(in feed: Feed<Item>) async throws -> Int where Item.ID == ID {
    let read = try await readIDs()
    var count = try await feed.window(.row(0), 0, 0).count
    for start in stride(from: 0, to: read.count, by: 5_000) {
      count -= try await feed.places(Array(read[start..<min(start + 5_000, read.count)])).count
    }
    return max(0, count)
  }

  /// The same marks; some work begins after an item was bookmarked.
  public func afterBookmarking(_ work: @escaping @Sendable (_ id: ID) -> Void) -> Self {
    var marks = self
    marks.setBookmarked = { id, isBookmarked in
      let undo = try await setBookmarked(id, isBookmarked)
      if isBookmarked { work(id) }
      return undo
    }
    return marks
  }
}

extension Feed {
  /// The same list, in which the items know their marks. Where marks cannot be read, none has any.
  public func marked<Other: Identifiable & Sendable>(
    by marks: ItemMarks<Item.ID>, _ transform: @escaping @Sendable (_ item: Item, _ mark: ItemMark) -> Other
  ) -> Feed<Other> where Other.ID == Item.ID {
    marked(by: marks.marks, changes: marks.changes) { transform($0, $1 ?? ItemMark()) }
  }
}
