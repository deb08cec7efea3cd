import CachedResource
import Database
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import PagedList
import Sync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OfflineDownloadTests {
  let kind = ItemKind("item")
  let flags = FlagsStore.live(database: .memory())
  let down = NetworkClient.Error.unreachable(.refused)
  let asked = CallRecorder<Int>()
  let saved = CallRecorder<Int>()

  /// Returns a download that counts an item as saved once `save` has returned for it.
  func sut(_ save: @escaping @Sendable (_ id: Int) async throws -> Void = { _ in }) -> OfflineDownload<Int> {
    .live(
      saved: { [saved] in saved.all.contains($0) ? .all(.distantPast) : .nothing },
      save: { [asked, saved] id in
        asked.record(id)
        try await save(id)
        saved.record(id)
      })
  }

  /// Requests item 1 and returns the task when it is waiting for the item.
  private func join(_ sut: OfflineDownload<Int>) async throws -> Task<Void, any Error> {
    let task = Task.immediate { try await sut.item(1) }
    // A download of another item ends only after the first has begun.
    try await sut.item(0)
    return task
  }

  /// Returns a download of which item 1 pauses, even if it is cancelled.
  private func pausing(_ gate: Gate) -> OfflineDownload<Int> {
    sut { if $0 == 1 { try await Task { try await gate.pause() }.value } }
  }

  @Test func `callers for one item share a download, and another item does not wait for it`() async throws {
    let gate = Gate()
    let sut = pausing(gate)
    let callers = [try await join(sut), try await join(sut)]
    await gate.arrived()
    try await sut.item(2)
    await gate.open()
    for caller in callers { try await caller.value }
    #expect(asked.all.filter { $0 != 0 } == [1, 2])
  }

  @Test func `a failed download throws for all its callers, and the next call tries again`() async throws {
    let gate = Gate()
    let sut = sut {
      guard $0 == 1 else { return }
      try await gate.pause()
      throw down
    }
    for _ in 1...2 {
      let callers = [try await join(sut), try await join(sut)]
      await gate.open()
      for caller in callers { await #expect(throws: down) { try await caller.value } }
    }
    #expect(asked.all.filter { $0 == 1 }.count == 2)
  }

  @Test(arguments: [0, 1])
  func `a cancelled caller returns at once without cancelling the download of another caller`(first: Int) async throws {
    let gate = Gate()
    let sut = sut { if $0 == 1 { try await gate.pause() } }
    let callers = [try await join(sut), try await join(sut)]
    await gate.arrived()
    callers[first].cancel()
    await #expect(throws: CancellationError.self) { try await callers[first].value }
    await gate.open()
    try await callers[1 - first].value
    #expect(asked.all.filter { $0 == 1 } == [1])
  }

  @Test func `cancelling the last caller cancels the download`() async throws {
    let gate = Gate()
    let sut = sut { if $0 == 1 { try await gate.pause() } }
    let callers = [try await join(sut), try await join(sut)]
    for caller in callers {
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    #expect(!saved.all.contains(1))
  }

  @Test func `the last caller returns successfully when it is cancelled while its item is being saved`() async throws {
    let gate = Gate()
    let sut = pausing(gate)
    let caller = try await join(sut)
    await gate.arrived()
    caller.cancel()
    await gate.open()
    try await caller.value
    #expect(saved.all.contains(1))
  }

  @Test func `a new download of an item begins after its cancelled download has ended`() async throws {
    let gate = Gate()
    let ended = Gate()
    let sut = sut {
      guard $0 == 1 else { return }
      do { try await gate.pause() } catch {
        try await Task { try await ended.pause() }.value
        throw error
      }
    }
    let given = try await join(sut)
    await gate.arrived()
    given.cancel()
    await ended.arrived()
    let next = try await join(sut)
    #expect(asked.all.filter { $0 == 1 }.count == 1)
    await ended.open()
    await #expect(throws: CancellationError.self) { try await given.value }
    await gate.open()
    try await next.value
    #expect(asked.all.filter { $0 == 1 }.count == 2)
  }

  @Test func `a cancelled caller starts no download`() async throws {
    let sut = sut()
    let gate = Gate()
    let task = Task {
      try? await gate.pause()
      try await sut.item(1)
    }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(asked.all == [])
  }
}

/// Downloads of bookmarked items.
extension OfflineDownloadTests {
  private func bookmark(_ ids: ClosedRange<Int>) async throws {
    for id in ids {
      let date = Date(timeIntervalSinceReferenceDate: Double(id))
      _ = try await flags.addBookmark(Bookmark(kind: kind, id: "\(id)", addedAt: date))
    }
  }

  private func downloadBookmarks(_ sut: OfflineDownload<Int>) async throws {
    try await sut.bookmarks(of: kind, in: flags) { Int($0) ?? 0 }
  }

  @Test func `incomplete bookmarked items are downloaded, newest bookmark first`() async throws {
    try await bookmark(1...120)
    let sut = sut()
    for id in [2, 110] { try await sut.item(id) }
    try await downloadBookmarks(sut)
    #expect(Set(asked.all.dropFirst(2)) == Set(1...120).subtracting([2, 110]))
    #expect(asked.all.count == 120)
    #expect(Set(asked.all.dropFirst(2).prefix(8)) == [120, 119, 118, 117, 116, 115, 114, 113])
    try await downloadBookmarks(sut)
    #expect(asked.all.count == 120)
  }

  @Test func `a download of bookmarks tries every item and throws the failure of the first unsaved one`() async throws {
    try await bookmark(1...3)
    let gate = Gate()
    let sut = sut {
      // Item 3, which is tried first, fails last.
      if $0 == 3 { try await gate.pause() }
      if $0 == 3 { throw NoCachedCopy(failure: NetworkClient.Error.rejected(status: 500)) }
      if $0 == 2 { throw down }
    }
    let task = Task { try await downloadBookmarks(sut) }
    await gate.open()
    await #expect(throws: NetworkClient.Error.rejected(status: 500)) { try await task.value }
    #expect(saved.all == [1])
  }

  @Test func `a failed download of a saved item's extras does not fail the download of bookmarks`() async throws {
    try await bookmark(1...2)
    var sut = sut { _ in throw down }
    sut.saved = { _ in .item }
    try await downloadBookmarks(sut)
    #expect(Set(asked.all) == [1, 2])
  }

  @Test func `a cancelled download of bookmarks ends at once`() async throws {
    try await bookmark(1...20)
    let gate = Gate()
    let sut = sut { _ in try await gate.pause() }
    let task = Task { try await downloadBookmarks(sut) }
    await gate.arrived(8)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(asked.all.count == 8)
  }

  @Test func `a download of bookmarks throws when they cannot be read`() async throws {
    let unreadable = FlagsStore.live(database: .failing(DatabaseError.damaged(file: "state.db")))
    await #expect(throws: DatabaseError.damaged(file: "state.db")) {
      try await sut().bookmarks(of: kind, in: unreadable) { Int($0) ?? 0 }
    }
  }

  @Test func `bookmarking an item downloads it, and removing or failing to add a bookmark does not`() async throws {
    let (stream, downloaded) = AsyncStream.makeStream(of: Int.self)
    let sut = OfflineDownload<Int>.live(saved: { _ in .nothing }, save: { downloaded.yield($0) })
    let marks = FlagsRepository<Int>.live(
      kind, flags: flags, list: ListReader<Item>.failing(down), idText: \.description, now: { .distantPast }
    ).downloading(sut)
    _ = try await marks.setBookmarked(1, true)
    _ = try await marks.setBookmarked(1, false)
    let failing = FlagsRepository<Int>.failing(down).downloading(sut)
    await #expect(throws: down) { try await failing.setBookmarked(2, true) }
    _ = try await marks.setBookmarked(3, true)
    #expect(await Set(stream.prefix(2).reduce(into: []) { $0.append($1) }) == [1, 3])
  }
}
