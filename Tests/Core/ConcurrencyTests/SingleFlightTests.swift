import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SingleFlightTests {
  struct Failed: Error {}

  let sut = SingleFlight<String, Int>()
  let gate = Gate()
  let begun = CallRecorder<Int>()

  func value(_ key: String, _ number: Int) async throws -> Int {
    try await sut.value(key) { [gate, begun] in
      begun.record(number)
      try await gate.pause()
      return number
    }
  }

  @Test func `work of one key does not wait for another's`() async throws {
    async let one = value("a", 1)
    await gate.arrived()
    async let two = value("b", 2)
    await gate.open()
    await gate.open()
    #expect(try await [one, two] == [1, 2])
    #expect(begun.all == [1, 2])
  }

  @Test func `a value is computed again after the previous computation finished`() async throws {
    for number in 1...2 {
      async let value = value("a", number)
      await gate.open()
      #expect(try await value == number)
    }
  }

  @Test func `a failure is thrown, and the next call runs its own work`() async throws {
    await #expect(throws: Failed.self) { try await sut.value("a") { throw Failed() } }
    #expect(try await sut.value("a") { 7 } == 7)
  }

  @Test func `work that nobody waits for any more is cancelled`() async throws {
    let ended = Gate()
    let sut = sut
    let task = Task {
      try await sut.value("a") { [gate] in
        do { try await gate.pause() } catch {
          try? await Task { try await ended.pause() }.value
          throw error
        }
        return 1
      }
    }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await ended.open()
  }

  /// Joins the work of a key and returns the task when it is waiting for the work.
  private func join(
    _ flights: isolated SingleFlight<String, Int>, _ work: @escaping @Sendable () async throws -> Int
  ) -> Task<Int, any Error> {
    Task.immediate { try await flights.value("a", work) }
  }

  @Test(arguments: [0, 1])
  func `cancelling one of two waiting tasks does not cancel the shared work`(first: Int) async throws {
    var tasks: [Task<Int, any Error>] = []
    for number in 0..<2 {
      tasks.append(
        await join(sut) { [gate, begun] in
          begun.record(number)
          try await gate.pause()
          return 7
        })
    }
    tasks[first].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[first].value }
    await gate.open()
    #expect(try await tasks[1 - first].value == 7)
    #expect(begun.all == [0])
  }

  @Test func `new work of a key begins only after its cancelled work has ended`() async throws {
    let sut = sut
    let steps = CallRecorder<String>()
    let given = await join(sut) { [gate] in
      // The work does not end when it is cancelled.
      try? await Task { try await gate.pause() }.value
      steps.record("the old one ended")
      return 1
    }
    await gate.arrived()
    given.cancel()
    await #expect(throws: CancellationError.self) { try await given.value }
    let new = await join(sut) {
      steps.record("the new one began")
      return 2
    }
    await gate.open()
    #expect(try await new.value == 2)
    #expect(steps.all == ["the old one ended", "the new one began"])
  }

  @Test func `the last caller to give up can wait for the work to end, and gets its result`() async throws {
    let sut = SingleFlight<String, Int>(waitsForEnd: true)
    let ended = Gate()
    var tasks: [Task<Int, any Error>] = []
    for _ in 0..<2 {
      tasks.append(
        await join(sut) { [gate] in
          do { try await gate.pause() } catch { try await Task { try await ended.pause() }.value }
          return 7
        })
    }
    await gate.arrived()
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    tasks[1].cancel()
    await ended.arrived()
    let new = await join(sut) { 8 }
    await ended.open()
    #expect(try await tasks[1].value == 7)
    #expect(try await new.value == 8)
  }
}
