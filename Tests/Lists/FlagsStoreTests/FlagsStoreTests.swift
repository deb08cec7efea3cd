import FlagsStore
import Testing

struct FlagsStoreTests {
  @Test func `a thousand random batches are distinct`() {
    #expect(Set((1...1_000).map { _ in ReadBatch.random() }).count == 1_000)
  }

  @Test func `the batches of old items keep the numbers that earlier versions have saved`() {
    #expect(ReadBatch.arrivedRead.number == 0)
    #expect(ReadBatch.readAfterArrival.number == 1)
  }
}
