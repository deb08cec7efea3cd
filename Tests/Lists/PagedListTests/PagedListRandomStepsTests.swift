import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import PagedList
import Synchronization
import TestSupport
import Testing

/// Thousands of random steps, the same in every run. After each, the rows of the list are compared with a simple array.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PagedListRandomStepsTests {
  enum Kind: String, CaseIterable { case table, twoProcesses, diskFull }

  @Test(arguments: Kind.allCases, 0..<5)
  func `after random steps a list has every item of the server once, and no removed ones`(kind: Kind, seed: Int)
    async throws
  {
    var scenario = ListScenario(kind, seed: UInt64(seed))
    for step in 0..<250 {
      let name = try await scenario.step()
      try await scenario.check("\(kind) \(seed), step \(step): \(name)")
    }
    try await scenario.settle("\(kind) \(seed)")
  }

  struct ListScenario {
    let server = ListServer()
    var lists: [PagedList<Note>] = []
    let disk = FailingDisk()
    let fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
    var random: SeededGenerator
    var nextID = 0
    /// All notes that the server ever had.
    var ever: Set<Note> = []

    init(_ kind: Kind, seed: UInt64) {
      random = SeededGenerator(seed: seed)
      let database = Database.memory()
      let cache: () -> ListStore<Note> = { [disk, fallback] in
        switch kind {
        case .table, .twoProcesses: return .notes(database)
        case .diskFull:
          var cache = disk.over(database)
          cache.fallback = fallback
          return .notes(cache)
        }
      }
      for _ in 0..<(kind == .twoProcesses ? 2 : 1) {
        lists.append(
          .notes(
            remote: server.remote, store: cache(), now: { Date(timeIntervalSince1970: 1) })
        )
      }
      insert(10)
    }

    mutating func insert(_ count: Int) {
      for _ in 0..<count {
        let note = Note(id: nextID, text: "note \(nextID)")
        nextID += 1
        let index = Int.random(in: 0...server.notes.count, using: &random)
        server.change { $0.notes.insert(note, at: index) }
      }
    }

    mutating func step() async throws -> String {
      let list = lists.randomElement(using: &random)!
      let count = server.notes.count
      switch Int.random(in: 0..<20, using: &random) {
      case 0, 1:
        insert(Int.random(in: 1...4, using: &random))
        return "insert"
      case 2, 3:
        let first = Int.random(in: 0...count, using: &random)
        let length = Int.random(in: 1...4, using: &random)
        server.change { $0.notes.removeSubrange(first..<min(first + length, count)) }
        return "delete"
      case 4:
        let from = Int.random(in: 0...count, using: &random)
        let to = Int.random(in: 0...count, using: &random)
        server.change { if from < count { $0.notes.insert($0.notes.remove(at: from), at: min(to, count - 1)) } }
        return "move"
      case 5:
        let index = Int.random(in: 0...count, using: &random)
        let text = "edit \(UInt8.random(in: .min ... .max, using: &random))"
        server.change { if index < count { $0.notes[index].text = text } }
        return "edit"
      case 6:
        let isDown = Bool.random(using: &random)
        server.change { $0.isDown = isDown }
        return "down \(isDown)"
      case 7:
        let size = Int.random(in: 1...5, using: &random)
        server.change { $0.pageSize = size }
        return "page size \(size)"
      case 8:
        let circle = Bool.random(using: &random) ? (page: Int.random(in: 0...4, using: &random), target: 1) : nil
        let tellsCount = Bool.random(using: &random)
        server.change {
          $0.circle = circle
          $0.tellsCount = tellsCount
        }
        return "circle \(circle.map { "\($0)" } ?? "none")"
      case 9:
        disk.failure = .noSpace
        return "disk full"
      case 10..<13:
        _ = try? await list.refresh()
        return "refresh"
      case 13..<17:
        let row = Int.random(in: 0...count + 4, using: &random)
        _ = try? await list.load(row..<row + Int.random(in: 1...8, using: &random))
        return "load \(row)"
      case 17:
        let stop = Int.random(in: 1...5, using: &random)
        var rest = list.loadRest().makeAsyncIterator()
        for _ in 0..<stop { _ = try? await rest.next() }
        return "rest \(stop)"
      case 18:
        let stop = Int.random(in: 1...5, using: &random)
        var walk = list.pages().makeAsyncIterator()
        for _ in 0..<stop { _ = try? await walk.next() }
        return "walk \(stop)"
      default:
        try await walk(list)
        return "walk"
      }
    }

    /// Walks through the whole list and expects the server's notes, if the server answers.
    func walk(_ list: PagedList<Note>) async throws {
      var shown: [Note] = []
      var isConfirmed = true
      var isAll = true
      do {
        for try await page in list.pages() {
          shown += page.value
          if page.provenance == .cache { isConfirmed = false }
          if page.failure != nil { isAll = false }
        }
      } catch is NoCachedCopy {
        isConfirmed = false
      }
      #expect(Set(shown.map(\.id)).count == shown.count, "a walk yields no item twice")
      let (isDown, circle) = server.state.withLock { ($0.isDown, $0.circle != nil) }
      guard !isDown else { return #expect(!isConfirmed) }
      #expect(isConfirmed)
      let cached = try await list.window(.row(0), 0, .max)
      if isAll, !circle { #expect(shown == server.notes, "a walk yields all items") }
      #expect(cached.items == shown, "the saved list is the one that the walk yielded")
      #expect(cached.isComplete)
    }

    mutating func check(_ name: String) async throws {
      ever.formUnion(server.notes)
      for list in lists {
        let window = try await list.window(.row(0), 0, .max)
        #expect(Set(window.items.map(\.id)).count == window.items.count, "no duplicates: \(name)")
        #expect(window.items.count == window.count, "count: \(name)")
        #expect(ever.isSuperset(of: window.items), "only items of the server: \(name)")
        guard let item = window.items.randomElement(using: &random) else { continue }
        let row = window.items.firstIndex(of: item) ?? 0
        let around = try await list.window(.item(item.id, orRow: 0), 2, 2)
        #expect(around.anchor == row, "row: \(name)")
        #expect(around.items[row - around.first] == item, "row: \(name)")
        let word = item.text.drop { $0 != " " }.dropFirst()
        let found = try await list.reader.found(String(word))
        #expect(found == window.items.filter { $0.text.contains(word) }, "found: \(name)")
      }
    }

    /// Expects that a list whose server answers shows the server's notes after loading it row by row, or loading its
    /// rest.
    mutating func settle(_ name: String) async throws {
      server.change {
        $0.isDown = false
        $0.circle = nil
      }
      for list in lists {
        _ = try await list.refresh()
        for row in 0..<server.notes.count + 1 { _ = try await list.load(row..<row + 1) }
        let window = try await list.window(.row(0), 0, .max)
        #expect(window.items == server.notes, "loaded: \(name)")
        #expect(window.isComplete, "loaded: \(name)")
        server.change { $0.notes.append(contentsOf: (0..<9).map { Note(id: 10_000 + $0, text: "new") }) }
        _ = try await list.refresh()
        var counts: [Int] = []
        for try await count in list.loadRest() { counts.append(count) }
        #expect(counts.last == server.notes.count, "rest: \(name)")
        #expect(try await list.window(.row(0), 0, .max).items == server.notes, "rest: \(name)")
        server.change { $0.notes.removeAll { $0.id >= 10_000 } }
      }
    }
  }
}
