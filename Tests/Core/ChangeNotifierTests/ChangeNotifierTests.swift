import ChangeNotifier
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChangeNotifierTests {
  @Test func `everybody who watches is told, of what comes from then on`() async {
    let sut = ChangeNotifier()
    sut.send()
    var (one, other) = (sut.stream().makeAsyncIterator(), sut.stream().makeAsyncIterator())
    let copy = sut
    copy.send()
    #expect(await one.next() != nil)
    #expect(await other.next() != nil)
  }

  @Test func `several changes are one to whoever looks late, and the end comes when nobody can send any more`() async {
    var sut: ChangeNotifier? = ChangeNotifier()
    var stream = sut?.stream().makeAsyncIterator()
    for _ in 0..<10 { sut?.send() }
    sut = nil
    #expect(await stream?.next() != nil)
    #expect(await stream?.next() == nil)
  }

  @Test func `a watcher that has gone is in nobody's way`() async {
    let sut = ChangeNotifier()
    let gone = Task { for await _ in sut.stream() { return } }
    gone.cancel()
    await gone.value
    var stream = sut.stream().makeAsyncIterator()
    sut.send()
    #expect(await stream.next() != nil)
  }

  /// What is told runs whatever the watcher does next, here a look at the same value.
  @Test func `watchers may come, go and send while they are told`() async {
    let sut = ChangeNotifier()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            var stream = sut.stream().makeAsyncIterator()
            sut.send()
            _ = await stream.next()
          }
        }
      }
    }
  }
}
