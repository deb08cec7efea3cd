import Bookmarking
import BookmarksStore
import Database
import Foundation
import ScreenEnvironment
import TestSupport
import Testing

struct BookmarkingTests {
  let reported = Calls<String>()

  private func sut(_ store: BookmarksStore) -> Bookmarking<String> {
    var environment = ScreenEnvironment.stub()
    environment.report = { [reported] in reported.record($0) }
    return Bookmarking(
      environment,
      set: { id, isBookmarked in
        isBookmarked
          ? try await store.add(Bookmark(kind: .init("x"), id: id, addedAt: .distantPast))
          : try await store.remove(.init("x"), id)
      }, undo: { try await store.undo($0) })
  }

  private func marked(_ store: BookmarksStore) async throws -> Set<String> {
    try await store.marked(.init("x"), ["a", "b", "c"])
  }

  @Test func `it says what was done, also where nothing was`() async throws {
    let store = BookmarksStore.memory()
    let sut = sut(store)
    #expect(await sut.set(true, "a") == "Bookmarked.")
    #expect(await sut.set(true, "a") == "It is bookmarked already.")
    #expect(try await marked(store) == ["a"])
    #expect(await sut.set(false, "a") == "Bookmark removed; z brings it back.")
    #expect(await sut.set(false, "a") == "It is not bookmarked.")
    #expect(try await marked(store) == [])
  }

  @Test func `changes are taken back one after the other, the last first`() async throws {
    let store = BookmarksStore.memory()
    let sut = sut(store)
    _ = await sut.set(true, "a")
    _ = await sut.set(true, "b")
    _ = await sut.set(false, "a")
    #expect(await sut.takeBack() == "Bookmarked again.")
    #expect(try await marked(store) == ["a", "b"])
    #expect(await sut.takeBack() == "Bookmark removed.")
    #expect(try await marked(store) == ["a"])
    #expect(await sut.takeBack() == "Bookmark removed.")
    #expect(await sut.takeBack() == "No change of a bookmark to take back.")
    #expect(reported.all == [])
  }

  @Test func `what cannot be kept is said, and what can be done about it reported`() async {
    let sut = sut(.failing(DatabaseError.noSpace))
    #expect(await sut.set(true, "a") == "Cannot save (disk full).")
    #expect(
      reported.all == [
        "Cannot save (disk full). Free some space, or choose another folder with --state."
      ])
    #expect(await sut.takeBack() == "No change of a bookmark to take back.")
  }

  @Test func `what could not be taken back can be tried again`() async throws {
    var store = BookmarksStore.memory()
    let isFull = Calls<Void>()
    store.remove = { [remove = store.remove] in
      if isFull.all.count == 1 { throw DatabaseError.busy }
      return try await remove($0, $1)
    }
    let sut = sut(store)
    _ = await sut.set(true, "a")
    isFull.record(())
    #expect(await sut.takeBack() == "Cannot save (another satchel is using its folder).")
    isFull.record(())
    #expect(await sut.takeBack() == "Bookmark removed.")
  }

  @Test func `what is given up says nothing`() async {
    #expect(await sut(.failing(CancellationError())).set(true, "a") == nil && reported.all == [])
  }
}
