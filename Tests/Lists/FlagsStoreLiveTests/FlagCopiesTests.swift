import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import TestSupport
import Testing

/// Copies of flags that are updated with changes.
@Suite(.timeLimit(.minutes(5)))
struct FlagCopiesTests {
  let post = ItemKind("post")
  let comic = ItemKind("comic")
  let sut = FlagsStore.live(database: .memory())

  struct FlagsReplica {
    var flags: [String: ItemFlags] = [:]
    var version: FlagsVersion?

    /// Applies one portion of the changes.
    /// - Returns: Whether there are further changes.
    mutating func take(_ store: FlagsStore, _ kind: ItemKind, _ limit: Int) async throws -> Bool {
      let changed = try await store.changed(kind, version, limit)
      if changed.isFromStart { flags = [:] }
      for change in changed.changes { flags[change.id] = change.flags == ItemFlags() ? nil : change.flags }
      version = changed.version
      #expect(changed.changes.count <= limit)
      #expect(changed.changes.map(\.revision) == Set(changed.changes.map(\.revision)).sorted())
      return changed.hasMore
    }
  }

  @Test func `the copy of an unflagged kind is empty and starts over with the first flag`() async throws {
    let empty = try await sut.changed(post, nil, 9)
    #expect(empty.changes.isEmpty)
    #expect(empty.isFromStart)
    #expect(!empty.hasMore)
    #expect(empty.version == FlagsVersion(epoch: 0, revision: 0))
    #expect(try await !sut.changed(post, empty.version, 9).isFromStart)
    _ = try await sut.addRead(post, ["1"], ReadBatch(1))
    let first = try await sut.changed(post, empty.version, 9)
    #expect(first.isFromStart)
    #expect(first.changes.map(\.id) == ["1"])
  }

  @Test func `changed returns the changes since a version in portions, oldest first`() async throws {
    _ = try await sut.addRead(post, ["1", "2", "3"], ReadBatch(1))
    let version = try await sut.version(post)
    #expect(try await sut.changed(post, nil, 3).version == version)
    _ = try await sut.removeRead(post, ["2"])
    _ = try await sut.addBookmark(Bookmark(kind: post, id: "1", addedAt: .distantPast))
    _ = try await sut.addRead(post, ["4"], ReadBatch(2))
    let some = try await sut.changed(post, version, 2)
    #expect(some.changes.map(\.id) == ["2", "1"])
    #expect(some.changes.map(\.flags) == [ItemFlags(), ItemFlags(isRead: true, bookmarkedAt: .distantPast)])
    #expect(some.hasMore)
    #expect(!some.isFromStart)
    let rest = try await sut.changed(post, some.version, 2)
    #expect(rest.changes.map(\.id) == ["4"])
    #expect(!rest.hasMore)
    #expect(rest.version == (try await sut.version(post)))
    #expect(try await sut.changed(post, rest.version, 2).changes.isEmpty)
  }

  @Test func `flagging an item does not change the version of another kind`() async throws {
    _ = try await sut.addRead(post, ["1"], ReadBatch(1))
    let version = try await sut.version(comic)
    _ = try await sut.addRead(post, ["2"], ReadBatch(1))
    #expect(try await sut.version(comic) == version)
  }

  @Test func `a version ahead of the store gets all changes from the start`() async throws {
    _ = try await sut.addRead(post, ["1"], ReadBatch(1))
    var version = try await sut.version(post)
    version.revision += 1
    #expect(try await sut.changed(post, version, 9).isFromStart)
  }

  @Test func `a copy that is behind when all flags are removed becomes empty`() async throws {
    var copy = FlagsReplica()
    _ = try await sut.addRead(post, ["1", "2", "3"], ReadBatch(1))
    #expect(try await copy.take(sut, post, 2))
    try await sut.removeAll(post)
    #expect(try await !copy.take(sut, post, 2))
    #expect(copy.flags.isEmpty)
  }

  @Test(arguments: 0..<40)
  func `flags, counts, order and copies match a model after random changes`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var model: [String: (batch: Int64?, bookmarkedAt: Date?)] = [:]
    var copies = [FlagsReplica()]
    let ids = (0..<12).map { "\($0)" }
    for step in 1...60 {
      let some = ids.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map(\.self)
      let id = some[0]
      let batch = Int64.random(in: 0...5, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        let unread = some.filter { model[$0]?.batch == nil }
        #expect(try await sut.addRead(post, some, ReadBatch(batch)) == unread.count)
        for id in some where batch != 0 && model[id]?.batch == 0 { model[id]?.batch = 1 }
        for id in unread { model[id, default: (nil, nil)].batch = batch }
      case 4, 5:
        let removed = try await sut.removeRead(post, some).mapValues(\.number)
        #expect(
          removed == Dictionary(uniqueKeysWithValues: some.compactMap { id in model[id]?.batch.map { (id, $0) } }))
        for id in some { model[id]?.batch = nil }
      case 6:
        let batched = model.filter { $0.value.batch == batch }.keys
        #expect(try await sut.undoRead(ReadBatch(batch), nil) == batched.count)
        for id in batched { model[id]?.batch = nil }
      case 7..<10:
        let bookmark = Bookmark(
          kind: post, id: id, addedAt: Date(timeIntervalSinceReferenceDate: .random(in: -3...3, using: &random)))
        let isNew = model[id]?.bookmarkedAt == nil
        #expect(try await sut.addBookmark(bookmark) == isNew)
        if isNew { model[id, default: (nil, nil)].bookmarkedAt = bookmark.addedAt }
      case 10:
        let bookmark = model[id]?.bookmarkedAt.map { Bookmark(kind: post, id: id, addedAt: $0) }
        #expect(try await sut.removeBookmark(post, id) == bookmark)
        model[id]?.bookmarkedAt = nil
      default:
        if step.isMultiple(of: 10) {
          try await sut.removeAll(post)
          model = [:]
        }
      }

      let flags = model.mapValues { ItemFlags(isRead: $0.batch != nil, bookmarkedAt: $0.bookmarkedAt) }
        .filter { $0.value != ItemFlags() }
      #expect(try await sut.flags(post, ids) == flags)
      let bookmarks = flags.compactMap { id, flags in
        flags.bookmarkedAt.map { Bookmark(kind: post, id: id, addedAt: $0) }
      }.sorted { ($1.addedAt, $0.id) < ($0.addedAt, $1.id) }
      #expect(try await sut.bookmarks(post) == bookmarks)

      // One copy stops in the middle of the changes, and another one catches up.
      let size = Int.random(in: 1...5, using: &random)
      let late = copies.indices.randomElement(using: &random) ?? 0
      _ = try await copies[late].take(sut, post, size)
      copies.append(copies[late])
      var copy = copies.randomElement(using: &random) ?? FlagsReplica()
      while try await copy.take(sut, post, size) {}
      #expect(copy.flags == flags)
      #expect(copy.version == (try await sut.version(post)))
    }
  }
}
