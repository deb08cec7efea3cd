import Database
import DatabaseLive
import ItemKind
import PlacesStore
import PlacesStoreLive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PlacesStoreLiveTests {
  @Test func `it keeps places by the rules`() async throws {
    try await checkPlacesStore { .live(database: .memory()) }
  }

  @Test func `what is kept is there for whoever opens the same database, and a full disk is an error`() async throws {
    var database = Database.memory()
    let key = PlaceKey(ItemKind("post"), "1")
    try await PlacesStore.live(database: database).save([key: "7"])
    #expect(try await PlacesStore.live(database: database).places([key]) == [key: "7"])
    database.writing = { _ in throw DatabaseError.noSpace }
    let full = PlacesStore.live(database: database)
    await #expect(throws: DatabaseError.noSpace) { try await full.save([key: "8"]) }
    #expect(try await full.places([key]) == [key: "7"])
  }
}
