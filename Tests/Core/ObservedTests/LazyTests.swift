import Observed
import TestSupport
import Testing

struct LazyTests {
  @Test func `a lazy value is made once, on first use`() {
    let made = CallRecorder<Int>()
    let sut = Lazy {
      made.record(1)
      return made.all.count
    }
    #expect(made.all == [])
    #expect(sut.value == 1)
    #expect(sut.value == 1)
    #expect(made.all == [1])
  }

  @Test func `concurrent first uses all get the same value`() async {
    let made = CallRecorder<Int>()
    let sut = Lazy<Int> {
      made.record(0)
      return made.all.count
    }
    let values = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { sut.value } }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(values.count == 1)
    #expect(values.first == sut.value)
  }
}
