import ComicDomain
import ComicsRepository
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import PagedList
import TestSupport
import Testing

/// Random steps, the same in every run. After each, the lists are compared with simple arrays.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ComicsRepositoryRandomStepsTests {
  @Test(arguments: 0..<8)
  func `after random steps the lists have the right rows, order and bookmarks, and nothing is lost`(seed: Int)
    async throws
  {
    var steps = RandomSteps(seed: UInt64(seed))
    for number in 0..<120 {
      let name = try await steps.step()
      try await steps.check("seed \(seed), step \(number): \(name)")
    }
    try await steps.settle("seed \(seed)")
  }

  struct RandomSteps {
    let scenario = ComicsScenario(latest: 23)
    /// The repositories of two processes; a step may restart one.
    var readers: [ComicsRepository]
    var random: SeededGenerator
    /// The bookmarked numbers, newest bookmark first.
    var bookmarks: [Int] = []
    /// The undo of the last change, and the bookmarks to which it returns.
    var undo: (FlagUndo, [Int])?

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      readers = [scenario.repository(), scenario.repository()]
    }

    mutating func number() -> Int { Int.random(in: 1...scenario.server.read { $0.latest }, using: &random) }

    mutating func step() async throws -> String {
      let server = scenario.server
      let reader = readers.randomElement(using: &random) ?? readers[0]
      let number = number()
      switch Int.random(in: 0..<18, using: &random) {
      case 0:
        server.change { $0.latest += 1 }
        return "a new comic"
      case 1:
        // The latest comic is never a gap.
        server.change { if number != $0.latest, $0.failures[number] == nil { $0.gaps.insert(number) } }
        return "gap \(number)"
      case 2:
        server.change { if number != $0.latest { $0.failures[number] = .rejected(status: 500) } }
        return "\(number) fails"
      case 3:
        server.change { $0.failures = [:] }
        return "nothing fails"
      case 4:
        let isDown = Bool.random(using: &random)
        server.change { $0.failure = isDown ? .unreachable(.refused) : nil }
        return "down: \(isDown)"
      case 5..<8:
        _ = try? await reader.list.refresh()
        return "refresh"
      case 8..<11:
        let row = Int.random(in: 0..<30, using: &random)
        _ = try? await reader.list.load(row..<row + Int.random(in: 1..<30, using: &random))
        return "load \(row)"
      case 11:
        _ = try? await reader.detail(Comic.ID(number))
        return "detail \(number)"
      case 12:
        _ = try? await reader.neighbour(Comic.ID(number), .older)
        _ = try? await reader.random()
        return "neighbour of \(number)"
      case 13, 14:
        let before = bookmarks
        let change = try await reader.flags.setBookmarked(Comic.ID(number), true)
        #expect((change == nil) == before.contains(number))
        if let change {
          bookmarks.insert(number, at: 0)
          undo = (change, before)
        }
        return "bookmark \(number)"
      case 15:
        guard let number = bookmarks.randomElement(using: &random) else { return "no bookmark" }
        let before = bookmarks
        if let change = try await reader.flags.setBookmarked(Comic.ID(number), false) { undo = (change, before) }
        bookmarks.removeAll { $0 == number }
        return "no bookmark for \(number)"
      case 16:
        guard let (change, before) = undo else { return "nothing to undo" }
        try await reader.flags.undo(change)
        undo = nil
        bookmarks = before
        return "undo"
      default:
        readers[0] = scenario.repository()
        return "start again"
      }
    }

    func check(_ name: String) async throws {
      let latest = scenario.server.read { $0.latest }
      for reader in readers {
        let window = try await reader.list.window(.row(0), 0, .max)
        let numbers = window.items.map(\.id.number)
        #expect(numbers == Set(numbers).sorted(by: >), "order: \(name)")
        #expect(numbers.count == window.count, "count: \(name)")
        #expect(numbers.allSatisfy { (1...latest).contains($0) }, "only numbers of the server: \(name)")
        let wrong = window.items.filter { entry in
          !(entry.title == "Comic \(entry.id)" || entry.title == nil && entry.failure != nil)
            || entry.flags.isBookmarked != bookmarks.contains(entry.id.number)
        }
        #expect(wrong == [], "titles and marks: \(name)")
        #expect(try await reader.bookmarked().map(\.id.number) == bookmarks, "bookmarks: \(name)")
      }
    }

    /// Loads everything from a server without failures, and checks that nothing is missing.
    func settle(_ name: String) async throws {
      scenario.server.change {
        $0.failure = nil
        $0.failures = [:]
      }
      scenario.date.pass(24 * 60 * 60)
      for reader in readers {
        _ = try await reader.list.refresh()
        for _ in 0..<4 { _ = try await reader.list.load(0..<200) }
        let window = try await reader.list.window(.row(0), 0, .max)
        let cached = scenario.server.comics.map(\.id.number)
        // A comic that was cached before its number became a gap is still listed.
        #expect(Set(window.items.map(\.id.number)).isSuperset(of: cached), "loaded: \(name)")
        #expect(window.items.allSatisfy { $0.title != nil }, "titles: \(name)")
        #expect(window.isComplete, "complete: \(name)")
        try? await reader.list.refreshBookmarked()
        let missing = try await reader.bookmarked().filter { $0.title == nil }.map(\.id.number)
        #expect(scenario.server.read { $0.gaps }.isSuperset(of: missing), "bookmarked: \(name)")
      }
    }
  }
}
