import CachedPictures
import CachedResource
import Database
import DatabaseLive
import Foundation
import Pictures
import Store
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PicturesStoreLiveTests {
  func address(_ path: String) throws -> URL { try #require(URL(string: "http://host/\(path)")) }

  @Test func `pictures are saved unchanged, each under its address`() async throws {
    let small = CachedCopy(
      try Picture(Picture.sample), fetchedAt: Date(timeIntervalSinceReferenceDate: 0.1), validator: "v")
    let large = CachedCopy(try Picture(Picture.sample + Data(count: 100)), fetchedAt: .distantPast)
    let sut = PicturesStore.live(database: .memory())
    try await sut.insert(small, address("a.png"))
    try await sut.insert(large, address("b.png"))
    #expect(try await sut.value(address("a.png")) == small)
    #expect(try await sut.value(address("b.png")) == large)
  }

  @Test func `a picture of the largest allowed size is saved`() async throws {
    let largest = try Picture(Picture.sample + Data(count: Picture.byteLimit - Picture.sample.count))
    let sut = PicturesStore.live(database: .memory())
    try await sut.insert(CachedCopy(largest, fetchedAt: .distantPast), address("a.png"))
    #expect(try await sut.value(address("a.png"))?.value == largest)
  }

  @Test(arguments: ["record = x'00'", "record = zeroblob(70)", "validator = 'x'", "fetched = 7"])
  func `a picture changed on disk reads as missing`(change: String) async throws {
    let database = Database.memory()
    let sut = PicturesStore.live(database: database)
    try await sut.insert(
      CachedCopy(try Picture(Picture.sample), fetchedAt: .distantPast, validator: "v"), address("a.png"))
    try await database.write { try $0.run("UPDATE pictures SET \(change)") }
    #expect(try await sut.value(address("a.png")) == nil)
  }
}
