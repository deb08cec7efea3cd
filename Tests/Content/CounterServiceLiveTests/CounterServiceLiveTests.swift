import ContentDomain
import CounterService
import CounterServiceLive
import CounterStore
import FileLock
import FileStore
import Foundation
import LastResponseCodeService
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CounterServiceLiveTests {
  let store = CounterStore.memory()
  let codes = Store<Int, FetchedCode>.memory()
  let lock = FileLock.memory()

  var lastResponseCode: LastResponseCodeService {
    LastResponseCodeService(
      last: { [codes] in try await codes.value(0) }, update: { [codes] in try await codes.insert($0, 0) })
  }

  /// As another process would have it.
  func sut(_ store: CounterStore? = nil) -> CounterService {
    .live(store: store ?? self.store, lastResponseCode: lastResponseCode, lock: lock)
  }

  func fetch(_ sut: CounterService, _ code: UUID = UUID()) async throws -> CounterService.Counted {
    try await sut.increment { [lastResponseCode] in
      try await lastResponseCode.update(FetchedCode(code: code, number: $0))
    }
  }

  @Test func `it counts from nothing, and goes on where another process ended`() async throws {
    #expect(try await sut().count() == 0)
    for number in 1...3 {
      let code = UUID()
      let counted = try await fetch(sut(), code)
      #expect(counted.count == number && counted.keepingFailure == nil)
      #expect(try await sut().count() == number)
      #expect(try await codes.value(0) == FetchedCode(code: code, number: number))
      #expect(try await store.value(.fetches) == number)
    }
  }

  @Test func `stopped between the two files, the state adds up, and the next count mends it`() async throws {
    _ = try await fetch(sut())
    let gate = Gate()
    var stopping = store
    stopping.insert = { _, _ in try await gate.pause() }
    let (code, stopped) = (UUID(), sut(stopping))
    let killed = Task { try await fetch(stopped, code) }
    await gate.arrived()

    // A process that looks now finds the new code with its count, as if the second file had been written.
    #expect(try await store.value(.fetches) == 1)
    #expect(try await codes.value(0) == FetchedCode(code: code, number: 2))
    #expect(try await sut().count() == 2)

    // A killed process lets go of the lock and writes nothing any more.
    killed.cancel()
    let counted = try await killed.value
    #expect(counted.keepingFailure is CancellationError)
    #expect(try await store.value(.fetches) == 1)
    #expect(try await fetch(sut()).count == 3)
    #expect(try await store.value(.fetches) == 3)
    #expect(try await codes.value(0)?.number == 3)
  }

  @Test func `stopped before the first file, nothing has happened`() async throws {
    _ = try await fetch(sut())
    let sut = sut()
    await #expect(throws: FileStoreError.noSpace) { try await sut.increment { _ in throw FileStoreError.noSpace } }
    #expect(try await sut.count() == 1)
    #expect(try await fetch(sut).count == 2)
  }

  @Test func `a count that cannot be written is told, and not lost`() async throws {
    var full = store
    full.insert = { _, _ in throw FileStoreError.noSpace }
    for number in 1...2 {
      let counted = try await fetch(sut(full))
      #expect(counted.count == number && counted.keepingFailure as? FileStoreError == .noSpace)
      #expect(try await sut().count() == number)
    }
    let mended = try await fetch(sut())
    #expect(mended.count == 3 && mended.keepingFailure == nil)
    #expect(try await store.value(.fetches) == 3)
  }

  @Test func `either file alone knows the count`() async throws {
    for _ in 1...3 { _ = try await fetch(sut()) }
    try await store.removeAll()
    #expect(try await sut().count() == 3)
    #expect(try await fetch(sut()).count == 4)
    try await codes.removeAll()
    #expect(try await sut().count() == 4)
    #expect(try await fetch(sut()).count == 5)
  }

  @Test func `where one file is damaged the other knows the count; where neither does, nothing is counted`()
    async throws
  {
    for _ in 1...3 { _ = try await fetch(sut()) }
    let damaged = sut(.failing(FileStoreError.damaged))
    #expect(try await damaged.count() == 3)
    #expect(try await fetch(damaged).count == 4)
    try await codes.removeAll()
    await #expect(throws: FileStoreError.damaged) { try await damaged.count() }
    await #expect(throws: FileStoreError.damaged) { try await fetch(damaged) }
    #expect(try await codes.value(0) == nil)

    var sut = CounterService.live(
      store: store, lastResponseCode: .failing(FileStoreError.damaged), lock: .stub())
    #expect(try await sut.count() == 3)
    sut = .live(store: store, lastResponseCode: .failing(FileStoreError.newer), lock: .stub())
    await #expect(throws: FileStoreError.newer) { try await sut.count() }
    await #expect(throws: FileStoreError.newer) { try await sut.increment { _ in Issue.record("counted") } }
  }

  @Test func `many at once count each, and no number is given out twice`() async throws {
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        let sut = sut()
        group.addTask { try await fetch(sut).count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers.sorted() == Array(1...100))
    #expect(try await sut().count() == 100)
    #expect(try await codes.value(0)?.number == 100)
  }

  @Test func `a lock that cannot be had, or a file that cannot be read, is an error and counts nothing`() async throws {
    let busy = CounterService.live(
      store: store, lastResponseCode: lastResponseCode, lock: .failing(FileStoreError.busy))
    await #expect(throws: FileStoreError.busy) { try await fetch(busy) }
    let unreadable = sut(.failing(FileStoreError.notPermitted))
    await #expect(throws: FileStoreError.notPermitted) { try await unreadable.count() }
    await #expect(throws: FileStoreError.notPermitted) { try await fetch(unreadable) }
    #expect(try await codes.value(0) == nil)
    #expect(try await store.value(.fetches) == nil)
  }
}
