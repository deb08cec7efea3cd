import CachedResource
import Foundation
import Testing

struct ConfirmationsTests {
  private let saved = Date(timeIntervalSince1970: 1_000)
  private let confirmed = Date(timeIntervalSince1970: 9_000)

  private func copy(_ failure: (any Error)? = nil) -> Loaded<Int> {
    Loaded(1, from: .cache, fetchedAt: saved, failure: failure)
  }

  @Test func `a cached copy has the date of the server's last confirmation of it`() {
    let sut = Confirmations<String, Int>()
    #expect(sut.dated(copy(), "a").fetchedAt == saved)
    #expect(sut.dated(Loaded(1, from: .server, fetchedAt: confirmed), "a").fetchedAt == confirmed)
    #expect(sut.dated(copy(), "a").fetchedAt == confirmed)
    #expect(sut.dated(copy(), "b").fetchedAt == saved)
  }

  @Test func `a cached copy that differs from the server's answer has its own date`() {
    let sut = Confirmations<String, Int>()
    _ = sut.dated(Loaded(2, from: .server, fetchedAt: confirmed), "a")
    #expect(sut.dated(copy(), "a").fetchedAt == saved)
  }

  @Test func `an incomplete or failed answer does not confirm a cached copy`() {
    let sut = Confirmations<String, Int>()
    _ = sut.dated(Loaded(1, from: .server, fetchedAt: confirmed), "a", isWhole: false)
    _ = sut.dated(Loaded(1, from: .server, fetchedAt: confirmed, failure: CancellationError()), "a")
    #expect(sut.dated(copy(), "a").fetchedAt == saved)
  }
}
