import DatabaseLive
import Feed
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemKind
import ItemMarks
import ItemsLoader
import Observed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BookmarkedFeedTests {
  struct Note: Equatable, Identifiable, Sendable {
    var id: Int
    var text: String
    var isMarked = false
  }

  struct Down: Error {}

  let comic = ItemKind("comic")
  let flags = FlagsStore.live(database: .memory())

  func add(_ ids: Int...) async throws {
    for id in ids {
      _ = try await flags.addBookmark(
        Bookmark(kind: comic, id: "\(id)", addedAt: Date(timeIntervalSince1970: Double(id))))
    }
  }

  func sut(refresh: @escaping @Sendable () async throws -> Void = {}) -> Feed<Note> {
    .bookmarked(
      comic, in: flags, id: { Int($0) ?? 0 }, idText: { "\($0)" },
      items: { $0.map { Note(id: $0, text: "Note \($0)") } }, itemChanges: .none, text: \.text,
      refresh: refresh)
  }

  func ids(_ sut: Feed<Note>) async throws -> [Int] { try await sut.window(.row(0), 0, .max).items.map(\.id) }

  @Test func `it lists what is bookmarked, the newest bookmark first, and all of it`() async throws {
    try await add(3, 5, 4)
    _ = try await flags.addBookmark(Bookmark(kind: .init("post"), id: "6", addedAt: .now))
    let window = try await sut().window(.item(4, orRow: 0), 1, 0)
    #expect(window.items == [Note(id: 5, text: "Note 5"), Note(id: 4, text: "Note 4")])
    #expect(window.first == 0 && window.anchor == 1 && window.count == 3 && window.isComplete)
    #expect(try await sut().window(.item(9, orRow: 2), 0, 0).items.map(\.id) == [3])
  }

  @Test func `without a bookmark it is empty, and complete`() async throws {
    let window = try await sut().window(.row(0), 5, 5)
    #expect(window.items.isEmpty && window.count == 0 && window.isComplete)
    #expect(try await sut().walk().reduce(into: []) { $0 += $1.value }.isEmpty)
  }

  @Test func `a bookmark that is removed and taken back stands where it stood`() async throws {
    try await add(1, 2, 3)
    let sut = sut()
    let undo = try #require(try await flags.removeBookmark(comic, "2"))
    #expect(try await ids(sut) == [3, 1])
    try await flags.undo(undo)
    #expect(try await ids(sut) == [3, 2, 1])
  }

  @Test func `a change of a bookmark is told`() async throws {
    var changes = sut().changes.stream().makeAsyncIterator()
    try await add(1)
    #expect(await changes.next() != nil)
  }

  @Test func `a search finds titles wherever they stand, and their places can be read`() async throws {
    for id in 1...250 { try await add(id) }
    let sut = sut()
    var (found, portions) = ([Int](), 0)
    for try await places in sut.search("note 24") {
      found += try await sut.items(places).map(\.id)
      portions += 1
    }
    #expect(found == [249, 248, 247, 246, 245, 244, 243, 242, 241, 240, 224, 124, 24])
    #expect(portions == 3)
    #expect(try await sut.items([Place(250), Place(0)]).map(\.id) == [250])
  }

  @Test func `a walk shows all, and asks nobody for what is missing`() async throws {
    for id in 1...201 { try await add(id) }
    let pages = try await sut(refresh: unexpected("refresh")).walk().reduce(into: []) { $0.append($1) }
    #expect(pages.flatMap(\.value).map(\.id) == (1...201).reversed())
    #expect(pages.map { $0.failure == nil } == [true, true, true])
  }

  @Test func `a refresh gets what is missing`() async throws {
    let calls = Calls<Int>()
    _ = try await sut(refresh: { calls.record(1) }).refresh()
    #expect(calls.all == [1])
    await #expect(throws: Down.self) { try await sut(refresh: { throw Down() }).refresh() }
  }
}
