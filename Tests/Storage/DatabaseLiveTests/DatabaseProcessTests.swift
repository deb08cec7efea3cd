import Database
import DatabaseLive
import Foundation
import ProcessTestSupport
import TestSupport
import Testing

/// Several processes at once, and killed processes.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DatabaseProcessTests {
  let temporary = TemporaryDatabase()

  @Test func `twenty processes that write at once lose no rows`() async throws {
    let probes = try (0..<20).map { _ in try temporary.probe("10", durability: "full") }
    var said: [String] = []
    for probe in probes { said += try await probe.lines() }
    #expect(said.compactMap { Int($0) }.sorted() == Array(1...200))
    #expect(try await temporary.database().read { try $0.numbers() } == Array(1...200))
  }

  @Test func `while another process writes, a read proceeds and a write waits until its patience ends`() async throws {
    try await temporary.fill(2)
    let input = Pipe()
    let holder = try temporary.probe("hold", input: input.fileHandleForReading)
    #expect(try await holder.lines(1) == ["held"])
    let hasty = Database.live(file: temporary.file, durability: .full, damage: .keep, patience: .milliseconds(30))
      .using(.counts)
    #expect(try await hasty.read { try $0.numbers() } == [1, 2])
    await #expect(throws: DatabaseError.busy) { try await hasty.write { try $0.insert(3) } }
    #expect(try await hasty.read { try $0.numbers() } == [1, 2])

    let sut = temporary.database()
    let waiting = Task { try await sut.write { try $0.insert(3) } }
    holder.child.signal(SIGKILL)
    try await waiting.value
    #expect(try await hasty.read { try $0.numbers() } == [1, 2, 3], "the change of the killed process was not saved")
  }

  @Test func `writes that wait together for another process wait no longer than one`() async throws {
    let input = Pipe()
    let holder = try temporary.probe("hold", input: input.fileHandleForReading)
    #expect(try await holder.lines(1) == ["held"])
    let sut = Database.live(file: temporary.file, durability: .normal, damage: .keep, patience: .milliseconds(500))
    let start = ContinuousClock.now
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { await #expect(throws: DatabaseError.busy) { try await sut.write { _ in } } }
      }
    }
    #expect(start.duration(to: .now) < .seconds(5))
    withExtendedLifetime(holder) {}
  }

  @Test func `cancelling a write that waits for another process ends the wait`() async throws {
    let input = Pipe()
    let holder = try temporary.probe("hold", input: input.fileHandleForReading)
    #expect(try await holder.lines(1) == ["held"])
    let sut = Database.live(file: temporary.file, durability: .normal, damage: .keep, patience: .seconds(3_600))
    let calls = CallRecorder<Int>()
    let waiting = Task { try await sut.write { _ in calls.record(1) } }
    let queued = Task { try await sut.write { _ in calls.record(2) } }
    waiting.cancel()
    queued.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await queued.value }
    #expect(calls.all == [])
    withExtendedLifetime(holder) {}
  }

  /// Each process is killed after a number of changes, or in the middle of one.
  @Test(arguments: ["normal", "full"], 0..<5)
  func `kill -9 at any moment loses no change that was reported as saved`(durability: String, series: Int) async throws
  {
    var cached = 0
    for round in 0..<50 {
      let probe = try temporary.probe("endless", durability: durability)
      let said = try await probe.lines(round % 7 * series)
      probe.child.signal(SIGKILL)
      let last = try await (said + probe.lines()).compactMap { Int($0) }.last ?? cached
      #expect(await probe.child.status == -SIGKILL)
      let (numbers, health) = try await temporary.database().read { connection in
        (try connection.numbers(), try connection.rows("PRAGMA quick_check") { $0.text(0) })
      }
      #expect(numbers == Array(1..<numbers.count + 1), "round \(round)")
      #expect(numbers.count >= last, "round \(round)")
      #expect(health == ["ok"], "round \(round)")
      cached = numbers.count
    }
    _ = try await temporary.probe("1", durability: durability).lines()
    #expect(try temporary.names() == ["x.db"], "no other files are left")
  }
}
