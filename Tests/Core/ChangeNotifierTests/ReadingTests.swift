import ChangeNotifier
import Observed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReadingTests {
  @Test func `what is read is told once, until it is another, and what cannot be read is left out`() async {
    let (changes, tell) = AsyncStream.makeStream(of: Void.self)
    let answers = Observed<[Int?]>([1, 1, nil, 2, 2])
    for _ in 1...4 { tell.yield() }
    tell.finish()
    var told: [Int] = []
    let sut = AsyncStream.reading(after: changes) { answers.update { $0.isEmpty ? 9 : $0.removeFirst() } }
    for await value in sut { told.append(value) }
    // A slow reader skips to the newest.
    #expect(told.last == 2 && told == told.sorted() && Set(told).isSubset(of: [1, 2]))
    #expect(answers.value.isEmpty)
  }
}
