import CachedResource
import Database
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import PagedList
import Store
import TestSupport
import Testing

/// Tests of sweeps, which mark everything that has arrived as read, and of their undo.
@Suite(.timeLimit(.minutes(5)))
struct SweepTests {
  let kind = ItemKind("note")
  let flags = FlagsStore.live(database: .memory())

  /// Returns a list that does not write the items of sweeps in the background.
  func list(_ store: ListStore<Note>) -> ListReader<Listed<Note>> {
    var flags = flags
    flags.unwrittenSweeps = { _ in [] }
    return PagedList<Listed<Note>>.live(
      remote: { _, _ in .unchanged }, store: store, flags: flags, kind: kind, now: { Note.date }
    ).reader
  }

  func unread(_ list: ListReader<Listed<Note>>) async throws -> [Int] {
    try await list.window(ListQuery(filters: [.unread]), .row(0), 0, 99).items.map(\.id)
  }

  func sweep(_ list: ListReader<Listed<Note>>, _ batch: ReadBatch = .random()) async throws {
    try await marks(list).sweep(try #require(try await list.window(ListQuery(), .row(0), 0, 0).arrival), [], batch)
  }

  func marks(_ list: ListReader<Listed<Note>>) -> FlagsRepository<Int> {
    .live(kind, flags: flags, list: list, idText: { "\($0)" }, now: { Note.date })
  }

  /// Writes some items of a sweep.
  /// - Returns: Whether there were items to write.
  func write(_ store: ListStore<Note>, _ limit: Int = 2) async throws -> Bool {
    for sweep in try await flags.unwrittenSweeps(kind) {
      if let ids = try await store.swept(sweep, limit) {
        try await flags.addSwept(kind, sweep, ids)
        return true
      }
    }
    return false
  }

  @Test func `a sweep marks arrived items as read, not later ones, and its undo spares items read before`() async throws
  {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1, 2, 3], isLast: true)
    _ = try await flags.addRead(kind, ["2"], ReadBatch(1))
    try await sweep(list, ReadBatch(2))
    try await store.put(0, [4, 1, 2, 3], isLast: true)
    #expect(try await unread(list) == [4])
    #expect(try await list.count(ListQuery(filters: [.unread])) == 1)
    _ = try await flags.removeRead(kind, ["3"])
    #expect(try await unread(list) == [4, 3])
    _ = try await flags.undoRead(ReadBatch(2), nil)
    #expect(try await unread(list) == [4, 1, 3])
  }

  @Test func `a sweep up to a window's arrival does not cover items that arrived after the window`() async throws {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1], isLast: true)
    let arrival = try #require(try await list.window(ListQuery(), .row(0), 0, 0).arrival)
    try await store.put(0, [2, 1], isLast: true)
    var ids: [Int] = []
    for try await portion in list.ids(ListQuery(filters: [.unread], condition: .arrivedBy(arrival))) { ids += portion }
    #expect(ids == [1])
    try await marks(list).sweep(arrival, [], ReadBatch(1))
    #expect(try await unread(list) == [2])
  }

  @Test func `a sweep does not cover a saved item that is listed only later`() async throws {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1], isLast: true)
    try await store.singles.insert(CachedCopy(Note(2), fetchedAt: Note.date), 2)
    try await sweep(list)
    try await store.put(0, [2, 1], isLast: true)
    #expect(try await unread(list) == [2])
    try await sweep(list)
    #expect(try await unread(list) == [])
  }

  @Test func `a swept item stays read when its content changes, and when it is removed and returns`() async throws {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1, 2], isLast: true)
    try await sweep(list)
    _ = try await unread(list)
    try await store.put(0, [Note(id: 1, text: "other")], isLast: true)
    #expect(try await unread(list) == [])
    try await store.put(0, [3, 1, 2], isLast: true)
    #expect(try await unread(list) == [3])
  }

  @Test func `a sweep marks a listed bookmarked item as read`() async throws {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1], isLast: true)
    for id in ["1", "9"] {
      _ = try await flags.addBookmark(Bookmark(kind: kind, id: id, addedAt: Note.date))
    }
    try await sweep(list)
    let bookmarked = try await list.window(ListQuery(scope: .bookmarked), .row(0), 0, 9)
    #expect(bookmarked.items.map(\.flags.isRead) == [true, false])
    #expect(try await list.count(ListQuery(scope: .bookmarked, filters: [.unread])) == 1)
    #expect(try await list.flags([1, 9]).mapValues(\.isRead) == [1: true, 9: false])
  }

  @Test func `an item swept since the query's version still counts as unread`() async throws {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1, 2], isLast: true)
    _ = try await flags.addRead(kind, ["1"], ReadBatch(1))
    let version = try await list.window(ListQuery(), .row(0), 0, 9).flags
    try await sweep(list)
    let query = ListQuery(filters: [.unread], unreadSince: version)
    #expect(try await list.window(query, .row(0), 0, 9).items.map(\.id) == [2])
  }

  @Test func `the swept items are read in a list loaded anew once the sweep is written`() async throws {
    let store = ListStore<Note>.notes()
    try await store.put(0, [1, 2, 3], isLast: true)
    _ = try await flags.addRead(kind, ["2"], ReadBatch(1))
    try await sweep(list(store), ReadBatch(2))
    #expect(try await unread(list(store)) == [])
    while try await write(store) {}
    _ = try await flags.removeRead(kind, ["3"])
    let other = ListStore<Note>.notes()
    #expect(try await unread(list(other)) == [])
    try await other.put(0, [4, 1, 2, 3], isLast: true)
    #expect(try await unread(list(other)) == [4, 3])
    _ = try await flags.undoRead(ReadBatch(2), nil)
    #expect(try await unread(list(other)) == [4, 1, 3])
  }

  @Test func `items that a sweep spares stay unread, also in a list loaded anew, and after an undo`()
    async throws
  {
    let store = ListStore<Note>.notes()
    try await store.put(0, [1, 2, 3], isLast: true)
    let list = list(store)
    let arrival = try #require(try await list.window(ListQuery(), .row(0), 0, 0).arrival)
    try await marks(list).sweep(arrival, [2], ReadBatch(1))
    #expect(try await unread(list) == [2])
    while try await write(store) {}
    let other = ListStore<Note>.notes()
    try await other.put(0, [1, 2, 3], isLast: true)
    #expect(try await unread(self.list(other)) == [2])
    _ = try await flags.undoRead(ReadBatch(1), nil)
    #expect(try await unread(list) == [1, 2, 3])
    #expect(try await unread(self.list(other)) == [1, 2, 3])
    try await sweep(list, ReadBatch(2))
    #expect(try await unread(list) == [])
  }

  @Test func `a sweep of a lost list does not prevent writing the items of later sweeps`() async throws {
    let gone = ListStore<Note>.notes()
    try await gone.put(0, [1, 2], isLast: true)
    try await sweep(list(gone), ReadBatch(1))
    let store = ListStore<Note>.notes()
    _ = try await unread(list(store))
    try await store.put(0, [3, 1, 2], isLast: true)
    try await sweep(list(store), ReadBatch(2))
    #expect(try await unread(list(store)) == [])
    while try await write(store) {}
    let other = ListStore<Note>.notes()
    try await other.put(0, [3, 1, 2], isLast: true)
    #expect(try await unread(list(other)) == [])
  }

  @Test func `a list that copied flags before a sweep was written gets its items afterwards`() async throws {
    let store = ListStore<Note>.notes()
    try await store.put(0, [1, 2], isLast: true)
    try await sweep(list(store), ReadBatch(1))
    _ = try await unread(list(store))
    let other = ListStore<Note>.notes()
    _ = try await unread(list(other))
    _ = try await flags.removeRead(kind, ["2"])
    _ = try await unread(list(store))
    while try await write(store) {}
    try await other.put(0, [1, 2, 3], isLast: true)
    #expect(try await unread(list(other)) == [2, 3])
    _ = try await flags.addRead(kind, ["3"], ReadBatch(9))
    #expect(try await unread(list(other)) == [2])
  }

  @Test func `items of a sweep are neither written twice nor after its undo`() async throws {
    let store = ListStore<Note>.notes()
    try await store.put(0, [1, 2, 3], isLast: true)
    try await sweep(list(store), ReadBatch(1))
    _ = try await unread(list(store))
    let sweep = try #require(try await flags.unwrittenSweeps(kind).first)
    try await flags.addSwept(kind, sweep, ["1"])
    try await flags.addSwept(kind, sweep, ["1", "2", "3"])
    #expect(try await flags.unwrittenSweeps(kind).map(\.written) == ["1"])
    _ = try await flags.undoRead(ReadBatch(1), nil)
    try await flags.addSwept(kind, sweep, ["1"])
    #expect(try await flags.unwrittenSweeps(kind) == [])
    #expect(try await unread(list(store)) == [1, 2, 3])
  }

  @Test func `a long list is swept and undone with one row, and a filtered list item by item`()
    async throws
  {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, (1...1_100).map { Note($0) }, isLast: true)
    let arrival = try #require(try await list.window(ListQuery(), .row(0), 0, 0).arrival)
    let some = ListQuery(condition: .arrivedBy(arrival), text: "text 100")
    #expect(try await marks(list).markAllRead(in: list, some) != nil)
    #expect(try await flags.changed(kind, nil, .max).changes.count == 12)
    let undo = try #require(try await marks(list).markAllRead(in: list, ListQuery(condition: .arrivedBy(arrival))))
    if case .read(_, let count) = undo { #expect(count == 1_088) } else { Issue.record("\(undo)") }
    #expect(try await flags.changed(kind, nil, .max).changes.count == 12)
    #expect(try await list.count(ListQuery(filters: [.unread])) == 0)
    #expect(try await marks(list).markAllRead(in: list, ListQuery(condition: .arrivedBy(arrival))) == nil)
    try await marks(list).undo(undo)
    #expect(try await list.count(ListQuery(filters: [.unread])) == 1_088)
  }

  @Test func `a swept item can be marked as unread, and the undo makes it read again`() async throws {
    let store = ListStore<Note>.notes()
    let list = list(store)
    try await store.put(0, [1, 2], isLast: true)
    try await sweep(list, ReadBatch(1))
    let undo = try #require(try await marks(list).setRead(false, [1]))
    #expect(try await marks(list).setRead(false, [1]) == nil)
    #expect(try await unread(list) == [1])
    try await marks(list).undo(undo)
    #expect(try await unread(list) == [])
    _ = try await flags.undoRead(ReadBatch(1), nil)
    #expect(try await unread(list) == [1, 2])
  }

  @Test func `another store continues writing a sweep, and a shortened list loses no read flags`() async throws {
    let database = Database.memory()
    let store = ListStore<Note>.notes(in: database)
    for page in 0..<3 { try await store.put(page, [Note(2 * page), Note(2 * page + 1)], isLast: page == 2) }
    try await sweep(list(store), ReadBatch(1))
    _ = try await unread(list(store))
    #expect(try await write(store))
    try await store.shorten(1, [])
    while try await write(ListStore<Note>.notes(in: database)) {}
    let other = ListStore<Note>.notes()
    try await other.put(0, [6, 0, 1, 2, 3, 4, 5], isLast: true)
    #expect(try await unread(list(other)) == [6])
    for page in 0..<3 { try await store.put(page, [Note(2 * page), Note(2 * page + 1)], isLast: page == 2) }
    #expect(try await unread(list(store)) == [])
  }

  @Test(arguments: 0..<20)
  func `read flags match a model after random steps`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var database = Database.memory()
    var listed = [Note]()
    var known = Set<Int>()
    var next = 0
    var batches = [Int: Int64]()
    var drawn = Set<Int>()
    var sweeps = [Int64]()
    var arrival = Int64?.none
    // The removed items that a sweep had marked. They keep their numbers, so later sweeps cover them.
    var left = Set<Int>()
    for step in 1...80 {
      var store = ListStore<Note>.notes(in: database)
      var isSaved = false
      switch Int.random(in: 0..<13, using: &random) {
      case 0...2:
        next += 1
        listed.insert(Note(next), at: .random(in: 0...listed.count, using: &random))
        isSaved = true
      case 3:
        if let index = listed.indices.randomElement(using: &random) {
          listed[index].text += "!"
          isSaved = true
        }
      case 4:
        if let note = listed.randomElement(using: &random) {
          listed.removeAll { $0 == note }
          if let batch = batches[note.id], sweeps.contains(batch) { left.insert(note.id) }
        }
        arrival = nil
        isSaved = true
      case 5:
        if let id = known.subtracting(listed.map(\.id)).sorted().randomElement(using: &random) {
          listed.append(Note(id))
        }
        arrival = nil
        isSaved = true
      case 6:
        if let id = listed.randomElement(using: &random)?.id, batches[id] == nil {
          _ = try await flags.addRead(kind, ["\(id)"], ReadBatch(Int64(step)))
          batches[id] = Int64(step)
          left.remove(id)
        }
      case 7:
        if let id = listed.randomElement(using: &random)?.id, batches[id] != nil {
          _ = try await flags.removeRead(kind, ["\(id)"])
          batches[id] = nil
          left.remove(id)
        }
      case 8, 9:
        if let arrival {
          sweeps.append(Int64(step))
          try await marks(list(store)).sweep(arrival, [], ReadBatch(Int64(step)))
          for id in drawn.union(left.subtracting(listed.map(\.id))) where batches[id] == nil {
            batches[id] = Int64(step)
          }
        }
      case 10:
        if let batch = sweeps.popLast() {
          _ = try await flags.undoRead(ReadBatch(batch), nil)
          batches = batches.filter { $0.value != batch }
        }
      case 11: _ = try await write(store)
      default:
        _ = try await unread(list(store))
        while try await write(store) {}
        guard try await flags.unwrittenSweeps(kind).isEmpty else { continue }
        database = .memory()
        store = .notes(in: database)
        isSaved = true
        arrival = nil
        left = known.filter { id in batches[id].map { sweeps.contains($0) } ?? false }
      }
      known.formUnion(listed.map(\.id))
      if isSaved { try await store.put(0, listed, isLast: true, validator: nil) }
      let list = list(ListStore<Note>.notes(in: database))
      if arrival == nil || Bool.random(using: &random) {
        let window = try await list.window(ListQuery(), .row(0), 0, 99)
        arrival = window.arrival
        drawn = Set(window.items.map(\.id))
      }
      let comment: Comment = "seed \(seed), step \(step)"
      let expected = listed.map(\.id).filter { batches[$0] == nil }
      let isRead = try await list.window(ListQuery(order: .title), .row(0), 0, 99).items.filter(\.flags.isRead)
      #expect(Set(isRead.map(\.id)) == Set(listed.map(\.id)).subtracting(expected), comment)
      #expect(try await unread(list) == expected, comment)
      #expect(try await list.count(ListQuery(filters: [.unread])) == expected.count, comment)
      #expect(
        Set(try await list.flags(Array(known)).filter(\.value.isRead).keys).intersection(listed.map(\.id))
          == Set(isRead.map(\.id)), comment)
    }
  }
}
