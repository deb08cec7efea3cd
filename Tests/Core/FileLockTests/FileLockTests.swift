import FileLock
import FileStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FileLockTests {
  @Test func `in memory one works at a time, in the order they came`() async throws {
    let (sut, calls, gate) = (FileLock.memory(), Calls<String>(), Gate())
    let release = try await sut.acquire()
    async let first: Void = sut.whileHeld {
      calls.record("first in")
      try await gate.pause()
      calls.record("first out")
    }
    calls.record("mine")
    release()
    await gate.arrived()
    async let second: Void = sut.whileHeld { calls.record("second") }
    await gate.open()
    try await first
    try await second
    #expect(calls.all == ["mine", "first in", "first out", "second"])
  }

  @Test func `in memory it behaves like a lock`() async throws {
    let sut = FileLock.memory()
    try await checkLock { sut }
  }

  @Test func `letting go twice gives it to nobody twice`() async throws {
    let sut = FileLock.memory()
    let first = try await sut.acquire()
    first()
    let second = try await sut.acquire()
    first()
    let third = Task { try await sut.acquire() }
    third.cancel()
    await #expect(throws: CancellationError.self) { try await third.value }
    second()
    try await sut.acquire()()
  }

  @Test func `a stub holds nobody up`() async throws {
    let sut = FileLock.stub()
    let releases = [try await sut.acquire(), try await sut.acquire()]
    for release in releases { release() }
    #expect(try await sut.whileHeld { 7 } == 7)
  }

  @Test func `failing fails, and nothing is done`() async {
    await #expect(throws: FileStoreError.notPermitted) {
      try await FileLock.failing().whileHeld { Issue.record("not to be done") }
    }
  }
}
