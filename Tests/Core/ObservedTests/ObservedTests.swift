import Observed
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ObservedTests {
  @Test func `a watcher sees the value now, then every newest one`() async {
    let sut = Observed(1)
    var values = sut.values().makeAsyncIterator()
    #expect(await values.next() == 1)
    sut.update { $0 = 2 }
    sut.update { $0 = 3 }
    #expect(await values.next() == 3)
  }

  @Test func `update returns what the change returns`() {
    let sut = Observed([1])
    let last = sut.update { $0.popLast() }
    #expect(last == 1)
    #expect(sut.value == [])
  }

  @Test func `changes from many tasks are not lost`() async {
    let sut = Observed(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { sut.update { $0 += 1 } } }
    }
    #expect(sut.value == 100)
  }

  @Test func `a change that throws changes what it had changed, and watchers are not told`() async {
    struct Refused: Error {}
    let sut = Observed(1)
    #expect(throws: Refused.self) { try sut.update { (_: inout Int) throws -> Void in throw Refused() } }
    #expect(sut.value == 1)
  }

  @Test func `watching ends with the value`() async {
    var sut: Observed? = Observed(1)
    var values = sut?.values().makeAsyncIterator()
    #expect(await values?.next() == 1)
    sut = nil
    #expect(await values?.next() == nil)
  }
}
