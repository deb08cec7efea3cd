import ItemDetail
import Testing

struct LoadableTests {
  @Test func `a reload retains the value and the last failure until it succeeds`() {
    var sut = Loadable(1, failure: "no answer")
    #expect(!sut.isLoading)
    _ = sut.begin()
    #expect(sut.value == 1)
    #expect(sut.isLoading)
    #expect(sut.failure == "no answer")
    sut.succeed(in: sut.begin())
    #expect(sut == Loadable(1))
  }

  @Test func `a value shown early does not end the attempt`() {
    var sut = Loadable<Int>()
    let attempt = sut.begin()
    sut.show(1, in: attempt)
    #expect(sut.value == 1)
    #expect(sut.isLoading)
    sut.show(2, in: attempt)
    sut.succeed(in: attempt)
    #expect(sut == Loadable(2))
  }

  @Test func `an attempt that has shown its value succeeds with it`() {
    var sut = Loadable<Int>()
    let attempt = sut.begin()
    sut.show(1, in: attempt)
    sut.succeed(in: attempt)
    #expect(sut == Loadable(1))
  }

  @Test func `a failed attempt retains the value and sets the failure`() {
    var sut = Loadable(1)
    let attempt = sut.begin()
    sut.fail("no answer", in: attempt)
    #expect(sut == Loadable(1, failure: "no answer"))
  }

  @Test func `a cancelled attempt sets no failure`() {
    var sut = Loadable(1)
    let attempt = sut.begin()
    sut.cancel(attempt)
    #expect(sut == Loadable(1))
  }

  typealias Change = @Sendable (inout Loadable<Int>, Loadable<Int>.Attempt) -> Void

  static let changes: [(name: String, change: Change)] = [
    ("show", { $0.show(9, in: $1) }),
    ("succeed", { $0.succeed(in: $1) }),
    ("fail", { $0.fail("late", in: $1) }),
    ("cancel", { $0.cancel($1) }),
  ]

  @Test(arguments: changes.indices)
  func `an older attempt changes nothing that a newer one shows`(index: Int) {
    var sut = Loadable(1)
    let older = sut.begin()
    let newer = sut.begin()
    #expect(older < newer)
    #expect(!(newer < older))
    #expect(!sut.isCurrent(older))
    #expect(sut.isCurrent(newer))
    Self.changes[index].change(&sut, older)
    #expect(sut.value == 1, "the newer attempt still runs")
    #expect(sut.isLoading, "the newer attempt still runs")
    #expect(sut.failure == nil, "the newer attempt still runs")
    sut.show(2, in: newer)
    sut.succeed(in: newer)
    Self.changes[index].change(&sut, older)
    #expect(sut == Loadable(2), "the newer attempt has succeeded")
  }

  @Test(arguments: changes.indices)
  func `an attempt that is over changes nothing`(index: Int) {
    var sut = Loadable<Int>()
    let attempt = sut.begin()
    sut.show(1, in: attempt)
    sut.succeed(in: attempt)
    #expect(!sut.isCurrent(attempt))
    Self.changes[index].change(&sut, attempt)
    #expect(sut == Loadable(1))
  }

  @Test(arguments: changes.indices)
  func `an attempt begun before a reset changes nothing, then or during the next attempt`(index: Int) {
    var sut = Loadable(1, failure: "no answer")
    let before = sut.begin()
    sut.reset()
    Self.changes[index].change(&sut, before)
    #expect(sut == Loadable())
    let after = sut.begin()
    #expect(before < after)
    Self.changes[index].change(&sut, before)
    #expect(sut.isCurrent(after))
    #expect(sut.value == nil)
  }

  @Test func `a reset forgets the value and the failure`() {
    var sut = Loadable(1, failure: "no answer")
    sut.reset()
    #expect(sut == Loadable())
  }

  @Test func `loadables with the same value, failure and loading state are equal`() {
    var other = Loadable(1)
    #expect(other != Loadable(2))
    #expect(other != Loadable())
    #expect(other != Loadable(1, failure: "no answer"))
    let attempt = other.begin()
    #expect(other != Loadable(1))
    other.cancel(attempt)
    #expect(other == Loadable(1))
  }
}
