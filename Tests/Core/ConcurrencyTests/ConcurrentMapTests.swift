import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConcurrentMapTests {
  struct Failure: Error, Equatable {
    var number: Int
  }

  /// A gate for each element.
  let gates = (0..<10).map { _ in Gate() }

  @Test(arguments: [-1, 0, 1, 3, 100])
  func `values come in the order of the elements, whatever the limit`(limit: Int) async throws {
    #expect(try await (0..<50).concurrentMap(limit: limit) { $0 * 2 } == (0..<50).map { $0 * 2 })
    #expect(try await [Int]().concurrentMap(limit: limit) { $0 } == [])
  }

  @Test func `at most the limit of elements run at once, and the next begins when one finishes`() async throws {
    let begun = CallRecorder<Int>()
    async let values = (0..<5).concurrentMap(limit: 2) { [gates] number in
      begun.record(number)
      try await gates[number].pause()
      return number
    }
    await gates[0].arrived()
    await gates[1].arrived()
    #expect(begun.all.sorted() == [0, 1])
    await gates[1].open()
    await gates[2].arrived()
    #expect(begun.all.sorted() == [0, 1, 2])
    await gates[2].open()
    await gates[3].open()
    await gates[0].open()
    await gates[4].open()
    #expect(try await values == [0, 1, 2, 3, 4])
  }

  @Test func `elements begin in order, and whenBegun is called once the limit is running`() async throws {
    let begun = CallRecorder<Int>()
    let told = CallRecorder<[Int]>()
    async let values = (0..<10).concurrentMap(limit: 8) { [gates] number in
      begun.record(number)
      try await gates[number].pause()
      return number
    } whenBegun: {
      told.record(begun.all)
    }
    for gate in gates { await gate.open() }
    #expect(try await values == Array(0..<10))
    #expect(told.all == [Array(0..<8)])
  }

  @Test func `inOrder receives a value only after all values before it`() async throws {
    let given = CallRecorder<Int>()
    let later = CallRecorder<[Int]>()
    async let values = (0..<3).concurrentMap(limit: 3) { [gates] number in
      if number != 2 { try await gates[number].pause() }
      if number == 1 { later.record(given.all) }
      return number
    } inOrder: {
      given.record($0)
    }
    await gates[1].open()
    await gates[0].open()
    #expect(try await values == [0, 1, 2])
    #expect(given.all == [0, 1, 2])
    #expect(later.all == [[]])
  }

  @Test func `the first failure cancels the others and begins nothing more`() async throws {
    let begun = CallRecorder<Int>()
    let cancelled = CallRecorder<Int>()
    await #expect(throws: Failure(number: 1)) {
      _ = try await (0..<5).concurrentMap(limit: 2) { [gates] number in
        begun.record(number)
        if number == 1 {
          await gates[0].arrived()
          throw Failure(number: 1)
        }
        do { try await gates[number].pause() } catch {
          cancelled.record(number)
          throw error
        }
      }
    }
    #expect(begun.all.sorted() == [0, 1])
    #expect(cancelled.all == [0])
  }

  @Test func `cancelling ends the map even if the work ignores cancellation`() async {
    let begun = CallRecorder<Int>()
    let task = Task { [gates] in
      try await (0..<5).concurrentMap(limit: 1) { number in
        begun.record(number)
        try? await gates[number].pause()
      }
    }
    await gates[0].arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(begun.all == [0])
  }
}
