import Loadable
import Testing

struct LoadableTests {
  @Test func `reloading keeps what is shown and forgets the last failure`() {
    var sut = Loadable(1)
    sut.fail("no answer")
    #expect(sut.value == 1)
    #expect(sut.failure == "no answer")
    let began = sut.begin()
    #expect(began)
    #expect(sut.value == 1)
    #expect(sut.isLoading)
    #expect(sut.failure == nil)
  }

  @Test func `only one attempt at a time`() {
    var sut = Loadable<Int>()
    let first = sut.begin()
    let second = sut.begin()
    #expect(first && !second)
  }

  @Test func `a value shown early does not end the attempt`() {
    var sut = Loadable<Int>()
    _ = sut.begin()
    sut.show(1)
    #expect(sut.value == 1)
    #expect(sut.isLoading)
    sut.succeed(2)
    #expect(sut == Loadable(2))
  }

  @Test func `giving up is no failure`() {
    var sut = Loadable(1)
    _ = sut.begin()
    sut.cancel()
    #expect(sut == Loadable(1))
  }
}
