import Foundation
import Testing

/// Tests of comics and bookmarks with the built program and the fixture server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndToEndComicsTests {
  @Test func `all comics are listed without gaps, and the next run requests only the latest`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let first = try await reader.run("comics")
    #expect(first.status == 0)
    #expect(first.notes == "")
    let numbers = first.output.split(separator: "\n").compactMap { Int($0.prefix { $0 != "\t" }) }
    #expect(numbers.count > 50)
    #expect(numbers == numbers.sorted(by: >))
    #expect(numbers.last == 1)
    #expect(numbers.first.map { $0 > numbers.count } == true, "a number is missing in the list")
    let asked = try await server.requests().count
    #expect(try await reader.run("comics") == first)
    let again = try await server.requests().dropFirst(asked).filter { $0.path != "/control" }
    #expect(again.map(\.path) == ["/info.0.json"])
    #expect(again.first?.status == 304)
  }

  @Test func `bookmarked comics are downloaded with their pictures and readable offline`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    for number in ["3", "1", "2"] {
      let ended = try await reader.run("bookmark", "comic", number)
      #expect(ended.status == 0)
      #expect(ended.output.hasSuffix(" is bookmarked\n"))
      #expect(ended.notes == "")
    }
    #expect(try await reader.run("bookmark", "comic", "1", "--remove").status == 0)
    let pictures = try await server.requests().filter { $0.path.contains("picture") || $0.path.hasSuffix(".png") }
    #expect(pictures.count == 3)
    #expect(pictures.allSatisfy { $0.status == 200 })
    await server.stop()
    let list = try await reader.run("comics", "--bookmarked")
    #expect(list.status == 0)
    #expect(list.notes == "")
    #expect(list.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["2", "3"])
    let comic = try await reader.run("comic", "2")
    #expect(comic.status == 0)
    #expect(comic.notes.contains("showing the copy saved"))
    try FileManager.default.removeItem(at: reader.cache)
    let without = try await reader.run("comics", "--bookmarked")
    #expect(without.output == "2\t— (not saved)\n3\t— (not saved)\n")
    #expect(without.notes == "")
  }

  @Test(arguments: [("1", 1), ("30", 36), ("60", 66)])
  func `a limited list of comics requests little more than it prints and is available offline`(
    limit: String, most: Int
  ) async throws {
    let server = try await FixtureServer("--comics", "300")
    let reader = try ReaderProgram(server: server.url)
    let listed = try await reader.run("comics", "--limit", limit)
    #expect(listed.status == 0)
    #expect(listed.output.split(separator: "\n").count == Int(limit))
    let asked = try await server.requests().filter { $0.path != "/control" }
    #expect(asked.count <= most, "\(asked.map(\.path))")
    await server.stop()
    #expect(try await reader.run("comics", "--limit", limit).output == listed.output)
    let all = try await reader.run("comics")
    #expect(all.status == 0)
    #expect(all.output == listed.output)
    #expect(all.notes.contains("which is incomplete"))
    for choice in ["latest", "random"] { #expect(try await reader.run("comic", choice).status == 0, "\(choice)") }
  }

  @Test func `comics and posts of two servers are cached separately`() async throws {
    let posts = try await FixtureServer()
    let comics = try await FixtureServer("--comics", "20")
    let reader = try ReaderProgram(server: posts.url)
    let environment = ["SATCHEL_COMICS_SERVER": comics.url.absoluteString]
    let listed = try await reader.run("comics", environment: environment)
    #expect(listed.status == 0)
    #expect(listed.output.hasPrefix("20\t"))
    #expect(try await reader.run("posts", environment: environment).status == 0)
    #expect(try await posts.requests().allSatisfy { !$0.path.contains("info") })
    #expect(try await comics.requests().allSatisfy { !$0.path.contains("posts") })
    #expect(try reader.cached().keys.filter { $0.hasSuffix(".db") }.count == 2)
    let own = try await reader.run("comics", "--limit", "1")
    #expect(own.status == 0)
    #expect(own.output != "")
    #expect(own.output.prefix(3) != listed.output.prefix(3))
  }
}
