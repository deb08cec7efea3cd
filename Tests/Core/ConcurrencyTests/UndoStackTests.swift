import Concurrency
import TestSupport
import Testing

struct UndoStackTests {
  struct Failure: Error {}

  let sut = UndoStack<Int>()

  @Test func `changes are taken back once each, the last first`() async {
    for number in 1...3 { sut.push(number) }
    #expect(await sut.undoLast { $0 } == 3)
    sut.push(4)
    #expect(await sut.undoLast { $0 } == 4)
    #expect(await sut.undoLast { $0 } == 2)
    #expect(await sut.undoLast { $0 } == 1)
    #expect(await sut.undoLast { $0 } == nil)
  }

  @Test func `map transforms the stacked changes and preserves their order`() async {
    for number in 1...2 { sut.push(number) }
    sut.map { $0 * 10 }
    #expect(await sut.undoLast { $0 } == 20)
    #expect(await sut.undoLast { $0 } == 10)
  }

  @Test func `a change that could not be taken back stays on the stack`() async throws {
    sut.push(1)
    await #expect(throws: Failure.self) { try await sut.undoLast { _ in throw Failure() } }
    #expect(await sut.undoLast { $0 } == 1)
  }

  @Test func `only the last hundred changes can be taken back`() async {
    for number in 1...150 { sut.push(number) }
    var taken: [Int] = []
    while let last = await sut.undoLast({ $0 }) { taken.append(last) }
    #expect(taken == (51...150).reversed())
  }
}
