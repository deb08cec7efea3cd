import Database
import DatabaseLive
import ItemKind
import ReadMarksStore
import ReadMarksStoreLive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReadMarksStoreLiveTests {
  let post = ItemKind("post")

  @Test func `it keeps marks by the rules`() async throws {
    try await checkReadMarksStore { .live(database: .memory()) }
  }

  @Test func `what is read is read for whoever opens the same database`() async throws {
    let database = Database.memory()
    let (one, other) = (ReadMarksStore.live(database: database), ReadMarksStore.live(database: database))
    #expect(try await other.marked(post, ["7"]).isEmpty)
    _ = try await one.add(post, ["7"], ReadMarksBatch(5))
    #expect(try await other.marked(post, ["7"]) == ["7"])
    #expect(try await other.takeBack(ReadMarksBatch(5)) == 1)
    #expect(try await one.marked(post, ["7"]).isEmpty)
  }

  @Test func `what cannot be kept is an error, and nothing has changed`() async throws {
    var database = Database.memory()
    let sut = ReadMarksStore.live(database: database)
    _ = try await sut.add(post, ["1"], ReadMarksBatch(1))
    database.writing = { _ in throw DatabaseError.noSpace }
    let full = ReadMarksStore.live(database: database)
    await #expect(throws: DatabaseError.noSpace) { try await full.add(post, ["2"], ReadMarksBatch(2)) }
    await #expect(throws: DatabaseError.noSpace) { try await full.remove(post, ["1"]) }
    await #expect(throws: DatabaseError.noSpace) { try await full.takeBack(ReadMarksBatch(1)) }
    #expect(try await sut.ids(post, nil, 9) == ["1"])
  }

  @Test func `an empty identifier is one like any other`() async throws {
    let sut = ReadMarksStore.live(database: .memory())
    #expect(try await sut.add(post, ["", "a"], ReadMarksBatch(1)) == 2)
    #expect(try await sut.ids(post, nil, 9) == ["", "a"])
    #expect(try await sut.ids(post, "", 9) == ["a"])
  }
}
